<?php
/**
 * Versions of plugin and sidecar: each call and each answer carries the version and the protocol of its sender.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

/**
 * Returns the value of the header X-Itih-Version in calls of this plugin.
 */
function own_version_header(): string {
	$protocol = contract()['protocol'];
	return http_build_query(
		array(
			'version'  => VERSION,
			'protocol' => $protocol['number'],
			'least'    => $protocol['least'],
		)
	);
}

/**
 * Returns the version in a header of the sidecar; '' without one.
 */
function version_in( string $header ): string {
	parse_str( $header, $told );
	$version = $told['version'] ?? '';
	return is_string( $version ) && preg_match( '/^[\w.+-]{1,32}$/D', $version ) ? $version : '';
}

/**
 * Whether the sender of a header and this plugin speak a common protocol. Without a header its calls are judged by
 * their signature alone.
 */
function is_understood( string $header ): bool {
	if ( '' === version_in( $header ) ) {
		return true;
	}
	parse_str( $header, $told );
	$own = contract()['protocol'];
	return (int) ( $told['protocol'] ?? 1 ) >= $own['least'] && $own['number'] >= (int) ( $told['least'] ?? 1 );
}

/**
 * Returns the older of plugin and sidecar: `plugin`, `sidecar`, or '' if neither is.
 */
function older_part( string $sidecar ): string {
	$order = '' === $sidecar ? 0 : version_compare( $sidecar, VERSION );
	return 0 === $order ? '' : ( $order < 0 ? 'sidecar' : 'plugin' );
}

function versions_sentence( string $sidecar ): string {
	/* translators: 1: version of the sidecar. 2: version of the plugin. */
	return sprintf( __( 'The sidecar is version %1$s, the plugin %2$s.', 'itih-rag-chat' ), $sidecar, VERSION );
}

/**
 * Returns who has to be updated, and how.
 */
function update_step( string $sidecar ): string {
	return 'plugin' === older_part( $sidecar )
		? __( 'Update the plugin, or start the sidecar that belongs to this version.', 'itih-rag-chat' )
		: __( 'Update the sidecar: on this server start it again (wp itih sidecar restart), elsewhere install its new version.', 'itih-rag-chat' );
}
