<?php
/**
 * Deleting the plugin keeps its data unless the setting `advanced.remove_data_on_uninstall` is on.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

require_once __DIR__ . '/includes/tables.php';

// On an older PHP the plugin never ran, and its files cannot be parsed.
if ( PHP_VERSION_ID >= 80000 && function_exists( 'curl_init' ) ) {
	defined( __NAMESPACE__ . '\\PLUGIN_DIR' ) || define( __NAMESPACE__ . '\\PLUGIN_DIR', __DIR__ );
	defined( __NAMESPACE__ . '\\VERSION' ) || define( __NAMESPACE__ . '\\VERSION', '' );
	foreach ( array( 'contract', 'settings', 'secret', 'site', 'site-doubt', 'install', 'messages', 'request-id', 'errors', 'versions', 'signature', 'identity', 'sidecar', 'had-contact', 'contact', 'render', 'remote-data' ) as $itih_file ) {
		require_once __DIR__ . '/includes/' . $itih_file . '.php';
	}
}

function uninstall_site(): void {
	global $wpdb;
	wp_clear_scheduled_hook( 'itih_retention' );
	wp_clear_scheduled_hook( 'itih_test_transport' );
	$settings = get_option( 'itih_settings' );
	if ( ! is_array( $settings ) || true !== ( $settings['advanced']['remove_data_on_uninstall'] ?? false ) ) {
		return;
	}
	if ( function_exists( __NAMESPACE__ . '\\remove_sidecar_data' ) ) {
		remove_sidecar_data();
	}
	foreach ( tables_of( 0 ) as $table ) {
		// phpcs:ignore WordPress.DB -- a table name cannot be a placeholder; it comes from the list of tables.
		$wpdb->query( "DROP TABLE IF EXISTS `{$table}`" );
	}
	// Where the plugin is still loaded, as under WP-CLI, deleting the options must not write or send anything.
	remove_all_actions( 'delete_option_itih_settings' );
	remove_all_actions( 'delete_option_itih_contact' );
	if ( class_exists( __NAMESPACE__ . '\\Events', false ) ) {
		remove_action( 'shutdown', array( Events::class, 'send' ), 100 );
	}
	foreach ( array( 'itih_', '_transient_itih_', '_transient_timeout_itih_', '_site_transient_itih_', '_site_transient_timeout_itih_' ) as $start ) {
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- nothing else finds options by their beginning.
		$names = $wpdb->get_col( $wpdb->prepare( "SELECT option_name FROM {$wpdb->options} WHERE option_name LIKE %s", $wpdb->esc_like( $start ) . '%' ) );
		// delete_option() also clears an object cache.
		array_map( 'delete_option', $names );
	}
	delete_metadata( 'user', 0, $wpdb->get_blog_prefix() . 'itih_dismissed', '', true );
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
