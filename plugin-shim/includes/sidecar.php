<?php
/**
 * Signed HTTP calls to the sidecar.
 *
 * They use curl directly: the WordPress HTTP API cannot stream, would send a loopback call through WP_PROXY_HOST,
 * and refuses it under WP_HTTP_BLOCK_EXTERNAL.
 *
 * phpcs:disable WordPress.WP.AlternativeFunctions
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

/** Milliseconds. Short, so that visitors learn at once that the sidecar is down. */
const CONNECT_TIMEOUT = 1000;

/**
 * Prepares a signed call. An error while it is unknown whether this site is a copy of another.
 *
 * @param string                $route    REST route, such as `/itih/v1/chat`.
 * @param string                $query    Encoded, without `?`.
 * @param array<string, string> $headers  Besides the signature's.
 * @return \CurlHandle|\WP_Error
 */
function sidecar_call( string $method, string $route, string $query, string $body, string $identity, array $headers ) {
	if ( is_site_in_doubt() ) {
		return site_doubt_error();
	}
	$headers += signed_headers( $method, $route, query_pairs( $query ), $body, $identity );
	// Empty values keep curl from adding its own.
	$headers += array(
		'Content-Type' => '',
		'Accept'       => '',
		'Expect'       => '',
	);
	$lines    = array();
	foreach ( $headers as $name => $value ) {
		$lines[] = $name . ':' . ( '' === $value ? '' : ' ' . preg_replace( '/[\x00-\x1f\x7f]/', '', $value ) );
	}

	$curl = curl_init( sidecar_url() . $route . ( '' === $query ? '' : '?' . $query ) );
	curl_setopt_array(
		$curl,
		array(
			CURLOPT_CUSTOMREQUEST     => $method,
			CURLOPT_NOBODY            => 'HEAD' === $method,
			CURLOPT_HTTPHEADER        => $lines,
			CURLOPT_CONNECTTIMEOUT_MS => CONNECT_TIMEOUT,
			CURLOPT_NOSIGNAL          => true,
			CURLOPT_PROTOCOLS         => CURLPROTO_HTTP | CURLPROTO_HTTPS,
			CURLOPT_PROXY             => '',
			CURLOPT_TCP_NODELAY       => true,
		)
	);
	if ( '' !== $body || in_array( $method, array( 'POST', 'PUT' ), true ) ) {
		curl_setopt( $curl, CURLOPT_POSTFIELDS, $body );
	}
	return $curl;
}

/**
 * Executes a call and returns the whole answer. An error from sidecar_call() is returned as it is.
 *
 * @param \CurlHandle|\WP_Error $curl
 * @param int                   $timeout Seconds, connecting included.
 * @return array{status: int, headers: array<string, string>, body: string}|\WP_Error
 */
function sidecar_answer( $curl, int $timeout ) {
	if ( is_wp_error( $curl ) ) {
		return $curl;
	}
	$headers = array();
	curl_setopt_array(
		$curl,
		array(
			CURLOPT_TIMEOUT        => $timeout,
			CURLOPT_RETURNTRANSFER => true,
			CURLOPT_HEADERFUNCTION => static function ( $curl, string $line ) use ( &$headers ): int {
				read_header( $line, $headers );
				return strlen( $line );
			},
		)
	);
	$body = curl_exec( $curl );
	if ( ! is_string( $body ) ) {
		$failure = sidecar_failure( $curl );
		note_answer( $failure );
		return $failure;
	}
	$answer = array(
		'status'  => (int) curl_getinfo( $curl, CURLINFO_RESPONSE_CODE ),
		'headers' => $headers,
		'body'    => $body,
	);
	note_answer( $answer );
	return $answer;
}

/**
 * Returns the error for a call without an answer. Connected but silent means that the work took too long.
 */
function sidecar_failure( \CurlHandle $curl ): \WP_Error {
	$connected = curl_getinfo( $curl, CURLINFO_CONNECT_TIME ) > 0;
	$timed_out = in_array( curl_errno( $curl ), array( CURLE_OPERATION_TIMEDOUT, CURLE_ABORTED_BY_CALLBACK ), true );
	return error( $connected && $timed_out ? 'provider_timeout' : 'sidecar_unavailable' );
}

/**
 * Adds a header line to those read so far; a status line starts over.
 *
 * @param array<string, string> $headers By lower-case name.
 */
function read_header( string $line, array &$headers ): void {
	if ( str_starts_with( $line, 'HTTP/' ) ) {
		$headers = array();
	} elseif ( str_contains( $line, ':' ) ) {
		list( $name, $value )                   = explode( ':', $line, 2 );
		$headers[ strtolower( trim( $name ) ) ] = trim( $value );
	}
}
