<?php
/**
 * Brings a request to the sidecar and its answer back: relayed as a whole, relayed frame by frame, or fetched by nginx, to which
 * PHP hands the verified and signed request over.
 *
 * Nginx sends the visitor's request with its body to the location that X-Accel-Redirect names, and takes the signed headers from
 * this response. Those of the same names that a visitor sends are replaced.
 *
 * phpcs:disable WordPress.WP.AlternativeFunctions -- the WordPress HTTP API cannot stream.
 */

declare( strict_types=1 );
namespace Itih\RagChat;
defined( 'ABSPATH' ) || exit;

const ANSWER_TIMEOUT = 300; // Seconds for an answer that is not streamed: a model may reason for minutes.
const RELAYED_REQUEST_HEADERS = array( 'Content-Type', 'Accept', 'X-Itih-Secret', 'Last-Event-ID' ); // Request headers that the sidecar reads.
/** Answer headers that belong to the contract. */
const RELAYED_ANSWER_HEADERS = array( 'Content-Disposition', 'Retry-After', 'X-WP-Total', 'X-WP-TotalPages', 'X-Request-Id' );

add_filter( 'rest_request_before_callbacks', __NAMESPACE__ . '\\let_sidecar_parse_json', 10, 3 );

function relay( \WP_REST_Request $request ): \WP_REST_Response|\WP_Error {
	$answer = sidecar_answer( relayed_call( $request ), ANSWER_TIMEOUT );
	return is_wp_error( $answer ) ? $answer : answer_response( $answer );
}

function relayed_call( \WP_REST_Request $request ): \CurlHandle|\WP_Error {
	$headers = array_combine( RELAYED_REQUEST_HEADERS, array_map( static fn( string $name ): string => (string) $request->get_header( $name ), RELAYED_REQUEST_HEADERS ) );
	return sidecar_call( $request->get_method(), canonical_route( $request ), relayed_query( $request ), (string) $request->get_body(), current_identity(), array_filter( $headers, 'strlen' ) );
}

/** Returns the query without WordPress' own parameters, which begin with an underscore (_locale, _fields, _wpnonce …). */
function relayed_query( \WP_REST_Request $request ): string {
	$is_theirs = static fn( $name ): bool => 'rest_route' !== $name && ! str_starts_with( (string) $name, '_' );
	$query     = array_filter( $request->get_query_params(), $is_theirs, ARRAY_FILTER_USE_KEY );
	return http_build_query( $query, '', '&', PHP_QUERY_RFC3986 );
}

function answer_response( array $answer ): \WP_REST_Response {
	$data = json_decode( $answer['body'] );
	// Core's `_fields` reads the answer as an array. Nested objects stay: `{}` must not become `[]`.
	if ( is_object( $data ) && get_object_vars( $data ) ) {
		$data = get_object_vars( $data );
	}
	if ( $answer['status'] >= 400 ) {
		$data = translate_error( $data );
	}
	return new \WP_REST_Response( $data, $answer['status'], relayed_headers( $answer['headers'] ) );
}

function relayed_headers( array $headers ): array {
	return array_filter( array_combine( RELAYED_ANSWER_HEADERS, array_map( static fn( string $name ) => $headers[ strtolower( $name ) ] ?? null, RELAYED_ANSWER_HEADERS ) ), 'is_string' );
}

/**
 * Core refuses invalid JSON before it checks the permission, with a code of its own. A relayed request goes on instead:
 * permission first, then the sidecar answers `invalid_request`.
 */
function let_sidecar_parse_json( mixed $response, $handler, \WP_REST_Request $request ): mixed {
	return '' !== canonical_route( $request ) && is_wp_error( $response ) && 'rest_invalid_json' === $response->get_error_code() ? null : $response;
}

const SILENCE_LIMIT = 60; // Seconds of silence after which the stream ends; the sidecar sends a comment every 15.

/** Seconds between heartbeats to the client: PHP learns only by writing that it has left. Until then it holds a worker. */
const HEARTBEAT = 1;

/** Relays a streamed answer, or lets the web server fetch it. Returns an answer that is not a stream. */
function relay_stream( \WP_REST_Request $request ): \WP_REST_Response|\WP_Error {
	if ( is_handed_over( $request ) ) { return hand_over( $request ); }
	$call = relayed_call( $request );
	return is_wp_error( $call ) ? $call : ( new Stream( $call ) )->run();
}

/**
 * Relays one stream. The client gets its first byte when the sidecar's signed headers announce a stream: until then the answer
 * can be an ordinary error with its own status.
 */
