<?php
/** Asks the sidecar to delete its data before the site's data is deleted. */

declare( strict_types=1 );
namespace Itih\RagChat;
defined( 'ABSPATH' ) || exit;

const REMOVAL_TIMEOUT = 10; // Seconds.

// Before core drops the tables, at 10.
add_action( 'wp_uninitialize_site', static fn( \WP_Site $site ) => on_site( (int) $site->blog_id, __NAMESPACE__ . '\\remove_sidecar_data' ), 5 );

/** Asks once: the sidecar deletes vectors in a hosted index, files and its tables. A missing sidecar is no error. */
function remove_sidecar_data(): void {
	// secret() would make a missing one; without one there was never a sidecar.
	if ( ! get_option( SECRET_OPTION ) && ! defined( 'ITIH_SECRET' ) ) { return; }
	$settings = (object) restore_objects( stored_settings(), settings_shape() );
	$answer   = sidecar_data( 'DELETE', '/data', array(), array( 'settings' => $settings ), 'system', REMOVAL_TIMEOUT );
	if ( is_wp_error( $answer ) ) {
		log_failure( 'The sidecar has not deleted its data', (string) $answer->get_error_code() );
	}
}
