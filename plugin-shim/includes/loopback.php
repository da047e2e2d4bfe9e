<?php
/**
 * Calls of the site's own address, as a visitor's browser makes them.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

/**
 * Calls a route of the plugin without a login. Where the web server asked for a password, that of the present request
 * goes along, as in core's own Site Health.
 *
 * @param array<string, string> $query
 * @return array|\WP_Error As wp_remote_get().
 */
function loopback_get( string $path, array $query = array() ) {
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
