<?php
/** Activation of each site. Deactivation keeps all data; uninstall.php may delete it. */

declare( strict_types=1 );
namespace Itih\RagChat;
defined( 'ABSPATH' ) || exit;

const INSTALLED_OPTION = 'itih_installed'; // Unix time of the first activation.
const FIRST_DAILY_TOKENS = 500000; // Tokens that models may use in a day on a new site: some hundred answers. The first steps ask the owner.

add_action( 'wp_initialize_site', __NAMESPACE__ . '\\install_new_site', 100 );

function activate( $network_wide = false ): void {
	on_each_site( (bool) $network_wide, __NAMESPACE__ . '\\install_site' );
	if ( ! is_multisite() || ! $network_wide ) {
		remember_activation();
	}
}

function on_each_site( bool $network_wide, callable $work ): void {
	if ( ! is_multisite() || ! $network_wide ) {
		$work();
		return;
	}
	foreach ( get_sites( array( 'fields' => 'ids', 'number' => 0 ) ) as $site ) {
		on_site( $site, $work );
	}
}

function on_site( int $site, callable $work ): void {
	switch_to_blog( $site );
	$work();
	restore_current_blog();
}

function install_new_site( \WP_Site $site ): void {
	if ( ! function_exists( 'is_plugin_active_for_network' ) ) {
		require_once ABSPATH . 'wp-admin/includes/plugin.php';
	}
	if ( is_plugin_active_for_network( plugin_basename( PLUGIN_FILE ) ) ) {
		on_site( (int) $site->blog_id, __NAMESPACE__ . '\\install_site' );
	}
}

function install_site(): void {
	secret();
	site_id();
	recorded_site_url();
	// Only values that differ from the contract's defaults are stored. Sites that were there before keep what they have.
	add_option( SETTINGS_OPTION, array( 'limits' => array( 'daily_tokens' => FIRST_DAILY_TOKENS ) ), '', false );
	refresh_public_settings();
	add_option( INSTALLED_OPTION, time(), '', false );
	// An option that is missing would be asked for with each question.
	add_option( TRANSPORT_OPTION, array(), '', true );
}
