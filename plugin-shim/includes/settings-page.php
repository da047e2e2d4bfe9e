<?php
/**
 * Data of the settings page, and the way to it from the page of tools that it replaced.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

/** Maximum number of chosen posts whose titles the page is given. */
const MAX_TITLES = 500;

add_action( 'admin_page_access_denied', __NAMESPACE__ . '\\redirect_tools_page' );

/**
 * @return array<string, string>
 */
function settings_page_data(): array {
	return array(
		'preview-url'  => preview_url(),
		'redirect-url' => oauth_redirect_url(),
		'privacy-url'  => current_user_can( 'manage_privacy_options' ) ? admin_url( 'options-privacy.php' ) : get_privacy_policy_url(),
		'titles'       => (string) wp_json_encode( (object) chosen_titles() ),
	);
}

/**
 * Returns the titles of the posts that settings name.
 *
 * @return array<int, string> By id.
 */
function chosen_titles(): array {
	$general = settings_group( 'general' );
	$ids     = array_merge( $general['show_ids'], $general['hide_ids'], settings_group( 'indexing' )['exclude_ids'] );
	$ids     = array_slice( array_unique( array_map( 'intval', $ids ) ), 0, MAX_TITLES );
	if ( ! $ids ) {
		return array();
	}
	$posts  = get_posts(
		array(
			'post__in'               => $ids,
			'post_type'              => array_values( get_post_types() ),
			'post_status'            => 'any',
			'posts_per_page'         => MAX_TITLES,
			'update_post_meta_cache' => false,
			'update_post_term_cache' => false,
		)
	);
	$titles = array();
	foreach ( $posts as $post ) {
		$titles[ $post->ID ] = html_entity_decode( get_the_title( $post ), ENT_QUOTES | ENT_HTML5, 'UTF-8' );
	}
	return $titles;
}

/** Sends old bookmarks of the page of tools to its tab. */
function redirect_tools_page(): void {
	$page = isset( $_GET['page'] ) && is_string( $_GET['page'] ) ? sanitize_key( $_GET['page'] ) : ''; // phpcs:ignore WordPress.Security.NonceVerification -- nothing is changed.
	if ( 'itih-rag-chat-tools' === $page && current_user_can( 'manage_options' ) ) {
		wp_safe_redirect( admin_url( 'admin.php?page=' . SETTINGS_PAGE . '&tab=mcp' ) );
		exit;
	}
}
