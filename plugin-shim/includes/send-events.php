<?php
/**
 * Tells the sidecar which posts and settings changed, with the posts that show parts of others.
 *
 * phpcs:disable WordPress.DB.DirectDatabaseQuery -- WP_Query searches words, not block comments.
 */

declare( strict_types=1 );
namespace Itih\RagChat;
defined( 'ABSPATH' ) || exit;

const LISTING_BLOCKS = array( 'query', 'latest-posts', 'page-list', 'rss' ); // Blocks that list other posts.

/** Returns the public posts that contain one of the synced patterns, also nested in another pattern. */
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

/** Returns the public posts with a list of other posts, which may name one that is no longer public. */
function posts_listing_others(): array {
	$needles = array_map( static fn( string $block ): string => '<!-- wp:' . $block . ' ', LISTING_BLOCKS );
	return array_keys( array_diff( published_containing( $needles ), array( 'wp_block' ) ) );
}

/** Returns the published posts and patterns whose content contains one of the needles. @return array<int, string> Types by id. */
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

const EVENTS_PER_CALL = 1000; // Maximum number of events in one call.
const EVENTS_TIMEOUT = 2; // Seconds, connecting included.

/** Sends events of the present site. False: the sidecar was not reached, or refused them. */
function send_events( array $events ): bool {
	foreach ( array_chunk( $events, EVENTS_PER_CALL ) as $batch ) {
		$answer = sidecar_data( 'POST', '/events', array(), array( 'events' => $batch ), 'system', EVENTS_TIMEOUT );
		if ( is_wp_error( $answer ) ) {
			log_failure( 'Events were not delivered', (string) $answer->get_error_code() );
			return false;
		}
	}
	return true;
}

/**
 * Returns the events of changed posts, and of those that show them.
 * @param array<int, true> $posts    Ids of changed posts.
 * @param array<int, true> $wanted   Ids of posts that are to be read even when indexing is not automatic.
 * @param array<int, true> $patterns Ids of changed synced patterns.
 */
function post_events( array $posts, array $wanted, array $patterns ): array {
	$event  = static fn( int $id ): ?array => event_for( $id, isset( $wanted[ $id ] ) );
	$ids    = array_keys( $posts );
	$events = array_filter( array_map( $event, $ids ) );
	$lists  = in_array( 'post_removed', array_column( $events, 'type' ), true ) ? posts_listing_others() : array();
	$also   = array_unique( array_merge( posts_with_patterns( array_keys( $patterns ) ), $lists ) );
	return array_merge( $events, array_filter( array_map( $event, array_diff( $also, $ids ) ) ) );
}

/** Returns the event for the state of a post at the end of the request. Removal is sent even when indexing is not automatic. */
function event_for( int $id, bool $is_wanted ): ?array {
	$post   = get_post( $id );
	$public = $post && is_public_post( $post );
	return $public && ! $is_wanted && ! settings_group( 'indexing' )['auto_index'] ? null : array(
		'type'    => $public ? 'post_changed' : 'post_removed',
		'post_id' => $id,
	);
}
