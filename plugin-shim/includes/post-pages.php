<?php
/**
 * Keyset pages over all public posts. Pages by offset would skip or repeat posts when others change.
 *
 * phpcs:disable WordPress.DB.DirectDatabaseQuery -- WP_Query has no "id greater than", and translation
 * plugins filter out the posts of other languages.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

const POSTS_PER_QUERY = 25;

/**
 * Returns the selected types, or those of them that the request names.
 *
 * @return list<string>
 */
function requested_types( \WP_REST_Request $request ): array {
	$named = wp_parse_list( $request['post_types'] ?? '' );
	return array_values( $named ? array_intersect( public_post_types(), $named ) : public_post_types() );
}

/**
 * Returns a page of the public posts after the id `after`, each mapped by $describe. Only a few whole posts are in
 * memory at a time: one of a page builder can have megabytes.
 *
 * @param callable(\WP_Post): array $describe
 * @return array{list<array>, int|null} The page, and the `after` of the next one.
 */
function page_of_posts( \WP_REST_Request $request, int $max, callable $describe ): array {
	$types = requested_types( $request );
	$left  = null === $request['limit'] ? $max : max( 1, min( $max, (int) $request['limit'] ) );
	$after = (int) $request['after'];
	$page  = array();
	while ( $types && $left > 0 ) {
		$wanted = min( POSTS_PER_QUERY, $left );
		$posts  = posts_after( $after, $wanted, $types );
		array_push( $page, ...array_map( $describe, filter_public_posts( $posts ) ) );
		if ( count( $posts ) < $wanted ) {
			return array( $page, null );
		}
		$after = end( $posts )->ID;
		$left -= $wanted;
	}
	return array( $page, $types ? $after : null );
}

/**
 * Returns candidates: the caller checks each with is_public_post().
 *
 * @param list<string> $types
 * @return list<\WP_Post>
 */
function posts_after( int $after, int $limit, array $types ): array {
	global $wpdb;
	return as_posts(
		$wpdb->get_results(
			$wpdb->prepare(
				"SELECT * FROM {$wpdb->posts} WHERE post_status = 'publish' AND post_password = '' AND post_type IN (" . implode( ', ', array_fill( 0, count( $types ), '%s' ) ) . ') AND ID > %d ORDER BY ID LIMIT %d',
				array_merge( $types, array( $after, $limit ) )
			)
		)
	);
}

/**
 * Reads posts from the database: an object cache may not have changes that were made without it.
 *
 * @param list<int> $ids
 * @return list<\WP_Post>
 */
function posts_by_id( array $ids ): array {
	global $wpdb;
	if ( ! $ids ) {
		return array();
	}
	return as_posts(
		$wpdb->get_results(
			$wpdb->prepare( "SELECT * FROM {$wpdb->posts} WHERE ID IN (" . implode( ', ', array_fill( 0, count( $ids ), '%d' ) ) . ') ORDER BY ID', $ids )
		)
	);
}

/**
 * @param list<object> $rows
 * @return list<\WP_Post>
 */
function as_posts( array $rows ): array {
	$posts = array_map( static fn( object $row ): \WP_Post => new \WP_Post( sanitize_post( $row, 'raw' ) ), $rows );
	update_object_term_cache( wp_list_pluck( $posts, 'ID' ), array_unique( wp_list_pluck( $posts, 'post_type' ) ) );
	return $posts;
}

/**
 * @param list<\WP_Post> $posts
 * @return list<\WP_Post>
 */
function filter_public_posts( array $posts ): array {
	return array_values( array_filter( $posts, __NAMESPACE__ . '\\is_public_post' ) );
}

/**
 * Counts public posts, including those that the filter itih_post_is_public removes: applying it would mean to read
 * every post.
 *
 * @param list<string> $types
 */
function count_public_posts( array $types ): int {
	global $wpdb;
	if ( ! $types ) {
		return 0;
	}
	$excluded = array_merge( array( 0 ), excluded_ids() );
	return (int) $wpdb->get_var(
		$wpdb->prepare(
			"SELECT COUNT(*) FROM {$wpdb->posts} WHERE post_status = 'publish' AND post_password = '' AND post_type IN (" . implode( ', ', array_fill( 0, count( $types ), '%s' ) ) . ') AND ID NOT IN (' . implode( ', ', array_fill( 0, count( $excluded ), '%d' ) ) . ')',
			array_merge( $types, $excluded )
		)
	);
}
