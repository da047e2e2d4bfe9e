<?php
/**
 * Opens the first steps once, after an administrator has activated the plugin by itself.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

/** Unix time of an activation whose first steps were not opened yet. */
const FIRST_STEPS_OPTION = 'itih_first_steps';

/** Seconds for which an activation is remembered: later visits of the admin have another purpose. */
const FIRST_STEPS_WITHIN = 5 * MINUTE_IN_SECONDS;

add_action( 'admin_init', __NAMESPACE__ . '\\open_first_steps' );

/** Remembers an activation in a browser. A site that had a sidecar before needs no first steps. */
function remember_activation(): void {
	// phpcs:ignore WordPress.Security.NonceVerification -- core has checked the activation; this only reads its kind.
	$is_bulk = isset( $_POST['checked'] ) || isset( $_REQUEST['activate-multi'] );
	if ( 'cli' !== PHP_SAPI && ! wp_doing_ajax() && ! wp_is_json_request() && ! $is_bulk && ! had_contact() ) {
		update_option( FIRST_STEPS_OPTION, time(), false );
	}
}

function open_first_steps(): void {
	$activated = get_option( FIRST_STEPS_OPTION );
	if ( false === $activated || wp_doing_ajax() || wp_doing_cron() || is_network_admin() || ! current_user_can( 'manage_options' ) ) {
		return;
	}
	delete_option( FIRST_STEPS_OPTION );
	// phpcs:ignore WordPress.Security.NonceVerification
	if ( isset( $_GET['activate-multi'] ) || (int) $activated < time() - FIRST_STEPS_WITHIN ) {
		return;
	}
	wp_safe_redirect( admin_url( 'admin.php?page=' . SETUP_PAGE ) );
	exit;
}
