<?php
/**
 * The way in which streamed answers reach visitors: straight from the web server to the sidecar (edge), through the web
 * server after PHP (accel), through PHP (relay), or in one piece (sync). A self-test tries each: the site calls itself
 * as a browser would, and measures whether frames arrive one by one.
 *
 * phpcs:disable WordPress.WP.AlternativeFunctions -- the WordPress HTTP API cannot stream.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

const TRANSPORT_EVENT  = 'itih_test_transport';
const HELD_BACK_OPTION = 'itih_held_back';

/** Seconds between two writes of the counter: anybody can raise it. */
const HELD_BACK_PAUSE = 60;

/** Days for which a report of a browser is shown. */
const HELD_BACK_DAYS = 7;

add_action( 'init', __NAMESPACE__ . '\\schedule_transport_test' );
add_action( TRANSPORT_EVENT, __NAMESPACE__ . '\\retest_transport' );

/**
 * Returns the result of the last self-test. `use`: edge, accel, relay or sync; '' before the first test. `why`: the
 * reason against each better way. `refusal`: the message with which another plugin refuses visitors who are not logged
 * in; '' if none does.
 *
 * @return array{use: string, at: int, why: array<string, string>, refusal: string}
 */
function transport(): array {
	$stored = get_option( TRANSPORT_OPTION );
	return ( is_array( $stored ) ? $stored : array() ) + array(
		'use'     => '',
		'at'      => 0,
		'why'     => array(),
		'refusal' => '',
	);
}

/** Schedules the daily test; until one was possible it is tried a minute after activation and then each hour. */
function schedule_transport_test(): void {
	if ( ! wp_next_scheduled( TRANSPORT_EVENT ) ) {
		$is_first = '' === transport()['use'];
		wp_schedule_event( time() + ( $is_first ? MINUTE_IN_SECONDS : DAY_IN_SECONDS ), $is_first ? 'hourly' : 'daily', TRANSPORT_EVENT );
	}
}

/**
 * Runs the test from WP-Cron; without a sidecar the last result stays.
 *
 * @param string $part refusal: only that is looked for.
 */
function retest_transport( $part = '' ): void {
	look_for_refusal();
	if ( 'refusal' === $part || ! had_contact() || is_wp_error( sidecar_status() ) ) {
		return;
	}
	$is_first = '' === transport()['use'];
	test_transport();
	if ( $is_first ) {
		unschedule_transport_test();
	}
}

function unschedule_transport_test(): void {
	wp_unschedule_hook( TRANSPORT_EVENT );
}

/** Counts a browser that had two answers held back and from now on asks without streams. */
function note_held_back(): void {
	$known = held_back();
	if ( time() - $known['at'] < HELD_BACK_PAUSE ) {
		return;
	}
	$is_old = $known['since'] < time() - HELD_BACK_DAYS * DAY_IN_SECONDS;
	update_option(
		HELD_BACK_OPTION,
		array(
			'count' => $is_old ? 1 : $known['count'] + 1,
			'since' => $is_old ? time() : $known['since'],
			'at'    => time(),
		),
		false
	);
}

/**
 * Returns the reports of browsers in the last days, at most one of which is counted in a minute.
 *
 * @return array{count: int, since: int, at: int}
 */
function held_back(): array {
	$stored = get_option( HELD_BACK_OPTION );
	$none   = array(
		'count' => 0,
		'since' => 0,
		'at'    => 0,
	);
	$known = ( is_array( $stored ) ? $stored : array() ) + $none;
	return $known['at'] < time() - HELD_BACK_DAYS * DAY_IN_SECONDS ? $none : $known;
}

/**
 * Tests the ways from the best one down, and stores the first that works. A site that cannot call itself keeps the
 * relay, which works nearly everywhere.
 *
 * @return array{use: string, at: int, why: array<string, string>, measured: array}
 */
function test_transport(): array {
	$why   = array();
	$tests = array(
		'edge'  => __NAMESPACE__ . '\\measure_edge',
		'accel' => __NAMESPACE__ . '\\measure_accel',
		'relay' => __NAMESPACE__ . '\\measure_relay',
	);
	$use   = '';
	foreach ( $tests as $name => $measure ) {
		$measured = $measure();
		if ( is_streamed( $measured ) ) {
			$use = $name;
			break;
		}
		$why[ $name ] = call_user_func( __NAMESPACE__ . '\\why_not_' . $name, $measured );
	}
	if ( '' === $use && '' === $measured['failure'] ) {
		$use = 'sync';
	}
	$found = array(
		'use' => $use,
		'at'  => time(),
		'why' => $why,
	);
	update_option( TRANSPORT_OPTION, $found + transport(), true );
	return $found + array( 'measured' => $measured );
}

function measure_relay(): array {
	return measure_signed( '' );
}

function measure_accel(): array {
	return measure_signed( 'via=accel' );
}

