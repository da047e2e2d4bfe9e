<?php
/**
 * Public posts for the sidecar, by id or in keyset pages.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

const POSTS_PER_PAGE  = 100;
const DIGEST_PER_PAGE = 500;

function bridge_posts( \WP_REST_Request $request ): \WP_REST_Response {
	$describe = __NAMESPACE__ . '\\post_for_sidecar';
	if ( null !== $request['ids'] ) {
		$is_given = __NAMESPACE__ . ( empty( $request['open'] ) ? '\\is_public_post' : '\\is_open_post' );
		$page     = array_map( $describe, array_values( array_filter( requested_posts( $request ), $is_given ) ) );
		$next     = null;
	} else {
		list( $page, $next ) = page_of_posts( $request, POSTS_PER_PAGE, $describe );
	}
	return bridge_response(
		array(
			'posts' => $page,
			'next'  => $next,
		)
	);
}

/**
 * GET bridge/digest: all public posts without their text, in pages; or, by id, those posts and files of the media
 * library that are public.
 */
function bridge_digest( \WP_REST_Request $request ): \WP_REST_Response {
	if ( null !== $request['ids'] ) {
		$page  = array_map( __NAMESPACE__ . '\\digest_of_post', array_values( array_filter( requested_posts( $request ), __NAMESPACE__ . '\\is_public_source' ) ) );
		$next  = null;
		$total = count( $page );
	} else {
		list( $page, $next ) = page_of_posts(
			$request,
			DIGEST_PER_PAGE,
			static fn( \WP_Post $post ): array => digest_of_post( $post ) + array( 'prominent' => is_prominent( $post ) )
		);
		$total               = count_public_posts( requested_types( $request ) );
	}
	return bridge_response(
		array(
			'posts' => $page,
			'next'  => $next,
			'total' => $total,
		)
	);
}

/**
 * Returns the posts that the parameter `ids` names.
 *
 * @return list<\WP_Post>
 */
function requested_posts( \WP_REST_Request $request ): array {
	return posts_by_id( array_slice( wp_parse_id_list( $request['ids'] ), 0, POSTS_PER_PAGE ) );
}

/**
 * @return array{id: int, modified: string, permalink: string}
 */
function digest_of_post( \WP_Post $post ): array {
	return array(
		'id'        => $post->ID,
		'modified'  => modified_at( $post ),
		'permalink' => source_url( $post ),
	);
}

/**
 * Returns the address that a citation links to; '' when a plugin's filter fails.
 */
function source_url( \WP_Post $post ): string {
	return run_guarded( $post, static fn(): string => (string) ( 'attachment' === $post->post_type ? wp_get_attachment_url( $post->ID ) : get_permalink( $post ) ), '' );
}

/**
 * Returns a post as the contract's bridgePost.
 */
function post_for_sidecar( \WP_Post $post ): array {
	return array(
		'id'        => $post->ID,
		'post_type' => $post->post_type,
		'title'     => plain_text( run_guarded( $post, static fn(): string => get_the_title( $post ), $post->post_title ) ),
		// An automatic excerpt only repeats the content.
		'excerpt'   => plain_text( $post->post_excerpt ),
		'html'      => render_post( $post ),
		'terms'     => run_guarded( $post, static fn(): array => public_terms( $post ), array() ),
		'fields'    => run_guarded( $post, static fn(): array => extra_fields( $post ), array() ),
		'permalink' => source_url( $post ),
		'language'  => run_guarded( $post, static fn(): string => post_language( $post ), get_locale() ),
		'modified'  => modified_at( $post ),
		'published' => published_at( $post ),
		'prominent' => run_guarded( $post, static fn(): bool => is_prominent( $post ), false ),
	);
}

function plain_text( string $html ): string {
	return trim( html_entity_decode( wp_strip_all_tags( $html ), ENT_QUOTES | ENT_HTML5, 'UTF-8' ) );
}

/**
 * Returns the public terms of a post that say something about it, such as a colour. Categories and tags are ways
 * through the site: told as facts, they only repeat what the page is about.
 *
 * @return list<array{taxonomy: string, slug: string, name: string}>
 */
function public_terms( \WP_Post $post ): array {
	$found = array();
	foreach ( get_object_taxonomies( $post->post_type, 'objects' ) as $taxonomy ) {
		$is_fact = ! in_array( $taxonomy->name, array( 'category', 'post_tag', 'post_format', 'product_cat', 'product_tag' ), true );
		$terms   = $is_fact && is_taxonomy_viewable( $taxonomy ) ? get_the_terms( $post, $taxonomy->name ) : false;
		foreach ( is_array( $terms ) ? $terms : array() as $term ) {
			$found[] = array(
				'taxonomy' => $taxonomy->labels->name,
				'slug'     => $taxonomy->name,
				'name'     => plain_text( $term->name ),
			);
		}
	}
	return $found;
}

/**
 * @return list<array{label: string, value: string}>
 */
function extra_fields( \WP_Post $post ): array {
	/**
	 * Filters facts about a post that its content does not show, such as a price or opening hours.
	 * The chat may tell them to any visitor.
	 *
	 * @param list<array{label: string, value: string}> $fields None.
	 * @param \WP_Post                                  $post   The post.
	 */
	$fields = apply_filters( 'itih_post_fields', array(), $post );
	$valid  = array();
	foreach ( is_array( $fields ) ? $fields : array() as $field ) {
		if ( is_array( $field ) && is_scalar( $field['label'] ?? null ) && is_scalar( $field['value'] ?? null ) ) {
			$valid[] = array(
				'label' => plain_text( (string) $field['label'] ),
				'value' => plain_text( (string) $field['value'] ),
			);
		}
	}
	return $valid;
}

/**
 * Returns a WordPress locale: the post's by WPML or Polylang, else the site's.
 */
function post_language( \WP_Post $post ): string {
	if ( function_exists( 'pll_get_post_language' ) ) {
		$locale = pll_get_post_language( $post->ID, 'locale' );
	} else {
		// phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals -- WPML's; without it the null stays.
		$details = apply_filters( 'wpml_post_language_details', null, $post->ID );
		$locale  = is_array( $details ) ? ( $details['locale'] ?? '' ) : '';
	}
	return is_string( $locale ) && '' !== $locale ? $locale : get_locale();
}

/**
 * Returns the time of the last change, UTC, ISO 8601. Imported posts may lack the GMT column.
 */
function modified_at( \WP_Post $post ): string {
	return utc_time( $post->post_modified_gmt, $post->post_modified );
}

/**
 * Returns the time of publication, UTC, ISO 8601.
 */
function published_at( \WP_Post $post ): string {
	return utc_time( $post->post_date_gmt, $post->post_date );
}

function utc_time( string $gmt, string $local ): string {
	return str_replace( ' ', 'T', str_starts_with( $gmt, '0000' ) ? get_gmt_from_date( $local ) : $gmt ) . 'Z';
}
