<?php
/** Configuration of web servers for the ways that need no PHP worker, with the addresses of this site. */

declare( strict_types=1 );
namespace Itih\RagChat;
defined( 'ABSPATH' ) || exit;

const PUBLIC_URL = 'http://127.0.0.1:8791'; // Usual address of the sidecar's port for visitors.

/** Files by the name of the web server. */
const SNIPPETS = array( 'nginx' => 'nginx.conf', 'apache' => 'apache.conf', 'caddy' => 'Caddyfile' );

/** @param string $public Address of the sidecar's listener for visitors (ITIH_PUBLIC_HOST, ITIH_PUBLIC_PORT). */
function snippet( string $server, string $public ): string {
	// phpcs:ignore WordPress.WP.AlternativeFunctions -- a file of the plugin.
	$text = (string) file_get_contents( PLUGIN_DIR . '/snippets/' . SNIPPETS[ $server ] );
	$down = array(
		'code'    => 'sidecar_unavailable',
		'message' => error_sentence( 'sidecar_unavailable' ),
		'data'    => array( 'status' => 503 ),
	);
	$path = untrailingslashit( (string) wp_parse_url( home_url(), PHP_URL_PATH ) ) . '/' . rest_get_url_prefix();
	return strtr(
		$text,
		array(
			'{{sidecar}}' => sidecar_url(),
			'{{public}}'  => $public,
			'{{path}}'    => str_replace( '.', '\.', $path ),
			'{{prefix}}'  => $path,
			'{{home}}'    => untrailingslashit( (string) wp_parse_url( site_url(), PHP_URL_PATH ) ),
			// A quotation mark of the sentence would end the text in the configuration.
			'{{down}}'    => str_replace( array( "'", '`' ), array( '\u0027', '\u0060' ), (string) wp_json_encode( $down ) ),
		)
	);
}
