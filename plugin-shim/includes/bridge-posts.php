<?php
/**
 * Public posts for the sidecar, by id or in keyset pages: pages by offset would skip or repeat posts when others change. The
 * bridge gives out no others.
 *
 * phpcs:disable WordPress.DB.DirectDatabaseQuery -- WP_Query has no "id greater than", and translation plugins filter out
 * the posts of other languages.
 */

declare( strict_types=1 );
namespace Itih\RagChat;
defined( 'ABSPATH' ) || exit;

const POSTS_PER_QUERY = 25;
const POSTS_PER_PAGE  = 100;
const DIGEST_PER_PAGE = 500;

/** Returns the selected post types that visitors can view. */
function public_post_types(): array {
	$selected = array_filter( (array) settings_group( 'indexing' )['post_types'], 'is_string' );
	return array_values( array_filter( $selected, 'is_post_type_viewable' ) );
}

function excluded_ids(): array {
	return array_values( array_map( 'intval', (array) settings_group( 'indexing' )['exclude_ids'] ) );
}

function is_public_post( \WP_Post $post ): bool {
	// WordPress shows the latest posts at the address of the page for posts: visitors never see its own text.
	$is_page_of_posts = 'page' === get_option( 'show_on_front' ) && (int) get_option( 'page_for_posts' ) === $post->ID;
	$public = 'publish' === $post->post_status
		&& '' === $post->post_password
		&& in_array( $post->post_type, public_post_types(), true )
		&& ! in_array( $post->ID, excluded_ids(), true )
		&& ! $is_page_of_posts
		&& '' === kept_back( $post );

	/**
	 * Filters whether a public post may be used as knowledge. It can only exclude posts: it is not called for private, protected
	 * or excluded posts and other types.
	 * @param bool $public True.
	 * @param \WP_Post $post The post.
	 */
	return $public && (bool) apply_filters( 'itih_post_is_public', true, $post );
}

/**
 * Returns why a public post is no knowledge of the site: it is a page of the shop's machinery, hidden in the shop, of a shop that
 * is not open yet, or a sample that came with WordPress; '' for all others.
 * @return string shop, hidden, soon, sample or ''.
 */
function kept_back( \WP_Post $post ): string {
	if ( function_exists( 'wc_get_page_id' ) ) {
		if ( 'page' === $post->post_type && in_array( $post->ID, array_map( 'wc_get_page_id', array( 'cart', 'checkout', 'myaccount' ) ), true ) ) { return 'shop'; }
		$is_of_shop = 'product' === $post->post_type || wc_get_page_id( 'shop' ) === $post->ID;
		if ( 'yes' === get_option( 'woocommerce_coming_soon' ) && ( $is_of_shop || 'yes' !== get_option( 'woocommerce_store_pages_only' ) ) ) { return 'soon'; }
		// WooCommerce calls a product hidden that has both. To load each product of a page of the digest would take seconds.
		$terms = is_product( $post ) ? get_the_terms( $post, 'product_visibility' ) : false;
		if ( is_array( $terms ) && ! array_diff( array( 'exclude-from-search', 'exclude-from-catalog' ), wp_list_pluck( $terms, 'slug' ) ) ) { return 'hidden'; }
	}
	// In every language, the post names WordPress, and the page the dashboard.
	$text = array( 1 => 'WordPress', 2 => '/wp-admin/' )[ $post->ID ] ?? '';
	return '' !== $text && $post->post_date_gmt === $post->post_modified_gmt && str_contains( $post->post_content, $text ) ? 'sample' : '';
}

/** Whether visitors can view a post. The chat may use fewer posts: the owner reads here what it would use. */
function is_open_post( \WP_Post $post ): bool {
	return 'publish' === $post->post_status && '' === $post->post_password && is_post_type_viewable( $post->post_type );
}

/**
 * Whether a file may be used as knowledge. The owner adds files one by one, so the page that it is attached to does not count; a
 * file that is in the trash, private or protected is not public.
 */
function is_public_file( \WP_Post $post ): bool {
	return 'attachment' === $post->post_type && in_array( $post->post_status, array( 'inherit', 'publish' ), true ) && '' === $post->post_password;
}

function is_public_source( \WP_Post $post ): bool {
	return is_public_file( $post ) ? ! is_wp_error( attachment_file( $post->ID ) ) : is_public_post( $post );
}

