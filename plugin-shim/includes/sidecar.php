<?php
/**
 * Signed HTTP calls to the sidecar.
 *
 * They use curl directly: the WordPress HTTP API cannot stream, would send a loopback call through WP_PROXY_HOST, and refuses it
 * under WP_HTTP_BLOCK_EXTERNAL.
 *
 * phpcs:disable WordPress.WP.AlternativeFunctions
 */

declare( strict_types=1 );
namespace Itih\RagChat;
defined( 'ABSPATH' ) || exit;

const CONNECT_TIMEOUT = 1000; // Milliseconds. Short, so that visitors learn at once that the sidecar is down.
const PING_TIMEOUT = 15; // Seconds for the answer to a ping before a call.
const MAX_UNSIGNED = 65536; // Bytes that are read of an answer without a signature: it only says why.

/**
 * Prepares a signed call on a connection whose other end has just proved by a signed answer to be this site's sidecar: what a
 * call contains goes to nobody else. An error if it has not, or while it is unknown whether this site is a copy of another.
 * @param string $query Encoded, without `?`.
 * @param int $timeout Seconds for the proof, connecting included; at most PING_TIMEOUT.
 */
function sidecar_call( string $method, string $route, string $query, string $body, string $identity, array $headers, int $timeout = PING_TIMEOUT ): \CurlHandle|\WP_Error {
	$curl = curl_init();
	$ping = ping( min( $timeout, PING_TIMEOUT ), $curl );
	if ( is_wp_error( $ping ) ) {
		$is_silent = 'provider_timeout' === $ping->get_error_code() && current_user_can( 'manage_options' );
		return $is_silent ? unavailable_error( 'silent' ) : $ping; // An owner reads that no model is to blame.
	}
	curl_reset( $curl ); // The connection stays.
	return prepare_call( $curl, $method, $route, $query, $body, $identity, $headers );
}

/** Calls `GET /ping` within seconds and records the outcome. `curl` keeps the connection. */
function ping( int $timeout, ?\CurlHandle $curl = null ): array|\WP_Error {
	if ( is_site_in_doubt() ) { return site_doubt_error(); }
	$route  = '/' . contract()['namespace'] . '/ping';
	$answer = sidecar_answer( prepare_call( $curl ?? curl_init(), 'GET', $route, '', '', encode_identity( 'system' ), array() ), $timeout );
	return is_wp_error( $answer ) || $answer['status'] < 400 ? $answer : unavailable_error( 'not_ready' );
}

function prepare_call( \CurlHandle $curl, string $method, string $route, string $query, string $body, string $identity, array $headers ): \CurlHandle {
	$headers += signed_headers( $method, $route, query_pairs( $query ), $body, $identity );
	// Empty values keep curl from adding its own.
	$headers += array( 'Content-Type' => '', 'Accept' => '', 'Expect' => '' );
	$lines    = array();
	foreach ( $headers as $name => $value ) {
		$lines[] = $name . ':' . ( '' === $value ? '' : ' ' . preg_replace( '/[\x00-\x1f\x7f]/', '', $value ) );
	}
	curl_setopt_array(
		$curl,
		array(
			CURLOPT_URL               => sidecar_url() . $route . ( '' === $query ? '' : '?' . $query ),
			CURLOPT_CUSTOMREQUEST     => $method,
			CURLOPT_NOBODY            => 'HEAD' === $method,
			CURLOPT_HTTPHEADER        => $lines,
			CURLOPT_CONNECTTIMEOUT_MS => CONNECT_TIMEOUT,
			CURLOPT_NOSIGNAL          => true,
			CURLOPT_PROTOCOLS         => CURLPROTO_HTTP | CURLPROTO_HTTPS,
			CURLOPT_PROXY             => '',
			CURLOPT_TCP_NODELAY       => true,
			CURLOPT_PRIVATE           => $headers['X-Itih-Call'],
		)
	);
	if ( '' !== $body || in_array( $method, array( 'POST', 'PUT' ), true ) ) {
		curl_setopt( $curl, CURLOPT_POSTFIELDS, $body );
	}
	return $curl;
}

/**
 * Executes a call within seconds and returns the whole answer, which the sidecar has signed: its status, headers by lower-case
 * name, and body. An error from sidecar_call() is returned as it is.
 * @param resource|null $target Gets a signed stream as it comes, in place of the body; the seconds are then those of silence.
 */
