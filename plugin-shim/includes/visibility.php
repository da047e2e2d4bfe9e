<?php
/**
 * Decides which posts are public. The bridge gives out no others.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

/**
 * Returns the selected post types that visitors can view.
 *
 * @return list<string>
 */
function public_post_types(): array {
	$selected = array_filter( (array) settings_group( 'indexing' )['post_types'], 'is_string' );
	return array_values( array_filter( $selected, 'is_post_type_viewable' ) );
}

/**
 * @return list<int>
 */
function excluded_ids(): array {
	return array_values( array_map( 'intval', (array) settings_group( 'indexing' )['exclude_ids'] ) );
}

function is_public_post( \WP_Post $post ): bool {
	$public = 'publish' === $post->post_status
		&& '' === $post->post_password
		&& in_array( $post->post_type, public_post_types(), true )
		&& ! in_array( $post->ID, excluded_ids(), true )
		&& ! is_page_of_posts( $post );

	/**
	 * Filters whether a public post may be used as knowledge. It can only exclude posts: it is not called for
	 * private, protected or excluded posts and other types.
	 *
	 * @param bool     $public True.
	 * @param \WP_Post $post   The post.
	 */
	return $public && (bool) apply_filters( 'itih_post_is_public', true, $post );
}

/** Whether WordPress shows the latest posts at the address of a page: visitors never see its own text. */
function is_page_of_posts( \WP_Post $post ): bool {
	return 'page' === get_option( 'show_on_front' ) && (int) get_option( 'page_for_posts' ) === $post->ID;
}

/**
 * Whether visitors can view a post. The chat may use fewer posts: the owner reads here what it would use.
 */
function is_open_post( \WP_Post $post ): bool {
	return 'publish' === $post->post_status && '' === $post->post_password && is_post_type_viewable( $post->post_type );
}

/**
 * Whether a file may be used as knowledge. The owner adds files one by one, so the page that it is attached to does
 * not count; a file that is in the trash, private or protected is not public.
 */
function is_public_file( \WP_Post $post ): bool {
	return 'attachment' === $post->post_type
		&& in_array( $post->post_status, array( 'inherit', 'publish' ), true )
		&& '' === $post->post_password;
}

function is_public_source( \WP_Post $post ): bool {
	return is_public_file( $post ) ? ! is_wp_error( attachment_file( $post->ID ) ) : is_public_post( $post );
}
