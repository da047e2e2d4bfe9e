<?php
/**
 * Who may call a route, by the `auth` of the contract.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

/**
 * @return true|\WP_Error
 */
function permit( string $auth, \WP_REST_Request $request ) {
	switch ( $auth ) {
		case 'none':
			return true;
		case 'nonce':
			return permit_nonce( $request );
		case 'admin':
			return current_user_can( 'manage_options' ) ? true : error( 'rest_forbidden' );
		case 'bridge':
			return permit_bridge( $request );
		default:
			return error( 'rest_forbidden' );
	}
}

/**
 * Core has refused a wrong nonce already where it came with cookies; it lets one pass that is missing.
 * An anonymous visitor's nonce is the same for everybody, so it does not tell who asks.
 *
 * @return true|\WP_Error
 */
function permit_nonce( \WP_REST_Request $request ) {
	if ( ! is_asked_by_own_origin( $request ) ) {
		return error( 'rest_forbidden' );
	}
	$nonce = sanitize_text_field( (string) $request->get_header( 'x_wp_nonce' ) );
	return wp_verify_nonce( $nonce, 'wp_rest' ) ? true : error( 'rest_cookie_invalid_nonce' );
}

/**
 * @return true|\WP_Error
 */
function permit_bridge( \WP_REST_Request $request ) {
	parse_str( (string) $request->get_header( 'x_itih_identity' ), $identity );
	$site = (string) $request->get_header( 'x_itih_site' );
	if ( '' !== $site && ! is_this_site( $site ) ) {
		return error( 'wrong_site' );
	}
	if ( '' === $site || 'system' !== ( $identity['role'] ?? '' ) || ! is_signed( $request ) || is_replayed_write( $request ) ) {
		return error( 'invalid_signature' );
	}
	note_called();
	// Whatever cookies came along: the bridge sees what an anonymous visitor sees.
	wp_set_current_user( 0 );
	return true;
}

/**
 * A write is good for one time only. Remembered for as long as its signature could be valid.
 */
function is_replayed_write( \WP_REST_Request $request ): bool {
	if ( in_array( $request->get_method(), array( 'GET', 'HEAD' ), true ) ) {
		return false;
	}
	$key = 'itih_seen_' . md5( (string) $request->get_header( 'x_itih_signature' ) );
	if ( get_transient( $key ) ) {
		return true;
	}
	set_transient( $key, 1, 2 * SIGNATURE_WINDOW );
	return false;
}
