<?php
/**
 * Keyset pages over all public posts: steady on sites of any size, where offsets skip or repeat.
 *
 * phpcs:disable WordPress.DB.DirectDatabaseQuery -- WP_Query knows no "id greater than", and lets
 * translation plugins hide the other languages' posts.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

const POSTS_PER_QUERY = 25;

/**
 * The selected types, or those of them that the request names.
 *
 * @return list<string>
 */
function requested_types( \WP_REST_Request $request ): array {
	$named = wp_parse_list( $request['post_types'] ?? '' );
	return array_values( $named ? array_intersect( public_post_types(), $named ) : public_post_types() );
}

/**
 * What $tell says of each public post after the id `after`, a page of them. Whole posts are in memory
 * only a few at a time: one of a page builder can have megabytes.
 *
 * @param callable(\WP_Post): array $tell
 * @return array{list<array>, int|null} What was told, and the `after` of the next page.
 */
function page_of_posts( \WP_REST_Request $request, int $most, callable $tell ): array {
	$types = requested_types( $request );
	$left  = null === $request['limit'] ? $most : max( 1, min( $most, (int) $request['limit'] ) );
	$after = (int) $request['after'];
	$told  = array();
	while ( $types && $left > 0 ) {
		$wanted = min( POSTS_PER_QUERY, $left );
		$posts  = posts_after( $after, $wanted, $types );
		array_push( $told, ...array_map( $tell, public_ones( $posts ) ) );
		if ( count( $posts ) < $wanted ) {
			return array( $told, null );
		}
		$after = end( $posts )->ID;
		$left -= $wanted;
	}
	return array( $told, $types ? $after : null );
}

/**
 * Candidates: who calls still asks is_public_post() about each.
 *
 * @param list<string> $types
 * @return list<\WP_Post>
 */
function posts_after( int $after, int $limit, array $types ): array {
	global $wpdb;
	return as_posts(
		$wpdb->get_results(
			$wpdb->prepare(
				// phpcs:ignore WordPress.DB.PreparedSQLPlaceholders -- one placeholder for each type.
				"SELECT * FROM {$wpdb->posts} WHERE post_status = 'publish' AND post_password = '' AND post_type IN (" . placeholders( $types, '%s' ) . ') AND ID > %d ORDER BY ID LIMIT %d',
				array_merge( $types, array( $after, $limit ) )
			)
		)
	);
}

/**
 * As they are in the database: an object cache may not know yet what was changed without it.
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
			// phpcs:ignore WordPress.DB.PreparedSQLPlaceholders, WordPress.DB.PreparedSQL.NotPrepared -- one placeholder for each id.
			$wpdb->prepare( "SELECT * FROM {$wpdb->posts} WHERE ID IN (" . placeholders( $ids, '%d' ) . ') ORDER BY ID', $ids )
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
function public_ones( array $posts ): array {
	return array_values( array_filter( $posts, __NAMESPACE__ . '\\is_public_post' ) );
}

/**
 * With what the filter itih_post_is_public takes away: to know that, every post would have to be read.
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
			// phpcs:ignore WordPress.DB.PreparedSQLPlaceholders -- one placeholder for each type and id.
			"SELECT COUNT(*) FROM {$wpdb->posts} WHERE post_status = 'publish' AND post_password = '' AND post_type IN (" . placeholders( $types, '%s' ) . ') AND ID NOT IN (' . placeholders( $excluded, '%d' ) . ')',
			array_merge( $types, $excluded )
		)
	);
}

function placeholders( array $items, string $placeholder ): string {
	return implode( ', ', array_fill( 0, count( $items ), $placeholder ) );
}
