<?php
/**
 * Finds posts that show parts of others. They are indexed again when the others change.
 *
 * phpcs:disable WordPress.DB.DirectDatabaseQuery -- WP_Query searches words, not block comments.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

/** Blocks that list other posts. */
const LISTING_BLOCKS = array( 'query', 'latest-posts', 'page-list', 'rss' );

/**
 * Returns the public posts that contain one of the synced patterns, also nested in another pattern.
 *
 * @param list<int> $patterns
 * @return list<int>
 */
function posts_with_patterns( array $patterns ): array {
	$seen  = array();
	$posts = array();
	while ( $patterns ) {
		$seen   += array_flip( $patterns );
		$needles = array();
		foreach ( $patterns as $id ) {
			array_push( $needles, 'wp:block {"ref":' . $id . '}', 'wp:block {"ref":' . $id . ',' );
		}
		$found    = published_containing( $needles );
		$posts    = array_merge( $posts, array_keys( array_diff( $found, array( 'wp_block' ) ) ) );
		$patterns = array_diff( array_keys( $found, 'wp_block', true ), array_keys( $seen ) );
	}
	return array_values( array_unique( $posts ) );
}

/**
 * Returns the public posts with a list of other posts, which may name one that is no longer public.
 *
 * @return list<int>
 */
function posts_listing_others(): array {
	$needles = array_map( static fn( string $block ): string => '<!-- wp:' . $block . ' ', LISTING_BLOCKS );
	return array_keys( array_diff( published_containing( $needles ), array( 'wp_block' ) ) );
}

/**
 * Returns the published posts and patterns whose content contains one of the needles.
 *
 * @param list<string> $needles
 * @return array<int, string> Types by id.
 */
function published_containing( array $needles ): array {
	global $wpdb;
	$types = array_merge( public_post_types(), array( 'wp_block' ) );
	$likes = array_map( static fn( string $needle ): string => '%' . $wpdb->esc_like( $needle ) . '%', $needles );
	$rows  = $wpdb->get_results(
		$wpdb->prepare(
			"SELECT ID, post_type FROM {$wpdb->posts} WHERE post_status = 'publish' AND post_type IN (" . implode( ', ', array_fill( 0, count( $types ), '%s' ) ) . ') AND (' . implode( ' OR ', array_fill( 0, count( $likes ), 'post_content LIKE %s' ) ) . ')',
			array_merge( $types, $likes )
		)
	);
	return array_map( 'strval', array_column( $rows, 'post_type', 'ID' ) );
}