/** Returns the selected types, or those of them that the request names. */
function requested_types( \WP_REST_Request $request ): array {
	$named = wp_parse_list( $request['post_types'] ?? '' );
	return array_values( $named ? array_intersect( public_post_types(), $named ) : public_post_types() );
}

/**
 * Returns a page of the public posts after the id `after`, each mapped by $describe. Only a few whole posts are in memory at a
 * time: one of a page builder can have megabytes.
 * @return array{posts: list<array>, next: int|null} `next`: the `after` of the next page.
 */
function page_of_posts( \WP_REST_Request $request, int $max, callable $describe ): array {
	$types = requested_types( $request );
	$left  = null === $request['limit'] ? $max : max( 1, min( $max, (int) $request['limit'] ) );
	$next  = $types ? (int) $request['after'] : null;
	$posts = array();
	while ( null !== $next && $left > 0 ) {
		$wanted = min( POSTS_PER_QUERY, $left );
		$found  = posts_after( $next, $wanted, $types );
		array_push( $posts, ...array_map( $describe, array_values( array_filter( $found, __NAMESPACE__ . '\\is_public_post' ) ) ) );
		$next  = count( $found ) < $wanted ? null : end( $found )->ID;
		$left -= $wanted;
	}
	return compact( 'posts', 'next' );
}

/** Returns candidates: the caller checks each with is_public_post(). */
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
 * Returns a page of the posts that the parameter `ids` names, as far as they pass, each mapped by $describe. They are read from
 * the database: an object cache may not have changes that were made without it.
 */
function named_posts( \WP_REST_Request $request, callable $may, callable $describe ): array {
	global $wpdb;
	$ids   = array_slice( wp_parse_id_list( $request['ids'] ), 0, POSTS_PER_PAGE );
	$found = $ids ? as_posts(
		$wpdb->get_results(
			$wpdb->prepare( "SELECT * FROM {$wpdb->posts} WHERE ID IN (" . implode( ', ', array_fill( 0, count( $ids ), '%d' ) ) . ') ORDER BY ID', $ids )
		)
	) : array();
	return array( 'posts' => array_map( $describe, array_values( array_filter( $found, $may ) ) ), 'next' => null );
}

function as_posts( array $rows ): array {
	$posts = array_map( static fn( object $row ): \WP_Post => new \WP_Post( sanitize_post( $row, 'raw' ) ), $rows );
	update_object_term_cache( wp_list_pluck( $posts, 'ID' ), array_unique( wp_list_pluck( $posts, 'post_type' ) ) );
	note_sums( $posts );
	return $posts;
}

/** Counts public posts, including those that kept_back() and the filter itih_post_is_public remove: that would mean to read every post. */
function count_public_posts( array $types ): int {
	global $wpdb;
	$excluded = array_merge( array( 0 ), excluded_ids() );
	return ! $types ? 0 : (int) $wpdb->get_var(
		$wpdb->prepare(
			"SELECT COUNT(*) FROM {$wpdb->posts} WHERE post_status = 'publish' AND post_password = '' AND post_type IN (" . implode( ', ', array_fill( 0, count( $types ), '%s' ) ) . ') AND ID NOT IN (' . implode( ', ', array_fill( 0, count( $excluded ), '%d' ) ) . ')',
			array_merge( $types, $excluded )
		)
	);
}

function bridge_posts( \WP_REST_Request $request ): array {
	$describe = __NAMESPACE__ . '\\post_for_sidecar';
	$is_given = __NAMESPACE__ . ( empty( $request['open'] ) ? '\\is_public_post' : '\\is_open_post' );
	return null === $request['ids'] ? page_of_posts( $request, POSTS_PER_PAGE, $describe ) : named_posts( $request, $is_given, $describe );
}

/** Answers with all public posts without their text, in pages; or, by id, with those posts and files of the media library that are public. */
function bridge_digest( \WP_REST_Request $request ): array {
	if ( null !== $request['ids'] ) {
		$page = named_posts( $request, __NAMESPACE__ . '\\is_public_source', __NAMESPACE__ . '\\digest_of_post' );
		return $page + array( 'total' => count( $page['posts'] ) );
	}
	$describe = static fn( \WP_Post $post ): array => digest_of_post( $post ) + array( 'prominent' => is_prominent( $post ) );
	return page_of_posts( $request, DIGEST_PER_PAGE, $describe ) + array( 'total' => count_public_posts( requested_types( $request ) ) );
}

function digest_of_post( \WP_Post $post ): array {
	return array( 'id' => $post->ID, 'modified' => modified_at( $post ), 'permalink' => source_url( $post ) ) + facts_of( $post );
}

