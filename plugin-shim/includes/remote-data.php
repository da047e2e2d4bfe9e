<?php
/**
 * Before a site's data is dropped, its sidecar removes what it keeps elsewhere.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

/** Seconds. */
const REMOVAL_TIMEOUT = 10;

// Before core drops the tables, at 10.
add_action( 'wp_uninitialize_site', __NAMESPACE__ . '\\remove_data_of_site', 5 );

function remove_data_of_site( \WP_Site $site ): void {
	switch_to_blog( (int) $site->blog_id );
	remove_sidecar_data();
	restore_current_blog();
}

/**
 * Asked once: vectors in a hosted index, files, its tables. Where no sidecar answers there is nothing to wait for.
 */
function remove_sidecar_data(): void {
	// Reading the secret would make one, and there has been no sidecar without.
	if ( ! get_option( SECRET_OPTION ) && ! defined( 'ITIH_SECRET' ) ) {
		return;
	}
	$settings = (object) restore_objects( stored_settings(), settings_shape() );
	$call     = sidecar_call(
		'DELETE',
		'/' . contract()['namespace'] . '/data',
		'',
		(string) wp_json_encode( array( 'settings' => $settings ) ),
		encode_identity( 'system' ),
		array( 'Content-Type' => 'application/json' )
	);
	$answer   = sidecar_answer( $call, REMOVAL_TIMEOUT );
	if ( is_wp_error( $answer ) || $answer['status'] >= 400 ) {
		log_failure( 'The sidecar has not removed its data', is_wp_error( $answer ) ? (string) $answer->get_error_code() : 'status ' . $answer['status'] );
	}
}
