<?php
/**
 * Finds the posts that the site itself leads its visitors to: the front page, and what is in a navigation menu that the theme
 * shows.
 */

declare( strict_types=1 );
namespace Itih\RagChat;
defined( 'ABSPATH' ) || exit;

/** Maximum number of menu items, and of navigation posts, that are read. */
const MENU_ITEM_LIMIT  = 1000;
const NAVIGATION_LIMIT = 20;

function is_prominent( \WP_Post $post ): bool {
	static $known = array(); // One request describes many posts.
	$site           = get_current_blog_id();
	$known[ $site ] = $known[ $site ] ?? array_fill_keys( prominent_ids(), true );
	return isset( $known[ $site ][ $post->ID ] );
}

function prominent_ids(): array {
	$front = 'page' === get_option( 'show_on_front' ) ? array( get_option( 'page_on_front' ) ) : array();
	$block = wp_is_block_theme() ? array_map( static fn( \WP_Post $menu ): array => ids_in_navigation( parse_blocks( $menu->post_content ) ), published( 'wp_navigation', NAVIGATION_LIMIT ) ) : array();
	return array_values( array_unique( array_filter( array_map( 'intval', array_merge( $front, classic_menu_ids(), ...$block ) ) ) ) );
}

function published( string $type, int $max, array $further = array() ): array {
	return get_posts(
		$further + array(
			'post_type'     => $type,
			'post_status'   => 'publish',
			'numberposts'   => $max,
			'no_found_rows' => true,
		)
	);
}

/** Returns the posts in the menus of the theme's locations. wp_get_nav_menu_items() would load each of them. */
function classic_menu_ids(): array {
	$menus = array_filter( array_intersect_key( get_nav_menu_locations(), get_registered_nav_menus() ) );
	if ( ! $menus ) { return array(); }
	$in_menu = array( 'taxonomy' => 'nav_menu', 'terms' => array_map( 'intval', $menus ) );
	// phpcs:ignore WordPress.DB.SlowDBQuery -- the items of a few menus.
	$items = published( 'nav_menu_item', MENU_ITEM_LIMIT, array( 'fields' => 'ids', 'tax_query' => array( $in_menu ) ) );
	update_meta_cache( 'post', $items );
	$links = array_filter( $items, static fn( int $item ): bool => 'post_type' === get_post_meta( $item, '_menu_item_type', true ) );
	return array_map( static fn( int $item ) => get_post_meta( $item, '_menu_item_object_id', true ), array_values( $links ) );
}

/**
 * Returns the posts to which the blocks of a navigation menu lead. Of a list of pages, those directly below its page: it shows
 * those further below as well, but if all pages of a site were prominent, none would be.
 */
function ids_in_navigation( array $blocks ): array {
	$ids = array();
	foreach ( $blocks as $block ) {
		$attributes = $block['attrs'] ?? array();
		// Links of old versions name no kind; `type` is then the type of the post or the taxonomy.
		$kind = $attributes['kind'] ?? ( post_type_exists( $attributes['type'] ?? '' ) ? 'post-type' : '' );
		if ( in_array( $block['blockName'], array( 'core/navigation-link', 'core/navigation-submenu' ), true ) && 'post-type' === $kind ) {
			$ids[] = (int) ( $attributes['id'] ?? 0 );
		} elseif ( 'core/page-list' === $block['blockName'] ) {
			array_push( $ids, ...published( 'page', MENU_ITEM_LIMIT, array( 'fields' => 'ids', 'post_parent' => (int) ( $attributes['parentPageID'] ?? 0 ) ) ) );
		}
		array_push( $ids, ...ids_in_navigation( $block['innerBlocks'] ?? array() ) );
	}
	return $ids;
}
