<?php
/**
 * GET /session: a fresh nonce for pages that come out of a cache.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

/**
 * The nonce is the caller's own. Core takes a REST request with cookies but without a nonce for an
 * anonymous one (rest_cookie_check_errors), and a nonce made for nobody would be refused as soon as it
 * comes back together with the login cookie. So a logged-in visitor is known by that cookie, for the
 * making of the nonce only, and only when a page of this site asks.
 */
function session_response( \WP_REST_Request $request ): \WP_REST_Response {
	$caller = get_current_user_id();
	$user   = $caller;
	if ( 0 === $caller && is_asked_by_own_page( $request ) ) {
		$user = (int) wp_validate_auth_cookie( '', 'logged_in' );
	}
	wp_set_current_user( $user );
	$nonce = wp_create_nonce( 'wp_rest' );
	wp_set_current_user( $caller );

	return new \WP_REST_Response(
		array(
			'nonce'      => $nonce,
			'expires_in' => nonce_seconds_left(),
			'limits'     => array( 'max_message_chars' => public_settings()['max_message_chars'] ),
			'available'  => is_available(),
		),
		200,
		array( 'Cache-Control' => 'no-store' )
	);
}

/**
 * A nonce must not be readable from elsewhere, and core opens the REST API to every origin, cookies
 * included (rest_send_cors_headers), and to foreign script elements (`_jsonp`).
 */
function is_asked_by_own_page( \WP_REST_Request $request ): bool {
	$fetched_from = (string) $request->get_header( 'sec_fetch_site' );
	$origin       = get_http_origin();
	return null === $request->get_param( '_jsonp' )
		&& in_array( $fetched_from, array( '', 'same-origin', 'none' ), true )
		&& ( '' === $origin || str_starts_with( home_url( '/' ), $origin . '/' ) );
}

/**
 * A nonce is good for the half life in which it was made and for the next one.
 */
function nonce_seconds_left(): int {
	/** This filter is documented in wp-includes/pluggable.php */
	$half_life = (int) ( apply_filters( 'nonce_life', DAY_IN_SECONDS, 'wp_rest' ) / 2 ); // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals -- core's.
	return ( (int) wp_nonce_tick( 'wp_rest' ) + 1 ) * $half_life - time();
}
