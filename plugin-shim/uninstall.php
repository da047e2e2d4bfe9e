<?php
/**
 * Deleting the plugin keeps its data, unless the owner asked for removal (Advanced > Remove data on uninstall).
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

/** Children before their parents. */
const TABLES = array( 'rag_native_vectors', 'rag_vector_codes', 'rag_next_vectors', 'rag_remote_vectors', 'rag_chunks', 'rag_chunk_changes', 'rag_documents', 'rag_chats', 'rag_chat_sessions', 'rag_mcp_servers', 'rag_state' );

function uninstall_site(): void {
	global $wpdb;
	$settings = get_option( 'itih_settings' );
	if ( ! is_array( $settings ) || true !== ( $settings['advanced']['remove_data_on_uninstall'] ?? false ) ) {
		return;
	}
	foreach ( TABLES as $table ) {
		// phpcs:ignore WordPress.DB -- a table name is no value: it comes from the list above.
		$wpdb->query( "DROP TABLE IF EXISTS `{$wpdb->prefix}{$table}`" );
	}
	foreach ( array( 'itih_settings', 'itih_public', 'itih_secret', 'itih_sidecar_url' ) as $option ) {
		delete_option( $option );
	}
}

if ( is_multisite() ) {
	$itih_sites = get_sites(
		array(
			'fields' => 'ids',
			'number' => 0,
		)
	);
	foreach ( $itih_sites as $itih_site ) {
		switch_to_blog( (int) $itih_site );
		uninstall_site();
		restore_current_blog();
	}
} else {
	uninstall_site();
}