final class Stream {
	private array $headers = array();
	private bool $started  = false;
	/** Received and not written yet: an answer that is not a stream, or the beginning of a frame. */
	private string $pending   = '';
	private float $written_at = 0.0;
	private float $heard_at;

	public function __construct( private \CurlHandle $curl ) {
		$this->heard_at = microtime( true );
	}

	/** Returns an answer that is not a stream; a stream ends the process. */
	public function run(): \WP_REST_Response|\WP_Error {
		// Otherwise the first write after the client left would end the script inside curl_exec, and the call to
		// the sidecar would stay open in the worker.
		ignore_user_abort( true );
		curl_setopt_array(
			$this->curl,
			array(
				CURLOPT_BUFFERSIZE       => 1024,
				CURLOPT_NOPROGRESS       => false,
				CURLOPT_HEADERFUNCTION   => fn( $curl, string $line ): int => $this->on_header( $line ),
				CURLOPT_WRITEFUNCTION    => fn( $curl, string $data ): int => $this->on_data( $data ),
				CURLOPT_PROGRESSFUNCTION => fn(): int => $this->on_progress(),
			)
		);
		$complete = curl_exec( $this->curl );
		if ( $this->started ) {
			$this->finish( ! $complete && ! connection_aborted() );
		}
		if ( ! $complete && CURLE_WRITE_ERROR !== curl_errno( $this->curl ) ) {
			return sidecar_failure( $this->curl );
		}
		$answer = verified_answer( $this->curl, $this->headers, $this->pending );
		return is_wp_error( $answer ) ? $answer : answer_response( $answer );
	}

	private function on_header( string $line ): int {
		$this->heard_at = microtime( true );
		read_header( $line, $this->headers );
		if ( '' === trim( $line ) && is_stream_signed( $this->curl, $this->headers ) ) {
			$this->start( $this->headers['content-type'] );
		}
		return strlen( $line );
	}

	private function on_data( string $data ): int {
		$this->heard_at = microtime( true );
		$this->pending .= $data;
		if ( ! $this->started ) {
			return strlen( $this->pending ) <= MAX_UNSIGNED || is_head_signed( $this->curl, $this->headers ) ? strlen( $data ) : 0;
		}
		$ready = $this->take_ready();
		return '' === $ready || $this->write( $ready ) ? strlen( $data ) : 0;
	}

	/** Returns the complete frames, so that a heartbeat or an error never lands inside a frame. */
	private function take_ready(): string {
		$end = strlen( $this->pending );
		if ( $this->is_events() ) {
			$last_gap = strrpos( $this->pending, "\n\n" );
			$end      = false === $last_gap ? 0 : $last_gap + 2;
		}
		$ready         = substr( $this->pending, 0, $end );
		$this->pending = substr( $this->pending, $end );
		return $ready;
	}

	/** Called by curl about once a second while the sidecar is silent; anything but 0 aborts. */
	private function on_progress(): int {
		$now = microtime( true );
		if ( $this->started && $this->is_events() && $now - $this->written_at > HEARTBEAT ) {
			$this->write( ": \n\n" );
		}
		return connection_aborted() || $now - $this->heard_at > SILENCE_LIMIT ? 1 : 0;
	}

	private function is_events(): bool {
		return str_starts_with( $this->headers['content-type'], 'text/event-stream' );
	}

	private function start( string $type ): void {
		$this->started    = true;
		$this->written_at = microtime( true );
		// An answer takes minutes, and compression would hold frames back; a failure to switch it off is ignored.
		// phpcs:disable WordPress.PHP, Squiz.PHP.DiscouragedFunctions
		set_time_limit( 0 );
		@ini_set( 'zlib.output_compression', '0' );
		// phpcs:enable WordPress.PHP, Squiz.PHP.DiscouragedFunctions
		if ( PHP_SESSION_ACTIVE === session_status() ) {
			session_write_close();
		}
		note_contact( true );
		// A stream needs no database connection for its minutes: the server may have few of them.
		$GLOBALS['wpdb']->close();
		foreach ( relayed_headers( $this->headers ) + array( 'Cache-Control' => 'no-store, no-transform' ) as $name => $value ) {
			header( $name . ': ' . $value );
		}
		header( 'Content-Type: ' . $type );
		header( 'X-Accel-Buffering: no' );
		header_remove( 'Content-Length' );
		while ( ob_get_level() > 0 && ob_end_clean() ) {
			continue;
		}
		flush();
	}

