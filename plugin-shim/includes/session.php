<?php
/** GET /session: a fresh nonce for pages that come from a cache. */

declare( strict_types=1 );
namespace Itih\RagChat;
defined( 'ABSPATH' ) || exit;

/**
 * Makes a nonce for the caller. Core treats a REST request with cookies but without a nonce as anonymous
 * (rest_cookie_check_errors), and an anonymous nonce would be refused together with the login cookie. So a logged-in visitor is
 * identified by that cookie, only to make the nonce, and only for a page of this site.
 */
function session_response( \WP_REST_Request $request ): \WP_REST_Response {
	if ( null !== $request->get_param( 'held_back' ) ) {
		note_held_back();
	}
	$caller = get_current_user_id();
	$user   = 0 === $caller && is_asked_by_own_page( $request ) ? (int) wp_validate_auth_cookie( '', 'logged_in' ) : $caller;
	wp_set_current_user( $user );
	$nonce = wp_create_nonce( 'wp_rest' );
	wp_set_current_user( $caller );
	return new \WP_REST_Response(
		array(
			'nonce'      => $nonce,
			'expires_in' => nonce_seconds_left(),
			'limits'     => array( 'max_message_chars' => public_settings()['max_message_chars'] ),
			'available'  => is_open_to( $user ) && is_available(),
			'streams'    => 'sync' !== transport()['use'],
		),
		200,
		array( 'X-Request-Id' => request_id() )
	);
}

/**
 * Whether a page of exactly this origin asks. Core opens the REST API to every origin, cookies included (rest_send_cors_headers),
 * and to script elements of other sites (`_jsonp`), but a nonce must not be readable there. Stricter than
 * is_asked_by_own_origin(): a page of another scheme or host name may be somebody else's.
 */
function is_asked_by_own_page( \WP_REST_Request $request ): bool {
	$origin = get_http_origin();
	return null === $request->get_param( '_jsonp' )
		&& is_fetched_from_here( $request )
		&& ( '' === $origin || str_starts_with( home_url( '/' ), $origin . '/' ) );
}

/**
 * Whether a page of this site asks, or a program: programs and old browsers send neither `Origin` nor `Sec-Fetch-Site`. The
 * site's own origins are its two addresses, the requested host, and those that core's filter `allowed_http_origins` adds. The
 * scheme is not compared, because TLS may end before WordPress.
 */
function is_asked_by_own_origin( \WP_REST_Request $request ): bool {
	$origin = (string) get_http_origin();
	if ( '' === $origin ) { return is_fetched_from_here( $request ); }
	// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- compared, never used otherwise.
	$asked = isset( $_SERVER['HTTP_HOST'] ) ? 'http://' . wp_unslash( $_SERVER['HTTP_HOST'] ) : '';
	$own   = array_map( __NAMESPACE__ . '\\host_of', array( home_url(), site_url(), $asked ) );
	$host  = host_of( $origin );
	/** This filter is documented in wp-includes/http.php. Core's own list leaves ports out. */
	$added = (array) apply_filters( 'allowed_http_origins', array() ); // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals -- core's.
	return in_array( $origin, $added, true ) || ( '' !== $host && in_array( $host, $own, true ) );
}

function is_fetched_from_here( \WP_REST_Request $request ): bool {
	return in_array( (string) $request->get_header( 'sec_fetch_site' ), array( '', 'same-origin', 'none' ), true );
}

/** Returns `example.com` or `example.com:8080`; '' when there is no host, as in the origin `null`. */
function host_of( string $url ): string {
	$parts = wp_parse_url( $url );
	$host  = strtolower( (string) ( $parts['host'] ?? '' ) );
	$port  = (int) ( $parts['port'] ?? 0 );
	return $host . ( in_array( $port, array( 0, 80, 443 ), true ) ? '' : ":$port" );
}

function nonce_life(): int {
	/** This filter is documented in wp-includes/pluggable.php */
	return (int) apply_filters( 'nonce_life', DAY_IN_SECONDS, 'wp_rest' ); // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals -- core's.
}

/** Returns what a sidecar needs besides the site's keys to verify nonces of anonymous visitors. */
function anonymous_nonce_rules(): array {
	/** This filter is documented in wp-includes/pluggable.php */
	$user = apply_filters( 'nonce_user_logged_out', 0, 'wp_rest' ); // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals -- core's.
	return array( 'life' => max( 2, nonce_life() ), 'user' => is_scalar( $user ) ? substr( (string) $user, 0, 64 ) : '0' );
}

/** Returns the seconds for which a new nonce is valid: the half life in which it is made and the next one. */
function nonce_seconds_left(): int {
	return ( (int) wp_nonce_tick( 'wp_rest' ) + 1 ) * (int) ( nonce_life() / 2 ) - time();
}
