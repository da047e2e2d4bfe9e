<?php
/**
 * Lets nginx fetch an answer from the sidecar: PHP verifies nonce and caller, signs the request, and is free.
 *
 * Nginx sends the visitor's request with its body to the location that X-Accel-Redirect names, and takes the signed
 * headers from this response. Those of the same names that a visitor sends are replaced.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

/** Location of the web server's configuration that leads to the sidecar. */
const ACCEL_LOCATION = '@itih_sidecar';

/** Name of the web server that the self-test went through. */
const ACCEL_SERVER_OPTION = 'itih_accel_server';

/** Routes that can be handed over; of the others only the self-test's. */
const ACCEL_ROUTES = array( 'POST /chat', 'GET /chat/<id>/events' );

/**
 * Whether the web server shall fetch the answer. The self-test decides this for its own requests.
 */
function is_handed_over( \WP_REST_Request $request ): bool {
	$path = $request->get_attributes()['itih_path'] ?? '';
	if ( '/bridge/stream-test' === $path ) {
		$is_test = 'accel' === $request->get_param( 'via' );
		if ( $is_test ) {
			update_option( ACCEL_SERVER_OPTION, server_software(), true );
		}
		return $is_test;
	}
	return 'accel' === transport()['use']
		&& get_option( ACCEL_SERVER_OPTION ) === server_software()
		&& in_array( $request->get_method() . ' ' . $path, ACCEL_ROUTES, true )
		&& is_forwarded_unchanged( $request )
		// PHP does not see the answers that it hands over. A request during a failure is relayed, which explains it.
		&& ! is_wp_error( ping( PING_TIMEOUT ) );
}

/** Returns the name of the web server: another one before the same WordPress may not know X-Accel-Redirect. */
function server_software(): string {
	// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- compared, never used otherwise.
	return isset( $_SERVER['SERVER_SOFTWARE'] ) ? (string) wp_unslash( $_SERVER['SERVER_SOFTWARE'] ) : '';
}

/**
 * Whether the web server would forward what WordPress signs: the method can be overridden by a header, and PHP does
 * not have the body of a form with files.
 */
function is_forwarded_unchanged( \WP_REST_Request $request ): bool {
	// phpcs:disable WordPress.Security.ValidatedSanitizedInput -- compared, never used otherwise.
	$method = isset( $_SERVER['REQUEST_METHOD'] ) ? (string) wp_unslash( $_SERVER['REQUEST_METHOD'] ) : '';
	$length = isset( $_SERVER['CONTENT_LENGTH'] ) ? (int) wp_unslash( $_SERVER['CONTENT_LENGTH'] ) : 0;
	// phpcs:enable
	return $request->get_method() === $method && strlen( (string) $request->get_body() ) === $length;
}

/**
 * Returns the answer that makes the web server fetch the real one.
 *
 * @return \WP_REST_Response|\WP_Error
 */
function hand_over( \WP_REST_Request $request ) {
	if ( is_site_in_doubt() ) {
		return site_doubt_error();
	}
	$method  = $request->get_method();
	$route   = canonical_route( $request );
	$query   = relayed_query( $request );
	$headers = signed_headers( $method, $route, query_pairs( $query ), (string) $request->get_body(), current_identity( false ) );
	$headers = array_map( static fn( string $value ): string => (string) preg_replace( '/[\x00-\x1f\x7f]/', '', $value ), $headers );
	return new \WP_REST_Response(
		null,
		200,
		$headers + array(
			'X-Accel-Redirect' => ACCEL_LOCATION,
			'X-Itih-Path'      => $route . ( '' === $query ? '' : '?' . $query ),
		)
	);
}
