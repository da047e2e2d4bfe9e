<?php
/** Notes which posts and settings changed during the request. At its end send-events.php tells the sidecar. */

declare( strict_types=1 );
namespace Itih\RagChat;
defined( 'ABSPATH' ) || exit;

/** Meta of products and their variations from which their facts are made. */
const PRODUCT_META = array(
	'_price', '_regular_price', '_sale_price', '_sale_price_dates_from', '_sale_price_dates_to', '_manage_stock', '_stock', '_stock_status', '_backorders',
	'_sku', '_global_unique_id', '_weight', '_length', '_width', '_height', '_product_attributes',
);

/** Connectors of core whose vendors the sidecar knows: wp-includes/connectors.php. */
const CONNECTORS = array( 'openai', 'anthropic', 'google' );

Events::listen();

/**
 * Sends only the ids of posts that changed or are no longer public. Nothing waits for it and nothing is retried: the sidecar
 * compares all posts from time to time (bridge/digest).
 */
final class Events {
	/** Actions that affect whole types of posts or every address. */
	private const SITE_WIDE = array(
		'activated_plugin', 'deactivated_plugin', 'switch_theme', 'update_option_home', 'update_option_permalink_structure',
		'update_option_category_base', 'update_option_timezone_string', 'update_option_gmt_offset',
		'update_option_woocommerce_coming_soon', 'update_option_woocommerce_store_pages_only',
	);

	/** WooCommerce's actions with a product, its id or several: it writes past wp_after_insert_post. */
	private const PRODUCT_CHANGES = array(
		'woocommerce_new_product', 'woocommerce_update_product', 'woocommerce_new_product_variation', 'woocommerce_update_product_variation',
		'woocommerce_product_set_stock', 'woocommerce_variation_set_stock', 'woocommerce_product_set_stock_status', 'woocommerce_variation_set_stock_status',
		'wc_after_products_starting_sales', 'wc_after_products_ending_sales',
	);

	/** Options that change which posts are prominent, and which page shows the posts in place of its text. */
	private const FRONT_PAGE_OPTIONS = array( 'show_on_front', 'page_on_front', 'page_for_posts' );

	/** Types of posts that are menus or belong to one. The comparison of all posts finds those that they name. */
	private const MENU_TYPES = array( 'nav_menu_item', 'wp_navigation' );

	/**
	 * By site of the network. `wanted`: posts that are to be read even when indexing is not automatic. `patterns`: synced ones.
	 * @var array<int, array{posts?: array<int, true>, wanted?: array<int, true>, patterns?: array<int, true>, settings?: true}>
	 */
	private static array $noted = array();

	public static function listen(): void {
		add_action( 'wp_after_insert_post', array( self::class, 'post_saved' ), 10, 4 );
		add_action( 'transition_post_status', array( self::class, 'status_changed' ), 10, 3 );
		add_action( 'wp_trash_post', array( self::class, 'post_moved' ) );
		add_action( 'untrashed_post', array( self::class, 'post_moved' ) );
		add_action( 'deleted_post', array( self::class, 'post_deleted' ), 10, 2 );
		add_action( 'set_object_terms', array( self::class, 'terms_set' ), 10, 6 );
		add_action( 'acf/save_post', array( self::class, 'facts_changed' ), 20 ); // ACF has saved them at 10.
		foreach ( self::PRODUCT_CHANGES as $action ) {
			add_action( $action, array( self::class, 'facts_changed' ) );
		}
		foreach ( array( 'added', 'updated', 'deleted' ) as $change ) {
			add_action( "{$change}_post_meta", array( self::class, 'meta_changed' ), 10, 3 );
		}
		$keys    = array_map( static fn( string $connector ): string => "connectors_ai_{$connector}_api_key", CONNECTORS );
		$actions = self::SITE_WIDE;
		foreach ( array( 'add', 'update', 'delete' ) as $change ) {
			add_action( "{$change}_option_theme_mods_" . get_option( 'stylesheet' ), array( self::class, 'theme_changed' ), 10, 2 );
			foreach ( array( SETTINGS_OPTION, ...self::FRONT_PAGE_OPTIONS, ...$keys ) as $option ) {
				$actions[] = "{$change}_option_$option";
			}
		}
		foreach ( $actions as $action ) {
			add_action( $action, array( self::class, 'settings_changed' ) );
		}
		add_action( 'shutdown', array( self::class, 'send' ), 100 );
	}

	public static function post_saved( mixed $id, \WP_Post $post, mixed $update = false, mixed $before = null ): void {
		self::note( $post, $before instanceof \WP_Post && 'publish' === $before->post_status );
	}

	public static function status_changed( mixed $now, mixed $before, \WP_Post $post ): void {
		self::note( $post, 'publish' === $before );
	}

	public static function post_moved( mixed $id ): void {
		$post = get_post( (int) $id );
		if ( $post ) {
			self::note( $post, true );
		}
	}

	public static function post_deleted( mixed $id, \WP_Post $post ): void {
		if ( 'attachment' === $post->post_type ) {
			self::note_ids( 'posts', array( $post->ID ) ); // The file may be a document.
			return;
		}
		self::note( $post, true );
	}

