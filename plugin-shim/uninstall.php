<?php
/**
 * Deleting the plugin keeps its data unless the setting `advanced.remove_data_on_uninstall` is on. WordPress includes this file
 * without the plugin. Names are listed, because other plugins have names with the same beginning.
 */

declare( strict_types=1 );
namespace Itih\RagChat;
defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

const OWN_OPTIONS = array( 'itih_settings', 'itih_public', 'itih_secret', 'itih_sidecar_url', 'itih_site_id', 'itih_site_url', 'itih_installed', 'itih_first_steps', 'itih_contact', 'itih_had_contact', 'itih_transport', 'itih_held_back', 'itih_accel_server', 'itih_retention_run', 'itih_vendor_failure', 'itih_import', 'itih_connect_code' );
const OWN_TRANSIENTS = array( 'itih_probe', 'itih_codes', 'itih_wrong_codes', 'itih_php_workers' );
const SEEN_TRANSIENTS = 'itih_seen_'; // Beginning of transients that are named by a signature.
const OWN_EVENTS = array( 'itih_retention', 'itih_test_transport' );
const OWN_USER_OPTIONS = array( 'itih_dismissed' ); // Names of user options, without the beginning that each site adds.

require_once __DIR__ . '/includes/tables.php';

// On an older PHP the plugin never ran, and its files cannot be parsed.
if ( PHP_VERSION_ID >= 80000 && function_exists( 'curl_init' ) ) {
	defined( __NAMESPACE__ . '\\PLUGIN_DIR' ) || define( __NAMESPACE__ . '\\PLUGIN_DIR', __DIR__ );
	defined( __NAMESPACE__ . '\\VERSION' ) || define( __NAMESPACE__ . '\\VERSION', '' );
	foreach ( array( 'contract', 'settings', 'site', 'install', 'messages', 'signature', 'identity', 'sidecar', 'contact', 'render', 'remote-data' ) as $itih_file ) {
		require_once __DIR__ . '/includes/' . $itih_file . '.php';
	}
}

/** Whether the tables are the sidecar's: it makes none beside a table of another plugin. */
function are_tables_own(): bool {
	global $wpdb;
	$columns = has_table( 'rag_state' ) ? $wpdb->get_col( "SHOW COLUMNS FROM `{$wpdb->prefix}rag_state`" ) : array(); // phpcs:ignore WordPress.DB
	if ( array_diff( array( 'name', 'number', 'text', 'expires_at' ), $columns ) ) { return false; }
	// phpcs:ignore WordPress.DB -- a table name cannot be a placeholder.
	return (int) $wpdb->get_var( "SELECT COUNT(*) FROM `{$wpdb->prefix}rag_state` WHERE name IN ( 'schema_version', 'schema_step' )" ) > 0;
}

function uninstall_site(): void {
	global $wpdb;
	array_map( 'wp_unschedule_hook', OWN_EVENTS );
	$settings = get_option( 'itih_settings' );
	if ( ! is_array( $settings ) || true !== ( $settings['advanced']['remove_data_on_uninstall'] ?? false ) ) {
		return;
	}
	if ( function_exists( __NAMESPACE__ . '\\remove_sidecar_data' ) ) {
		remove_sidecar_data();
	}
	foreach ( are_tables_own() ? tables_of( 0 ) : array() as $table ) {
		// phpcs:ignore WordPress.DB -- a table name cannot be a placeholder; it comes from the list of tables.
		$wpdb->query( 'DROP TABLE IF EXISTS `' . esc_sql( $table ) . '`' );
	}
	// Deleting an option must write no other.
	remove_all_actions( 'delete_option_itih_settings' );
	remove_all_actions( 'delete_option_itih_contact' );
	array_map( 'delete_option', OWN_OPTIONS );
	// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- nothing else finds options by their beginning.
	$seen = $wpdb->get_col( $wpdb->prepare( "SELECT option_name FROM {$wpdb->options} WHERE option_name LIKE %s", $wpdb->esc_like( '_transient_' . SEEN_TRANSIENTS ) . '%' ) );
	// This also clears an object cache.
	array_map( 'delete_transient', array_merge( OWN_TRANSIENTS, substr_replace( $seen, '', 0, strlen( '_transient_' ) ) ) );
	foreach ( OWN_USER_OPTIONS as $name ) {
		delete_metadata( 'user', 0, $wpdb->get_blog_prefix() . $name, '', true );
	}
}

if ( is_multisite() ) {
	foreach ( get_sites( array( 'fields' => 'ids', 'number' => 0 ) ) as $itih_site ) {
		switch_to_blog( (int) $itih_site );
		uninstall_site();
		restore_current_blog();
	}
} else {
	uninstall_site();
}
