<?php
/**
 * The admin page, which the admin bundle fills.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

const ADMIN_PAGE = 'itih-rag-chat';

add_action( 'admin_menu', __NAMESPACE__ . '\\add_admin_page' );
add_action( 'admin_enqueue_scripts', __NAMESPACE__ . '\\enqueue_admin_page' );
add_action( 'admin_notices', __NAMESPACE__ . '\\notice_missing_build' );
add_filter( 'plugin_action_links_' . plugin_basename( PLUGIN_FILE ), __NAMESPACE__ . '\\add_settings_link' );

function add_admin_page(): void {
	add_menu_page(
		__( 'RAG Chat', 'itih-rag-chat' ),
		__( 'RAG Chat', 'itih-rag-chat' ),
		'manage_options',
		ADMIN_PAGE,
		static function (): void {
			// What the page needs to show how the sidecar is started.
			printf( '<div id="itih-admin" class="wrap" data-home-url="%s" data-path="%s"></div>', esc_attr( home_url() ), esc_attr( ABSPATH ) );
		},
		'dashicons-format-chat'
	);
}

/**
 * @param string $screen
 */
function enqueue_admin_page( $screen ): void {
	if ( 'toplevel_page_' . ADMIN_PAGE !== $screen || ! is_built( 'admin.js' ) ) {
		return;
	}
	$asset = build_asset( 'admin' );
	wp_enqueue_script( 'itih-admin', plugins_url( 'build/admin.js', PLUGIN_FILE ), $asset['dependencies'], $asset['version'], true );
	wp_set_script_translations( 'itih-admin', 'itih-rag-chat' );
	wp_enqueue_style( 'wp-components' );
	if ( is_built( 'admin.css' ) ) {
		wp_enqueue_style( 'itih-admin', plugins_url( 'build/admin.css', PLUGIN_FILE ), array( 'wp-components' ), $asset['version'] );
		wp_style_add_data( 'itih-admin', 'rtl', is_built( 'admin-rtl.css' ) ? 'replace' : false );
	}
}

/** A checkout without `npm run build`; a release always has the bundles. */
function notice_missing_build(): void {
	if ( current_user_can( 'manage_options' ) && ! ( is_built( 'admin.js' ) && is_built( 'widget.js' ) ) ) {
		printf(
			'<div class="notice notice-error"><p>%s</p></div>',
			esc_html__( 'Itih RAG Chat: the built scripts are missing, so the chat is not shown. Please install a release, or build the plugin.', 'itih-rag-chat' )
		);
	}
}

/**
 * @param array<string, string> $links
 * @return array<string, string>
 */
function add_settings_link( $links ): array {
	$link = sprintf(
		'<a href="%s">%s</a>',
		esc_url( admin_url( 'admin.php?page=' . ADMIN_PAGE ) ),
		esc_html__( 'Settings', 'itih-rag-chat' )
	);
	return array( 'settings' => $link ) + (array) $links;
}