	/** Whether the client is still there. */
	private function write( string $data ): bool {
		$this->written_at = microtime( true );
		echo $data; // phpcs:ignore WordPress.Security.EscapeOutput -- the sidecar's bytes, not markup.
		if ( ob_get_level() > 0 ) {
			ob_flush();
		}
		flush();
		return ! connection_aborted();
	}

	/**
	 * Ends the process; a stream that the sidecar broke off as the contract says: `error`, then `done`. The database is connected
	 * again for other plugins' shutdown handlers.
	 */
	private function finish( bool $broke ): void {
		if ( $broke && $this->is_events() ) {
			$error = array( 'type' => 'error', 'code' => 'sidecar_unavailable', 'message' => error_sentence( 'sidecar_unavailable' ) );
			$usage = array( 'prompt_tokens' => 0, 'completion_tokens' => 0 );
			$done  = array( 'type' => 'done', 'message_id' => 0, 'finish_reason' => 'error', 'usage' => $usage, 'model' => '', 'ms' => 0 );
			foreach ( array( $error + array( 'retryable' => true, 'request_id' => request_id() ), $done ) as $event ) {
				$this->write( 'event: ' . $event['type'] . "\ndata: " . wp_json_encode( $event ) . "\n\n" );
			}
		}
		$GLOBALS['wpdb']->db_connect( false );
		if ( $broke ) {
			note_contact( false, 'unreachable' );
		}
		exit;
	}
}

const ACCEL_LOCATION = '@itih_sidecar'; // Location of the web server's configuration that leads to the sidecar.
const ACCEL_SERVER_OPTION = 'itih_accel_server'; // Name of the web server that the self-test went through.
const ACCEL_ROUTES = array( 'POST /chat', 'GET /chat/<id>/events' ); // Routes that can be handed over; of the others only the self-test's.

/** Whether the web server shall fetch the answer. The self-test decides this for its own requests. */
function is_handed_over( \WP_REST_Request $request ): bool {
	$path = $request->get_attributes()['itih_path'] ?? '';
	if ( '/bridge/stream-test' === $path ) {
		$is_test = 'accel' === $request->get_param( 'via' );
		if ( $is_test ) {
			update_option( ACCEL_SERVER_OPTION, server_software(), true );
		}
		return $is_test;
	}
	return 'accel' === transport()['use']
		&& get_option( ACCEL_SERVER_OPTION ) === server_software()
		&& in_array( $request->get_method() . ' ' . $path, ACCEL_ROUTES, true )
		&& is_forwarded_unchanged( $request )
		// PHP does not see the answers that it hands over. A request during a failure is relayed, which explains it.
		&& ! is_wp_error( ping( PING_TIMEOUT ) );
}

/** Returns the name of the web server: another one before the same WordPress may not know X-Accel-Redirect. */
function server_software(): string {
	// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- compared, never used otherwise.
	return isset( $_SERVER['SERVER_SOFTWARE'] ) ? (string) wp_unslash( $_SERVER['SERVER_SOFTWARE'] ) : '';
}

/** Whether the web server would forward what WordPress signs: a header can override the method, and PHP lacks the body of a form with files. */
function is_forwarded_unchanged( \WP_REST_Request $request ): bool {
	// phpcs:disable WordPress.Security.ValidatedSanitizedInput -- compared, never used otherwise.
	$method = isset( $_SERVER['REQUEST_METHOD'] ) ? (string) wp_unslash( $_SERVER['REQUEST_METHOD'] ) : '';
	$length = isset( $_SERVER['CONTENT_LENGTH'] ) ? (int) wp_unslash( $_SERVER['CONTENT_LENGTH'] ) : 0;
	// phpcs:enable
	return $request->get_method() === $method && strlen( (string) $request->get_body() ) === $length;
}

function hand_over( \WP_REST_Request $request ): \WP_REST_Response|\WP_Error {
	if ( is_site_in_doubt() ) { return site_doubt_error(); }
	$method  = $request->get_method();
	$route   = canonical_route( $request );
	$query   = relayed_query( $request );
	$headers = signed_headers( $method, $route, query_pairs( $query ), (string) $request->get_body(), current_identity( false ) );
	$headers = array_map( static fn( string $value ): string => (string) preg_replace( '/[\x00-\x1f\x7f]/', '', $value ), $headers );
	return new \WP_REST_Response( null, 200, $headers + array( 'X-Accel-Redirect' => ACCEL_LOCATION, 'X-Itih-Path' => $route . ( '' === $query ? '' : '?' . $query ) ) );
}
