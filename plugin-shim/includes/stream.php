<?php
/**
 * Relays a streamed answer frame by frame.
 *
 * phpcs:disable WordPress.WP.AlternativeFunctions
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

/** Seconds of silence after which the stream ends; the sidecar sends a comment every 15. */
const SILENCE_LIMIT = 60;

/**
 * Seconds between heartbeats to the client. PHP learns only by writing that the client has left; until then the
 * answer holds a worker and counts as the visitor's answer in progress.
 */
const HEARTBEAT = 1;

/**
 * Relays a streamed answer, or lets the web server fetch it.
 *
 * @return \WP_REST_Response|\WP_Error An answer that is not a stream.
 */
function relay_stream( \WP_REST_Request $request ) {
	if ( is_handed_over( $request ) ) {
		return hand_over( $request );
	}
	$call = relayed_call( $request );
	return is_wp_error( $call ) ? $call : ( new Stream( $call ) )->run();
}

/**
 * Relays one stream. The client gets its first byte when the sidecar's signed headers announce a stream: until then
 * the answer can be an ordinary error with its own status.
 */
final class Stream {
	private \CurlHandle $curl;
	/** @var array<string, string> */
	private array $headers = array();
	private bool $started  = false;
	/** Received and not written yet: an answer that is not a stream, or the beginning of a frame. */
	private string $pending   = '';
	private float $written_at = 0.0;
	private float $heard_at;

	public function __construct( \CurlHandle $curl ) {
		$this->curl     = $curl;
		$this->heard_at = microtime( true );
	}

	/**
	 * Returns an answer that is not a stream; a stream ends the process.
	 *
	 * @return \WP_REST_Response|\WP_Error
	 */
	public function run() {
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
			$broke = ! $complete && ! connection_aborted();
			if ( $broke ) {
				$this->report_failure();
			}
			$this->finish( $broke );
		}
		if ( ! $complete && CURLE_WRITE_ERROR !== curl_errno( $this->curl ) ) {
			$failure = sidecar_failure( $this->curl );
			note_answer( $failure );
			return $failure;
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

	/** Ends a stream that the sidecar broke off as the contract says: `error`, then `done`. */
	private function report_failure(): void {
		if ( ! $this->is_events() ) {
			return;
		}
		$error = array(
			'type'       => 'error',
			'code'       => 'sidecar_unavailable',
			'message'    => error_sentence( 'sidecar_unavailable' ),
			'retryable'  => true,
			'request_id' => request_id(),
		);
		$done  = array(
			'type'          => 'done',
			'message_id'    => 0,
			'finish_reason' => 'error',
			'usage'         => array(
				'prompt_tokens'     => 0,
				'completion_tokens' => 0,
			),
			'model'         => '',
			'ms'            => 0,
		);
		$this->write( "event: error\ndata: " . wp_json_encode( $error ) . "\n\nevent: done\ndata: " . wp_json_encode( $done ) . "\n\n" );
	}

	/** Reconnects the database for other plugins' shutdown handlers and ends the process. */
	private function finish( bool $broke ): void {
		$GLOBALS['wpdb']->db_connect( false );
		if ( $broke ) {
			note_contact( false, 'unreachable' );
		}
		exit;
	}
}
