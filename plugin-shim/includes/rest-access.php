<?php
/**
 * Lets visitors and the sidecar use the chat's own routes where a plugin closes the REST API to everybody who is not
 * logged in, and finds out where that does not help.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

/** Callers of the routes that stay open; each of these checks its callers itself. */
const OPEN_AUTH = array( 'none', 'nonce', 'bridge' );

// After all others: plugins refuse here.
add_filter( 'rest_authentication_errors', __NAMESPACE__ . '\\keep_chat_open', PHP_INT_MAX );
add_filter( 'rest_post_dispatch', __NAMESPACE__ . '\\notice_refusal', PHP_INT_MAX );

/** Whether the request is for a route of visitors or of the sidecar, in any method. */
function is_for_open_route(): bool {
	foreach ( contract()['routes'] as $route ) {
		$pattern = '@^/' . contract()['namespace'] . route_pattern( $route['path'] ) . '$@iD';
		if ( in_array( $route['auth'], OPEN_AUTH, true ) && preg_match( $pattern, asked_route() ) ) {
			return true;
		}
	}
	return false;
}

/**
 * Sets a refusal aside, unless the owner wants these routes closed, too.
 *
 * @param mixed $result An error; true or null when nobody refuses.
 * @return mixed
 */
function keep_chat_open( $result ) {
	if ( ! is_wp_error( $result ) || ! is_for_open_route() || ! settings_group( 'general' )['open_rest'] ) {
		return $result;
	}
	// Core's check of the nonce of a logged-in visitor leaves a refusal alone, so it has still to be made.
	return rest_cookie_check_errors( null );
}

/**
 * Has the site look whether visitors are refused, when an answer says otherwise than the last look: only a call
 * without a login can tell, because a plugin may refuse a single visitor.
 *
 * @param \WP_HTTP_Response $response
 * @return \WP_HTTP_Response
 */
function notice_refusal( $response ) {
	$data       = $response->get_data();
	$is_refused = in_array( $response->get_status(), array( 401, 403, 404 ), true ) && is_array( $data ) && ! isset( contract()['errors'][ (string) ( $data['code'] ?? '' ) ] );
	if ( is_for_open_route() && ( '' !== transport()['refusal'] ) !== $is_refused ) {
		wp_schedule_single_event( time(), TRANSPORT_EVENT, array( 'refusal' ) );
	}
	return $response;
}

/**
 * Asks for a session as a visitor, and records whether another plugin refuses it. Returns its message, '' when visitors
 * get one. An answer that says neither, or none, changes nothing.
 */
function look_for_refusal(): string {
	$answer  = loopback_get( '/session', array( '_' => wp_generate_uuid4() ) );
	$status  = is_wp_error( $answer ) ? 0 : (int) wp_remote_retrieve_response_code( $answer );
	$data    = is_wp_error( $answer ) ? null : json_decode( wp_remote_retrieve_body( $answer ), true );
	$known   = transport();
	$refusal = $known['refusal'];
	if ( isset( $data['nonce'] ) ) {
		$refusal = '';
	} elseif ( in_array( $status, array( 401, 403, 404 ), true ) && is_string( $data['message'] ?? null ) ) {
		$refusal = sanitize_text_field( $data['message'] );
	}
	if ( $refusal !== $known['refusal'] ) {
		update_option( TRANSPORT_OPTION, array( 'refusal' => $refusal ) + $known, true );
	}
	return $refusal;
}
