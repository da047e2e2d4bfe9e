<?php
/**
 * Measures whether frames reach a visitor one by one: the site calls itself as a browser would.
 *
 * phpcs:disable WordPress.WP.AlternativeFunctions -- the WordPress HTTP API cannot stream.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

/** Seconds; the frames take about one and a half. */
const STREAM_TEST_TIMEOUT = 4;

/** Part of the time between the first and the last frame that has to be left when they arrive. */
const MIN_SPREAD = 0.5;

/** Bytes of an answer that is not a stream. */
const MAX_TEST_BYTES = 65536;

/**
 * Reads the sidecar's test frames at an address of this site.
 *
 * @param array<string, string> $headers
 * @return array{failure: string, frames: int, sent_ms: int, arrived_ms: int, status: int, headers: array<string, string>, code: string}
 */
function measure_stream( string $url, array $headers ): array {
	$pending = '';
	$bytes   = 0;
	$frames  = array();
	$answer  = array();
	$read    = static function ( $curl, string $data ) use ( &$pending, &$frames, &$bytes ): int {
		$now      = microtime( true );
		$bytes   += strlen( $data );
		$pending .= $data;
		// A comment or a part of a frame stays until its empty line.
		while ( false !== ( $end = strpos( $pending, "\n\n" ) ) ) { // phpcs:ignore Generic.CodeAnalysis.AssignmentInCondition
			if ( preg_match( '/^data: (.+)$/m', substr( $pending, 0, $end ), $line ) ) {
				$frames[] = array( $now, (array) json_decode( $line[1], true ) );
			}
			$pending = substr( $pending, $end + 2 );
		}
		return $bytes > MAX_TEST_BYTES ? 0 : strlen( $data );
	};
	$lines   = array( 'Accept: text/event-stream' );
	foreach ( $headers as $name => $value ) {
		$lines[] = $name . ': ' . $value;
	}
	/** This filter is documented in wp-includes/class-wp-http-streams.php */
	$verify = (bool) apply_filters( 'https_local_ssl_verify', false ); // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals -- core's.
	$curl   = curl_init( $url );
	curl_setopt_array(
		$curl,
		array(
			CURLOPT_HTTPHEADER     => $lines,
			CURLOPT_HEADERFUNCTION => static function ( $curl, string $line ) use ( &$answer ): int {
				read_header( $line, $answer );
				return strlen( $line );
			},
			CURLOPT_WRITEFUNCTION  => $read,
			CURLOPT_TIMEOUT        => STREAM_TEST_TIMEOUT,
			CURLOPT_ENCODING       => '',
			CURLOPT_NOSIGNAL       => true,
			CURLOPT_FOLLOWLOCATION => false,
			CURLOPT_PROTOCOLS      => CURLPROTO_HTTP | CURLPROTO_HTTPS,
			CURLOPT_SSL_VERIFYPEER => $verify,
			CURLOPT_SSL_VERIFYHOST => $verify ? 2 : 0,
		)
	);
	$complete = curl_exec( $curl );
	$status   = (int) curl_getinfo( $curl, CURLINFO_RESPONSE_CODE );
	$body     = json_decode( $pending, true );
	return stream_result( $frames, $complete ? '' : curl_error( $curl ), $status ) + array(
		'status'  => $status,
		'headers' => $answer,
		'code'    => is_array( $body ) && is_string( $body['code'] ?? null ) ? $body['code'] : '',
	);
}

/** Whether frames arrived one after the other. */
function is_streamed( array $test ): bool {
	return '' === $test['failure'] && $test['arrived_ms'] >= MIN_SPREAD * $test['sent_ms'];
}

/**
 * @param list<array{0: float, 1: array}> $frames Time of arrival and content of each frame.
 * @return array{failure: string, frames: int, sent_ms: int, arrived_ms: int}
 */
function stream_result( array $frames, string $failure, int $status ): array {
	$last     = end( $frames );
	$complete = $last && ( $last[1]['n'] ?? 0 ) === ( $last[1]['of'] ?? -1 );
	if ( '' === $failure && ! $complete ) {
		$failure = 200 === $status ? __( 'the answer broke off', 'itih-rag-chat' ) : 'HTTP ' . $status;
	}
	return array(
		'failure'    => $complete ? '' : $failure,
		'frames'     => count( $frames ),
		'sent_ms'    => $complete ? (int) ( $last[1]['at'] - $frames[0][1]['at'] ) : 0,
		'arrived_ms' => $complete ? (int) round( 1000 * ( $last[0] - $frames[0][0] ) ) : 0,
	);
}
