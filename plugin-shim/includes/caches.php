<?php
/**
 * Keeps all answers of the plugin's REST API out of caches: those of plugins, of the web server and of proxies. An
 * answer is a visitor's conversation, a nonce of the moment, or what the sidecar asked with a signature.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

// LiteSpeed Cache declares answers cacheable in the same action, and refusals of other plugins come before any route.
add_action( 'rest_api_init', __NAMESPACE__ . '\\keep_from_caches' );
add_filter( 'wp_rest_cache/disallowed_endpoints', __NAMESPACE__ . '\\keep_from_wp_rest_cache' );

/** Returns the REST route that this request is for, as it was written; '' for all other requests. */
function asked_route(): string {
	$route = $GLOBALS['wp']->query_vars['rest_route'] ?? '';
	return is_string( $route ) ? untrailingslashit( $route ) : '';
}

/** Tells all caches to leave the answer out, also an error of somebody else, if it is for a route of this plugin. */
function keep_from_caches(): void {
	// Core ignores case when it matches routes.
	if ( ! str_starts_with( strtolower( asked_route() ) . '/', '/' . contract()['namespace'] . '/' ) ) {
		return;
	}
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
 * WP REST Cache reads the option that it makes of this before any plugin is loaded.
 *
 * @param array<string, string[]> $endpoints Beginnings of routes by namespace.
 */
function keep_from_wp_rest_cache( $endpoints ): array {
	return array( contract()['namespace'] => array( '' ) ) + (array) $endpoints;
}
