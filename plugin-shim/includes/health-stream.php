<?php
/**
 * Measures whether frames of an answer reach a visitor one by one: the site calls itself as a browser would.
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

function check_streaming(): array {
	if ( is_wp_error( sidecar_status() ) ) {
		return unknown_finding( __( 'Streaming could not be measured', 'itih-rag-chat' ) );
	}
	$test = measure_stream();
	if ( '' !== $test['failure'] ) {
		/* translators: %s: an error message. */
		$says = sprintf( __( 'The site could not call itself: %s', 'itih-rag-chat' ), $test['failure'] );
		return finding( 'unknown', __( 'Streaming could not be measured', 'itih-rag-chat' ), $says, __( 'Try the chat on a page: if whole answers appear at once, the host holds them back.', 'itih-rag-chat' ) );
	}
	/* translators: 1: number of frames. 2: milliseconds. 3: milliseconds. */
	$says = sprintf( __( '%1$d parts that were sent within %2$d ms arrived within %3$d ms.', 'itih-rag-chat' ), $test['frames'], $test['sent_ms'], $test['arrived_ms'] );
	if ( $test['arrived_ms'] >= MIN_SPREAD * $test['sent_ms'] ) {
		return finding( 'good', __( 'Answers reach visitors word by word', 'itih-rag-chat' ), $says );
	}
	return finding(
		'recommended',
		__( 'The host holds answers back until they are complete', 'itih-rag-chat' ),
		$says . ' ' . __( 'Visitors wait longer and then see the whole answer at once.', 'itih-rag-chat' ),
		__( 'Switch off buffering and compression for the path of the REST API in the web server or proxy (nginx: fastcgi_buffering off or proxy_buffering off; Cloudflare and others: no caching, no optimisation).', 'itih-rag-chat' )
	);
}

/**
 * Reads the sidecar's test frames through this site's own address.
 *
 * @return array{failure: string, frames: int, sent_ms: int, arrived_ms: int}
 */
function measure_stream(): array {
	$route   = '/' . contract()['namespace'] . '/bridge/stream-test';
	$pending = '';
	$frames  = array();
	$read    = static function ( $curl, string $data ) use ( &$pending, &$frames ): int {
		$now      = microtime( true );
		$pending .= $data;
		// A comment or a part of a frame stays until its empty line.
		while ( false !== ( $end = strpos( $pending, "\n\n" ) ) ) { // phpcs:ignore Generic.CodeAnalysis.AssignmentInCondition
			if ( preg_match( '/^data: (.+)$/m', substr( $pending, 0, $end ), $line ) ) {
				$frames[] = array( $now, (array) json_decode( $line[1], true ) );
			}
			$pending = substr( $pending, $end + 2 );
		}
		return strlen( $data );
	};
	$lines   = array( 'Accept: text/event-stream' );
	foreach ( signed_headers( 'GET', $route, array(), '', encode_identity( 'system' ) ) as $name => $value ) {
		$lines[] = $name . ': ' . $value;
	}
	/** This filter is documented in wp-includes/class-wp-http-streams.php */
	$verify = (bool) apply_filters( 'https_local_ssl_verify', false ); // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals -- core's.
	$curl   = curl_init( rest_url( $route ) );
	curl_setopt_array(
		$curl,
		array(
			CURLOPT_HTTPHEADER      => $lines,
			CURLOPT_WRITEFUNCTION   => $read,
			CURLOPT_TIMEOUT         => STREAM_TEST_TIMEOUT,
			CURLOPT_ENCODING        => '',
			CURLOPT_NOSIGNAL        => true,
			CURLOPT_FOLLOWLOCATION  => false,
			CURLOPT_PROTOCOLS       => CURLPROTO_HTTP | CURLPROTO_HTTPS,
			CURLOPT_SSL_VERIFYPEER  => $verify,
			CURLOPT_SSL_VERIFYHOST  => $verify ? 2 : 0,
		)
	);
	$complete = curl_exec( $curl );
	$status   = (int) curl_getinfo( $curl, CURLINFO_RESPONSE_CODE );
	return stream_result( $frames, $complete ? '' : curl_error( $curl ), $status );
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