function sidecar_answer( \CurlHandle|\WP_Error $curl, int $timeout, $target = null ): array|\WP_Error {
	if ( is_wp_error( $curl ) ) { return $curl; }
	$headers = array();
	$body    = '';
	$limits  = array( CURLOPT_LOW_SPEED_LIMIT => 1, CURLOPT_LOW_SPEED_TIME => $timeout );
	curl_setopt_array(
		$curl,
		( null === $target ? array( CURLOPT_TIMEOUT => $timeout ) : $limits ) + array(
			CURLOPT_HEADERFUNCTION => static function ( $curl, string $line ) use ( &$headers ): int {
				read_header( $line, $headers );
				return strlen( $line );
			},
			CURLOPT_WRITEFUNCTION  => static function ( $curl, string $data ) use ( $target, &$headers, &$body ): int {
				if ( null !== $target && is_stream_signed( $curl, $headers ) ) {
					return (int) fwrite( $target, $data );
				}
				$body .= $data;
				return strlen( $body ) <= MAX_UNSIGNED || is_head_signed( $curl, $headers ) ? strlen( $data ) : 0;
			},
		)
	);
	$complete = curl_exec( $curl );
	if ( null !== $target && is_stream_signed( $curl, $headers ) ) {
		return $complete ? array( 'status' => 200, 'headers' => $headers, 'body' => '' ) : new \WP_Error( 'cut', curl_error( $curl ) );
	}
	if ( ! $complete && CURLE_WRITE_ERROR !== curl_errno( $curl ) ) {
		return sidecar_failure( $curl );
	}
	return verified_answer( $curl, $headers, $body );
}

function verified_answer( \CurlHandle $curl, array $headers, string $body ): array|\WP_Error {
	$answer = array( 'status' => (int) curl_getinfo( $curl, CURLINFO_RESPONSE_CODE ), 'headers' => $headers, 'body' => $body );
	if ( ! is_head_signed( $curl, $headers ) || hash( 'sha256', $body ) !== $headers['x-itih-body'] ) {
		return unsigned_error( $answer );
	}
	note_answer( $answer );
	return $answer;
}

function is_head_signed( \CurlHandle $curl, array $headers ): bool {
	return is_signed_answer( (string) curl_getinfo( $curl, CURLINFO_PRIVATE ), (int) curl_getinfo( $curl, CURLINFO_RESPONSE_CODE ), $headers );
}

function is_stream_signed( \CurlHandle $curl, array $headers ): bool {
	return STREAMED_BODY === ( $headers['x-itih-body'] ?? '' ) && is_head_signed( $curl, $headers );
}

/** Records why a call had no answer, and returns the error. Connected but silent means that the work took too long, and changes nothing. */
function sidecar_failure( \CurlHandle $curl ): \WP_Error {
	$connected = curl_getinfo( $curl, CURLINFO_CONNECT_TIME ) > 0;
	$timed_out = in_array( curl_errno( $curl ), array( CURLE_OPERATION_TIMEDOUT, CURLE_ABORTED_BY_CALLBACK ), true );
	if ( $connected && $timed_out ) { return error( 'provider_timeout' ); }
	$reason = match ( curl_errno( $curl ) ) {
		CURLE_COULDNT_RESOLVE_HOST                          => 'unknown_host',
		CURLE_SSL_CONNECT_ERROR, CURLE_SSL_PEER_CERTIFICATE => 'bad_certificate',
		default                                             => 'unreachable',
	};
	note_contact( false, $reason );
	return unavailable_error( $reason );
}

/** Adds a header line to those read so far, by lower-case name; a status line starts over. */
function read_header( string $line, array &$headers ): void {
	if ( str_starts_with( $line, 'HTTP/' ) ) {
		$headers = array();
	} elseif ( str_contains( $line, ':' ) ) {
		list( $name, $value )                   = explode( ':', $line, 2 );
		$headers[ strtolower( trim( $name ) ) ] = trim( $value );
	}
}

/**
 * Returns what the sidecar answers, or an error with a translated sentence. The error's data has `fields` as the contract says.
 * @param string $path Below the namespace, such as `/status`.
 * @param mixed $body Encoded as JSON; null for none.
 * @param string $role admin or system; '' for the current user, whom the sidecar limits as a visitor.
 */
function sidecar_data( string $method, string $path, array $query = array(), mixed $body = null, string $role = 'admin', int $timeout = ANSWER_TIMEOUT ): array|\WP_Error {
	$answer = sidecar_answer( data_call( $method, $path, $query, $body, $role, $timeout ), $timeout );
	return is_wp_error( $answer ) ? $answer : decoded_answer( $answer );
}

/** @param int $timeout Seconds for the proof, see sidecar_call(). */
function data_call( string $method, string $path, array $query, mixed $body, string $role, int $timeout = PING_TIMEOUT ): \CurlHandle|\WP_Error {
	$text     = null === $body ? '' : (string) wp_json_encode( $body );
	$headers  = '' === $text ? array() : array( 'Content-Type' => 'application/json' );
	$encoded  = http_build_query( $query, '', '&', PHP_QUERY_RFC3986 );
	$identity = '' === $role ? current_identity() : encode_identity( $role );
	return sidecar_call( $method, '/' . contract()['namespace'] . $path, $encoded, $text, $identity, $headers, $timeout );
}

function decoded_answer( array $answer ): array|\WP_Error {
	$data = json_decode( $answer['body'], true );
	if ( is_array( $data ) && $answer['status'] < 400 ) { return $data; }
	$data    = is_array( $data ) ? (array) translate_error( $data ) : array();
	$code    = is_string( $data['code'] ?? null ) ? $data['code'] : 'sidecar_unavailable';
	$message = is_string( $data['message'] ?? null ) ? $data['message'] : error_sentence( 'sidecar_unavailable' );
	return new \WP_Error( $code, $message, is_array( $data['data'] ?? null ) ? $data['data'] : array( 'status' => 503 ) );
}