/** Calls the site's signed test, which PHP relays or hands over as the query says. */
function measure_signed( string $query ): array {
	$route   = '/' . contract()['namespace'] . '/bridge/stream-test';
	$url     = rest_url( $route );
	$headers = signed_headers( 'GET', $route, query_pairs( $query ), '', encode_identity( 'system' ) );
	return measure_stream( '' === $query ? $url : $url . ( str_contains( $url, '?' ) ? '&' : '?' ) . $query, $headers );
}

/** Calls the test that only the sidecar's listener for visitors answers. */
function measure_edge(): array {
	$test = measure_stream( rest_url( contract()['namespace'] . '/chat/test' ), array( 'X-WP-Nonce' => anonymous_nonce() ) );
	if ( '' === $test['failure'] && 'edge' !== ( $test['headers']['x-itih-transport'] ?? '' ) ) {
		$test['failure'] = __( 'another program answered', 'itih-rag-chat' );
	}
	return $test;
}

/** Returns the nonce of visitors who are not logged in, whoever runs the test. */
function anonymous_nonce(): string {
	$user   = get_current_user_id();
	$name   = defined( 'LOGGED_IN_COOKIE' ) ? LOGGED_IN_COOKIE : '';
	$cookie = $_COOKIE[ $name ] ?? null; // phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- put back unchanged.
	// A nonce contains the session that the cookie names.
	unset( $_COOKIE[ $name ] );
	wp_set_current_user( 0 );
	$nonce = wp_create_nonce( 'wp_rest' );
	wp_set_current_user( $user );
	if ( null !== $cookie ) {
		$_COOKIE[ $name ] = $cookie;
	}
	return $nonce;
}

function held_back_sentence(): string {
	return __( 'What the sidecar sent arrived in one piece.', 'itih-rag-chat' );
}

function why_not_edge( array $test ): string {
	if ( '' === $test['failure'] ) {
		return held_back_sentence();
	}
	if ( str_contains( rest_url(), 'rest_route=' ) ) {
		return __( 'The site has plain permalinks, so that the web server cannot tell the chat by its path.', 'itih-rag-chat' );
	}
	if ( 0 === $test['status'] ) {
		return $test['failure'];
	}
	if ( 'edge' !== ( $test['headers']['x-itih-transport'] ?? '' ) ) {
		return __( 'The web server leads the path of the chat to WordPress.', 'itih-rag-chat' );
	}
	if ( 'rest_cookie_invalid_nonce' === $test['code'] ) {
		return __( 'The sidecar cannot verify nonces of this site. Give it the keys NONCE_KEY and NONCE_SALT (ITIH_NONCE_KEY, ITIH_NONCE_SALT); a plugin that makes nonces in its own way rules this out.', 'itih-rag-chat' );
	}
	if ( 'rest_forbidden' === $test['code'] ) {
		return __( 'The sidecar does not know this web server; its address must be in ITIH_PUBLIC_PROXIES.', 'itih-rag-chat' );
	}
	/* translators: %d: HTTP status, such as 502. */
	return sprintf( __( 'The sidecar\'s port for visitors answers with status %d.', 'itih-rag-chat' ), $test['status'] );
}

function why_not_accel( array $test ): string {
	if ( '' === $test['failure'] ) {
		return held_back_sentence();
	}
	if ( 0 === $test['status'] ) {
		return $test['failure'];
	}
	$server = $test['headers']['server'] ?? '';
	if ( '' !== $server && ! str_contains( strtolower( $server ), 'nginx' ) ) {
		/* translators: %s: name of a web server. */
		return sprintf( __( 'The web server is %s; this needs nginx.', 'itih-rag-chat' ), sanitize_text_field( $server ) );
	}
	if ( 503 === $test['status'] ) {
		return __( 'The location @itih_sidecar in the configuration of nginx does not reach the sidecar.', 'itih-rag-chat' );
	}
	if ( 401 === $test['status'] ) {
		return __( 'The location @itih_sidecar in the configuration of nginx does not pass the signed headers on.', 'itih-rag-chat' );
	}
	return __( 'The configuration of nginx has no location @itih_sidecar.', 'itih-rag-chat' );
}

function why_not_relay( array $test ): string {
	return '' === $test['failure'] ? held_back_sentence() : $test['failure'];
}

/** GET bridge/transport: the self-test for `itih doctor`. */
function bridge_transport( \WP_REST_Request $request ): \WP_REST_Response {
	$public = (string) $request->get_param( 'public' );
	$public = preg_match( '#^https?://[\w.:\[\]-]+$#D', $public ) ? $public : PUBLIC_URL;
	$test   = test_transport();
	$why    = array();
	foreach ( $test['why'] as $way => $reason ) {
		$why[] = compact( 'way', 'reason' );
	}
	return bridge_response(
		array(
			'use'      => $test['use'],
			'why'      => $why,
			'says'     => transport_sentence( $test ),
			'snippets' => array_map( static fn( string $server ): string => snippet( $server, $public ), array_combine( array_keys( SNIPPETS ), array_keys( SNIPPETS ) ) ),
		)
	);
}

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