	public static function terms_set( mixed $id, mixed $terms, array $now, mixed $taxonomy, mixed $append, array $before ): void {
		$post = array_diff( $now, $before ) || ( ! $append && array_diff( $before, $now ) ) ? get_post( (int) $id ) : null;
		if ( $post ) {
			self::note( $post, false ); // The date of change stays the same.
		}
	}

	/** @param mixed $of A post's id, a product, or a list of them. */
	public static function facts_changed( mixed $of ): void {
		foreach ( is_array( $of ) ? $of : array( $of ) as $one ) {
			$id   = is_object( $one ) ? $one->get_id() : $one;
			$post = is_numeric( $id ) ? get_post( (int) $id ) : null; // ACF also saves users and options: `user_1`.
			if ( $post ) {
				self::note( $post, false );
			}
		}
	}

	/**
	 * Notes a post whose chosen field has changed, and a product of which a program writes a price or the stock past WooCommerce.
	 * The filter itih_post_fields may give any, but those that visits count, and core's notes about editing, attachments and embeds.
	 */
	public static function meta_changed( mixed $meta, mixed $id, mixed $key ): void {
		$key      = (string) $key;
		$chosen   = array_filter( public_settings()['fields'] ?? array(), static fn( string $field ): bool => $key === $field || str_starts_with( $key, "{$field}_" ) );
		$is_visit = ! wp_doing_cron() && 'cli' !== PHP_SAPI && ! ( did_action( 'init' ) && is_user_logged_in() );
		if ( $chosen || in_array( $key, PRODUCT_META, true ) || ( ! $is_visit && has_filter( 'itih_post_fields' ) && ! preg_match( '/^_(?:edit|wp|oembed|encloseme|pingme)/', $key ) ) ) {
			self::facts_changed( $id );
		}
	}

	public static function settings_changed(): void {
		self::$noted[ get_current_blog_id() ]['settings'] = true;
	}

	/** Notes a change of the menus in the theme's locations. */
	public static function theme_changed( mixed $before, mixed $now = null ): void {
		$locations = static fn( $options ) => is_array( $options ) ? $options['nav_menu_locations'] ?? null : null;
		if ( $locations( $before ) !== $locations( $now ) ) {
			self::settings_changed();
		}
	}

	/** Stops listening, for a change that comes from the sidecar itself. */
	public static function ignore_settings(): void {
		foreach ( array( 'add', 'update', 'delete' ) as $change ) {
			remove_action( $change . '_option_' . SETTINGS_OPTION, array( self::class, 'settings_changed' ) );
		}
	}

	/** Notes a changed post. Posts that were never public, such as a draft in progress, are not reported. */
	private static function note( \WP_Post $post, bool $was_published ): void {
		$parent = 'product_variation' === $post->post_type ? get_post( $post->post_parent ) : null;
		$post   = $parent ?? $post;
		$is_draft = in_array( $post->post_status, array( 'auto-draft', 'draft', 'pending', 'future' ), true );
		if ( 'wp_block' === $post->post_type ) {
			self::note_ids( 'patterns', array( $post->ID ) );
		} elseif ( in_array( $post->post_type, self::MENU_TYPES, true ) ) {
			self::settings_changed();
		} elseif ( 'attachment' !== $post->post_type && is_post_type_viewable( $post->post_type ) && ( ! $is_draft || $was_published ) ) {
			self::note_ids( 'posts', array( $post->ID ) ); // The type of revisions and autosaves is not viewable.
		}
	}

	private static function note_ids( string $kind, array $ids ): void {
		$noted = &self::$noted[ get_current_blog_id() ][ $kind ];
		$noted = ( $noted ?? array() ) + array_fill_keys( $ids, true );
	}

	public static function send(): void {
		$sites = array_keys( array_filter( self::$noted ) );
		if ( $sites && function_exists( 'fastcgi_finish_request' ) ) {
			fastcgi_finish_request();
		} elseif ( $sites && function_exists( 'litespeed_finish_request' ) ) {
			litespeed_finish_request();
		}
		foreach ( $sites as $site ) {
			$switched = is_multisite() && get_current_blog_id() !== $site && switch_to_blog( $site );
			self::send_now();
			if ( $switched ) {
				restore_current_blog();
			}
		}
	}

	/** Sends at once that the settings of this site changed, if they did. False: the sidecar was not reached. */
	public static function send_settings(): bool {
		$noted   = &self::$noted[ get_current_blog_id() ];
		$changed = isset( $noted['settings'] );
		unset( $noted['settings'] );
		load_everything();
		return send_events( $changed ? array( array( 'type' => 'settings_changed' ) ) : array() );
	}

	/** Notes posts that somebody wants to be read now, or that were excluded or taken in. */
	public static function want( array $ids ): void {
		self::note_ids( 'wanted', $ids );
		self::note_ids( 'posts', $ids );
	}

	/** Sends at once what was noted for this site. False: the sidecar was not reached. */
	public static function send_now(): bool {
		load_everything();
		$site   = get_current_blog_id();
		$noted  = self::$noted[ $site ] ?? array();
		$events = isset( $noted['settings'] ) ? array( array( 'type' => 'settings_changed' ) ) : array();
		unset( self::$noted[ $site ] );
		return send_events( array_merge( $events, post_events( $noted['posts'] ?? array(), $noted['wanted'] ?? array(), $noted['patterns'] ?? array() ) ) );
	}
}
