<?php
/**
 * Decides on which pages, and for whom, the floating chat shows.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

/** How answers reach visitors: see transport.php. Autoloaded. */
const TRANSPORT_OPTION = 'itih_transport';

/**
 * Whether the chat is switched on and for this user, and no other plugin refuses those who are not logged in. The
 * sidecar decides the former for each question, too.
 *
 * @param int $user 0: not logged in.
 */
function is_open_to( int $user ): bool {
	$audience = public_settings()['where']['audience'];
	if ( 0 === $user && '' !== ( get_option( TRANSPORT_OPTION )['refusal'] ?? '' ) ) {
		return false;
	}
	return public_settings()['widget_enabled'] && ( 'everyone' === $audience || ( 'logged_in' === $audience ) === $user > 0 );
}

/** Whether the plugin "ItihRag AI Chatbot" is active: it answers at the same addresses, so that only its chat shows. */
function is_older_plugin_active(): bool {
	return defined( 'ITIH_REST_NAMESPACE' );
}

/**
 * Whether the floating chat shows on this page. Everything it asks is known by then: it makes no query.
 *
 * @param array{show: string, types: list<string>, ids: list<int>, hide: list<int>} $where
 */
function floats_here( array $where ): bool {
	// Terms and users have ids of their own. The page of the blog is a post here, too.
	$shown = get_queried_object();
	$id    = $shown instanceof \WP_Post ? $shown->ID : 0;
	if ( $id && in_array( $id, $where['hide'], true ) ) {
		return false;
	}
	if ( 'selected' !== $where['show'] ) {
		return true;
	}
	return ( $id && in_array( $id, $where['ids'], true ) ) || array_intersect( shown_types(), $where['types'] );
}

/**
 * Returns the types of posts that this page shows or lists; none for a search and a page that is not found.
 *
 * @return list<string>
 */
function shown_types(): array {
	if ( is_singular() ) {
		return array( (string) get_post_type( get_queried_object_id() ) );
	}
	if ( is_search() || ( ! is_home() && ! is_archive() ) ) {
		return array();
	}
	// WordPress asks for "any" type where a taxonomy has several.
	$types = array_diff( array_filter( (array) get_query_var( 'post_type' ), 'is_string' ), array( '', 'any' ) );
	$term  = get_queried_object();
	if ( ! $types && $term instanceof \WP_Term ) {
		$types = (array) ( get_taxonomy( $term->taxonomy )->object_type ?? array() );
	}
	return $types ? array_values( $types ) : array( 'post' );
}
