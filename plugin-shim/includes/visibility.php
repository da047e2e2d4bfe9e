<?php
/**
 * Which posts are public knowledge. Nothing else ever leaves through the bridge.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

/**
 * The selected post types that visitors can view.
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
		&& ! in_array( $post->ID, excluded_ids(), true );

	/**
	 * Filters whether a public post may be used as knowledge. It can only take away: what is private,
	 * protected, excluded or of another type is never asked about.
	 *
	 * @param bool     $public True.
	 * @param \WP_Post $post   The post.
	 */
	return $public && (bool) apply_filters( 'itih_post_is_public', true, $post );
}

/**
 * A file becomes knowledge because its owner adds it, whatever page it is attached to; it stays so until
 * it is trashed, made private or given a password of its own.
 */
function is_public_file( \WP_Post $post ): bool {
	return 'attachment' === $post->post_type
		&& in_array( $post->post_status, array( 'inherit', 'publish' ), true )
		&& '' === $post->post_password;
}

function is_public_source( \WP_Post $post ): bool {
	return is_public_file( $post ) ? ! is_wp_error( attachment_file( $post->ID ) ) : is_public_post( $post );
}