/** Returns the address that a citation links to; '' when a plugin's filter fails. */
function source_url( \WP_Post $post ): string {
	return run_guarded( $post, static fn(): string => (string) ( 'attachment' === $post->post_type ? wp_get_attachment_url( $post->ID ) : get_permalink( $post ) ), '' );
}

/** Returns a post as the contract's bridgePost. */
function post_for_sidecar( \WP_Post $post ): array {
	return array(
		'id'        => $post->ID,
		'post_type' => $post->post_type,
		'title'     => plain_text( run_guarded( $post, static fn(): string => get_the_title( $post ), $post->post_title ) ),
		// An automatic excerpt only repeats the content.
		'excerpt'   => plain_text( $post->post_excerpt ),
		'html'      => render_post( $post ),
		'terms'     => run_guarded( $post, static fn(): array => public_terms( $post ), array() ),
		'fields'    => extra_fields( $post ),
		'permalink' => source_url( $post ),
		'language'  => run_guarded( $post, static fn(): string => post_language( $post ), get_locale() ),
		'modified'  => modified_at( $post ),
		'published' => utc_time( $post->post_date_gmt, $post->post_date ),
		'prominent' => run_guarded( $post, static fn(): bool => is_prominent( $post ), false ),
	) + facts_of( $post );
}

function plain_text( string $html ): string {
	return trim( html_entity_decode( wp_strip_all_tags( $html ), ENT_QUOTES | ENT_HTML5, 'UTF-8' ) );
}

/**
 * Returns the public terms of a post that say something about it, such as a colour. Categories and tags are ways through the
 * site: told as facts, they only repeat what the page is about.
 * @return list<array{taxonomy: string, slug: string, name: string}>
 */
function public_terms( \WP_Post $post ): array {
	$found = array();
	foreach ( get_object_taxonomies( $post->post_type, 'objects' ) as $taxonomy ) {
		// Attributes of products are among their facts. Polylang's languages can be queried, but are not public.
		$is_fact = ! in_array( $taxonomy->name, array( 'category', 'post_tag', 'post_format', 'product_cat', 'product_tag' ), true ) && ! ( is_product( $post ) && str_starts_with( $taxonomy->name, 'pa_' ) );
		$terms   = $is_fact && $taxonomy->public && is_taxonomy_viewable( $taxonomy ) ? get_the_terms( $post, $taxonomy->name ) : false;
		$default = (int) get_option( 'default_term_' . $taxonomy->name );
		foreach ( is_array( $terms ) ? $terms : array() as $term ) {
			if ( $default === $term->term_id ) { continue; } // Like "Uncategorized", it says that nobody has chosen one.
			$found[] = array( 'taxonomy' => $taxonomy->labels->name, 'slug' => $taxonomy->name, 'name' => plain_text( $term->name ) );
		}
	}
	return $found;
}

/** @return list<array{label: string, value: string}> */
function extra_fields( \WP_Post $post ): array {
	$facts = run_guarded( $post, static fn(): array => post_facts( $post ), array() );
	/**
	 * Filters facts about a post that its content does not show, such as a price or opening hours. The chat may tell them to any
	 * visitor.
	 * @param list<array{label: string, value: string}> $facts Of a product, and of the fields that the owner has chosen.
	 * @param \WP_Post $post The post.
	 */
	$fields = run_guarded( $post, static fn() => apply_filters( 'itih_post_fields', $facts, $post ), $facts );
	$valid  = array();
	foreach ( is_array( $fields ) ? $fields : array() as $field ) {
		if ( is_array( $field ) && is_scalar( $field['label'] ?? null ) && is_scalar( $field['value'] ?? null ) ) {
			$valid[] = array( 'label' => plain_text( (string) $field['label'] ), 'value' => plain_text( (string) $field['value'] ) );
		}
	}
	return $valid;
}

/** Returns a WordPress locale: the post's by WPML or Polylang, else the site's. */
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

/** Returns the time of the last change, UTC, ISO 8601. */
function modified_at( \WP_Post $post ): string {
	return utc_time( $post->post_modified_gmt, $post->post_modified );
}

/** Imported posts may lack the GMT column. */
function utc_time( string $gmt, string $local ): string {
	return str_replace( ' ', 'T', str_starts_with( $gmt, '0000' ) ? get_gmt_from_date( $local ) : $gmt ) . 'Z';
}
