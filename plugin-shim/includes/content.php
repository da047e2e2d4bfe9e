<?php
/** Tells an owner, before anything is read, what the chat would read and what it leaves out, by the rules of the bridge. */

declare( strict_types=1 );
namespace Itih\RagChat;
defined( 'ABSPATH' ) || exit;

const MAX_LOOKED_AT   = 1000; // Published posts of a type that are looked at one by one.
const MAX_LEFT_TITLES = 5; // Titles that are named for a reason.

/** Answers with the contract's contentReply. */
function content_response(): array {
	return array( 'types' => array_map( __NAMESPACE__ . '\\content_of_type', selectable_post_types() ) );
}

/**
 * Counts what is read of a type, were it selected, and what is not by the reason.
 * @param array{name: string, label: string, count: int} $type
 */
function content_of_type( array $type ): array {
	$counts = wp_count_posts( $type['name'] );
	$left   = array(
		'draft'   => array( 'count' => (int) ( $counts->draft ?? 0 ) + (int) ( $counts->pending ?? 0 ) + (int) ( $counts->future ?? 0 ), 'titles' => array() ),
		'private' => array( 'count' => (int) ( $counts->private ?? 0 ), 'titles' => array() ),
	);
	$after            = 0;
	$open             = count_open_posts( $type['name'] );
	$left['password'] = array( 'count' => max( 0, $type['count'] - $open ), 'titles' => array() );
	for ( $looked = 0; $looked < MAX_LOOKED_AT; $looked += POSTS_PER_QUERY ) {
		$posts = posts_after( $after, POSTS_PER_QUERY, array( $type['name'] ) );
		foreach ( $posts as $post ) {
			$reason = absence_of_open( $post );
			if ( '' === $reason ) { continue; }
			$left[ $reason ]         ??= array( 'count' => 0, 'titles' => array() );
			$left[ $reason ]['count'] += 1;
			if ( count( $left[ $reason ]['titles'] ) < MAX_LEFT_TITLES ) { $left[ $reason ]['titles'][] = plain_text( $post->post_title ); }
			$open -= 1;
		}
		if ( count( $posts ) < POSTS_PER_QUERY ) { break; }
		$after = end( $posts )->ID;
	}
	$left = array_filter( $left, static fn( array $each ): bool => $each['count'] > 0 );
	$name = static fn( string $reason ): array => array( 'reason' => $reason ) + $left[ $reason ];
	return array( 'name' => $type['name'], 'label' => $type['label'], 'reads' => max( 0, $open ), 'left_out' => array_map( $name, array_keys( $left ) ) );
}

/** Returns why a post that visitors can view is not used; '' if it is, or would be, were its type selected. */
function absence_of_open( \WP_Post $post ): string {
	$reason = post_absence( $post );
	return 'type' === $reason ? kept_back( $post ) : $reason;
}

/** Counts the published posts of a type that have no password. */
function count_open_posts( string $type ): int {
	global $wpdb;
	// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- core counts them with those that have one.
	return (int) $wpdb->get_var( $wpdb->prepare( "SELECT COUNT(*) FROM {$wpdb->posts} WHERE post_status = 'publish' AND post_password = '' AND post_type = %s", $type ) );
}
