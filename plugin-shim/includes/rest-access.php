<?php
/**
 * Keeps the routes of the chat open where a plugin closes the REST API to everybody who is not logged in, and their answers out
 * of caches: those of plugins, of the web server and of proxies. An answer is a visitor's conversation, a nonce of the moment, or
 * what the sidecar asked with a signature.
 */

declare( strict_types=1 );
namespace Itih\RagChat;
defined( 'ABSPATH' ) || exit;

const OPEN_AUTH = array( 'none', 'nonce', 'bridge' ); // Callers of the routes that stay open; each of these checks its callers itself.

// After all others: plugins refuse here.
add_filter( 'rest_authentication_errors', __NAMESPACE__ . '\\keep_chat_open', PHP_INT_MAX );
add_filter( 'rest_post_dispatch', __NAMESPACE__ . '\\notice_refusal', PHP_INT_MAX );

/** Whether the request is for a route of visitors or of the sidecar, in any method. */
function is_for_open_route(): bool {
	foreach ( contract()['routes'] as $route ) {
		$pattern = '@^/' . contract()['namespace'] . route_pattern( $route['path'] ) . '$@iD';
		if ( in_array( $route['auth'], OPEN_AUTH, true ) && preg_match( $pattern, asked_route() ) ) { return true; }
	}
	return false;
}

/**
 * Sets a refusal aside, unless the owner wants these routes closed, too.
 * @param mixed $result An error; true or null when nobody refuses.
 */
function keep_chat_open( mixed $result ): mixed {
	if ( ! is_wp_error( $result ) || ! is_for_open_route() || ! settings_group( 'general' )['open_rest'] ) {
		return $result;
	}
	// Core's check of the nonce of a logged-in visitor leaves a refusal alone, so it has still to be made.
	return rest_cookie_check_errors( null );
}

/**
 * Has the site look whether visitors are refused, when an answer says otherwise than the last look: only a call without a login
 * can tell, because a plugin may refuse a single visitor.
 */
function notice_refusal( $response ): \WP_HTTP_Response {
	$data       = $response->get_data();
	$is_refused = in_array( $response->get_status(), array( 401, 403, 404 ), true ) && is_array( $data ) && ! isset( contract()['errors'][ (string) ( $data['code'] ?? '' ) ] );
	if ( is_for_open_route() && ( '' !== transport()['refusal'] ) !== $is_refused ) {
		wp_schedule_single_event( time(), TRANSPORT_EVENT, array( 'refusal' ) );
	}
	return $response;
}

/**
 * Asks for a session as a visitor, and records whether another plugin refuses it. Returns its message, '' when visitors get one.
 * An answer that says neither, or none, changes nothing.
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

// LiteSpeed Cache declares answers cacheable in the same action, and refusals of other plugins come before any route.
add_action( 'rest_api_init', __NAMESPACE__ . '\\keep_from_caches' );
// WP REST Cache reads the option that it makes of this before any plugin is loaded: beginnings of routes by namespace.
add_filter( 'wp_rest_cache/disallowed_endpoints', static fn( $endpoints ): array => array( contract()['namespace'] => array( '' ) ) + (array) $endpoints );

/** Returns the REST route that this request is for, as it was written; '' for all other requests. */
function asked_route(): string {
	$route = $GLOBALS['wp']->query_vars['rest_route'] ?? '';
	return is_string( $route ) ? untrailingslashit( $route ) : '';
}

/** Tells all caches to leave the answer out, also an error of somebody else, if it is for a route of this plugin. */
function keep_from_caches(): void {
	// Core ignores case when it matches routes.
	if ( ! str_starts_with( strtolower( asked_route() ) . '/', '/' . contract()['namespace'] . '/' ) ) { return; }
	defined( 'DONOTCACHEPAGE' ) || define( 'DONOTCACHEPAGE', true ); // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals -- of all caches.
	/** Documented at https://docs.litespeedtech.com/lscache/lscwp/api/ */
	do_action( 'litespeed_control_set_nocache', 'Itih RAG Chat' ); // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals -- LiteSpeed's.
	// The servers of LiteSpeed and nginx obey these where they are told to ignore Cache-Control.
	header( 'X-LiteSpeed-Cache-Control: no-cache' );
	header( 'X-Accel-Expires: 0' );
	// Core then sends these headers with each answer, whoever gives it.
	add_filter( 'rest_send_nocache_headers', '__return_true' );
	add_filter( 'nocache_headers', static fn( array $headers ): array => array( 'Cache-Control' => 'no-store' ) + $headers );
}

/**
 * Calls a route of the plugin without a login. Where the web server asked for a password, that of the present request goes along,
 * as in core's own Site Health.
 * @return array|\WP_Error As wp_remote_get().
 */
function loopback_get( string $path, array $query = array() ): array|\WP_Error {
	$headers = array( 'X-Request-Id' => wp_generate_uuid4() );
	if ( isset( $_SERVER['PHP_AUTH_USER'], $_SERVER['PHP_AUTH_PW'] ) ) {
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput, WordPress.PHP.DiscouragedPHPFunctions -- sent back as it came.
		$headers['Authorization'] = 'Basic ' . base64_encode( wp_unslash( $_SERVER['PHP_AUTH_USER'] ) . ':' . wp_unslash( $_SERVER['PHP_AUTH_PW'] ) );
	}
	return wp_remote_get(
		add_query_arg( $query, rest_url( contract()['namespace'] . $path ) ),
		array(
			'timeout'   => CHECK_TIMEOUT,
			'headers'   => $headers,
			/** This filter is documented in wp-includes/class-wp-http-streams.php */
			'sslverify' => apply_filters( 'https_local_ssl_verify', false ), // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals -- core's.
		)
	);
}
