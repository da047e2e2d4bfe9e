<?php
/**
 * Finds the best way in which streamed answers reach visitors, by trying each: straight from the web server to the
 * sidecar (edge), through the web server after PHP (accel), through PHP (relay), or in one piece (sync).
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

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
