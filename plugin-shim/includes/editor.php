<?php
/**
 * Block editor: the block with its preview, and the panel of a post.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

add_action( 'enqueue_block_editor_assets', __NAMESPACE__ . '\\enqueue_post_panel' );
add_action( 'enqueue_block_editor_assets', __NAMESPACE__ . '\\pass_chat_to_block' );

/** Gives the block what its preview shows: the look of the settings, and the colours of each theme. */
function pass_chat_to_block(): void {
	$look = array_intersect_key( widget_config(), array_flip( array( 'theme', 'bot_name', 'welcome', 'starters', 'logo', 'avatar' ) ) );
	$data = array(
		'look'   => $look + array( 'strings' => widget_strings() ),
		'themes' => contract()['themes'],
		'limits' => array(
			'title'    => CHAT_TITLE_LENGTH,
			'starter'  => CHAT_STARTER_LENGTH,
			'starters' => CHAT_STARTERS,
			'height'   => CHAT_HEIGHT,
		),
		'shown'  => had_contact() && public_settings()['widget_enabled'],
	);
	wp_add_inline_script( 'itih-block', 'window.itihChatBlock = ' . wp_json_encode( $data, JSON_HEX_TAG | JSON_UNESCAPED_SLASHES ) . ';', 'before' );
}

/** Adds the panel where a post is edited; blocks are edited on other screens, too. */
function enqueue_post_panel(): void {
	$screen = get_current_screen();
	if ( ! $screen || 'post' !== $screen->base || ! is_post_type_viewable( $screen->post_type ) || ! is_built( 'panel.js' ) ) {
		return;
	}
	$asset = build_asset( 'panel' );
	// The bundle finds these in `wp`: they are no packages of its build. PluginDocumentSettingPanel moved from wp-edit-post to wp-editor in WordPress 6.6.
	$dependencies = array_merge( $asset['dependencies'], array( 'wp-plugins', 'wp-data', 'wp-editor', 'wp-edit-post', 'wp-notices' ) );
	wp_enqueue_script( 'itih-panel', plugins_url( 'build/panel.js', PLUGIN_FILE ), $dependencies, $asset['version'], true );
	wp_set_script_translations( 'itih-panel', 'itih-rag-chat', PLUGIN_DIR . '/languages' );
}
