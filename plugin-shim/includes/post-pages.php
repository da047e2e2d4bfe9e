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
 * Candidates after the id `after`; who calls still asks is_public_post() about each.
 *
 * @return array{list<\WP_Post>, int|null} The posts, and the `after` of the next page.
 */
function page_of_posts( \WP_REST_Request $request, int $most ): array {
	global $wpdb;
	$types = requested_types( $request );
	if ( ! $types ) {
		return array( array(), null );
	}
	$limit = null === $request['limit'] ? $most : max( 1, min( $most, (int) $request['limit'] ) );
	$rows  = $wpdb->get_results(
		$wpdb->prepare(
			// phpcs:ignore WordPress.DB.PreparedSQLPlaceholders -- one placeholder for each type.
			"SELECT * FROM {$wpdb->posts} WHERE post_status = 'publish' AND post_password = '' AND post_type IN (" . placeholders( $types, '%s' ) . ') AND ID > %d ORDER BY ID LIMIT %d',
			array_merge( $types, array( (int) $request['after'], $limit ) )
		)
	);
	$posts = array_map( static fn( object $row ): \WP_Post => new \WP_Post( sanitize_post( $row, 'raw' ) ), $rows );
	update_post_caches( $posts, 'any' );
	return array( $posts, count( $posts ) === $limit ? end( $posts )->ID : null );
}

/**
 * Without what the filter itih_post_is_public takes away: that would need every post.
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
