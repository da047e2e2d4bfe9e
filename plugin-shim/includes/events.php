<?php
/**
 * Notes which posts and settings changed during the request. At its end send-events.php tells the sidecar.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

/** Options that change which posts are prominent, and which page shows the posts in place of its text. */
const FRONT_PAGE_OPTIONS = array( 'show_on_front', 'page_on_front', 'page_for_posts' );

/** Connectors of core whose vendors the sidecar knows: wp-includes/connectors.php. */
const CONNECTORS = array( 'openai', 'anthropic', 'google' );

Events::listen();

/**
 * Sends only the ids of posts that changed or are no longer public. Nothing waits for it and nothing is retried:
 * the sidecar compares all posts from time to time (bridge/digest).
 */
final class Events {
	/** Actions that affect whole types of posts or every address. */
	private const SITE_WIDE = array(
		'activated_plugin',
		'deactivated_plugin',
		'switch_theme',
		'update_option_home',
		'update_option_permalink_structure',
		'update_option_category_base',
		'update_option_timezone_string',
		'update_option_gmt_offset',
	);

	/** Types of posts that are menus or belong to one. The comparison of all posts finds those that they name. */
	private const MENU_TYPES = array( 'nav_menu_item', 'wp_navigation' );

	/** @var array<int, array<int, true>> Ids of changed posts by site of the network. */
	private static array $posts = array();

	/** @var array<int, array<int, true>> Ids of posts that are to be read even when indexing is not automatic, by site. */
	private static array $wanted = array();

	/** @var array<int, array<int, true>> Ids of changed synced patterns by site. */
	private static array $patterns = array();

	/** @var array<int, true> Sites whose settings changed. */
	private static array $settings = array();

	public static function listen(): void {
		add_action( 'wp_after_insert_post', array( self::class, 'post_saved' ), 10, 4 );
		add_action( 'transition_post_status', array( self::class, 'status_changed' ), 10, 3 );
		add_action( 'wp_trash_post', array( self::class, 'post_moved' ) );
		add_action( 'untrashed_post', array( self::class, 'post_moved' ) );
		add_action( 'deleted_post', array( self::class, 'post_deleted' ), 10, 2 );
		add_action( 'set_object_terms', array( self::class, 'terms_set' ), 10, 6 );
		foreach ( self::SITE_WIDE as $action ) {
			add_action( $action, array( self::class, 'settings_changed' ) );
		}
		foreach ( array( 'add', 'update', 'delete' ) as $change ) {
			add_action( $change . '_option_' . SETTINGS_OPTION, array( self::class, 'settings_changed' ) );
			add_action( $change . '_option_theme_mods_' . get_option( 'stylesheet' ), array( self::class, 'theme_changed' ), 10, 2 );
			foreach ( FRONT_PAGE_OPTIONS as $option ) {
				add_action( $change . '_option_' . $option, array( self::class, 'settings_changed' ) );
			}
			foreach ( CONNECTORS as $connector ) {
				add_action( $change . '_option_connectors_ai_' . $connector . '_api_key', array( self::class, 'settings_changed' ) );
			}
		}
		add_action( 'shutdown', array( self::class, 'send' ), 100 );
	}

	/**
	 * @param int           $id
	 * @param \WP_Post      $post
	 * @param bool          $update
	 * @param \WP_Post|null $before
	 */
	public static function post_saved( $id, $post, $update = false, $before = null ): void {
		self::note( $post, $before instanceof \WP_Post && 'publish' === $before->post_status );
	}

	/**
	 * @param string   $now
	 * @param string   $before
	 * @param \WP_Post $post
	 */
	public static function status_changed( $now, $before, $post ): void {
		self::note( $post, 'publish' === $before );
	}

	/**
	 * @param int $id
	 */
	public static function post_moved( $id ): void {
		$post = get_post( (int) $id );
		if ( $post ) {
			self::note( $post, true );
		}
	}

	/**
	 * @param int      $id
	 * @param \WP_Post $post
	 */
	public static function post_deleted( $id, $post ): void {
		if ( 'attachment' === $post->post_type ) {
			self::$posts[ get_current_blog_id() ][ $post->ID ] = true; // The file may be a document.
			return;
		}
		self::note( $post, true );
	}

	/**
	 * @param int    $id
	 * @param array  $terms
	 * @param array  $now
	 * @param string $taxonomy
	 * @param bool   $append
	 * @param array  $before
	 */
	public static function terms_set( $id, $terms, $now, $taxonomy, $append, $before ): void {
		$post = array_diff( $now, $before ) || ( ! $append && array_diff( $before, $now ) ) ? get_post( (int) $id ) : null;
		if ( $post ) {
			self::note( $post, false ); // The date of change stays the same.
		}
	}

	public static function settings_changed(): void {
		self::$settings[ get_current_blog_id() ] = true;
	}

	/**
	 * Notes a change of the menus in the theme's locations.
	 *
	 * @param mixed $before
	 * @param mixed $now
	 */
	public static function theme_changed( $before, $now = null ): void {
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
		if ( 'wp_block' === $post->post_type ) {
			self::$patterns[ get_current_blog_id() ][ $post->ID ] = true;
			return;
		}
		if ( in_array( $post->post_type, self::MENU_TYPES, true ) ) {
			self::settings_changed();
			return;
		}
		$is_draft = in_array( $post->post_status, array( 'auto-draft', 'draft', 'pending', 'future' ), true );
		if ( 'attachment' === $post->post_type || ! is_post_type_viewable( $post->post_type ) || ( $is_draft && ! $was_published ) ) {
			return; // The type of revisions and autosaves is not viewable.
		}
		self::$posts[ get_current_blog_id() ][ $post->ID ] = true;
	}

	public static function send(): void {
		$sites = array_keys( self::$posts + self::$patterns + self::$settings );
		if ( ! $sites ) {
			return;
		}
		if ( function_exists( 'fastcgi_finish_request' ) ) {
			fastcgi_finish_request();
		} elseif ( function_exists( 'litespeed_finish_request' ) ) {
			litespeed_finish_request();
		}
		foreach ( $sites as $site ) {
			$switched = is_multisite() && get_current_blog_id() !== $site && switch_to_blog( $site );
			self::send_for_site( $site );
			if ( $switched ) {
				restore_current_blog();
			}
		}
		self::$posts    = array();
		self::$wanted   = array();
		self::$patterns = array();
		self::$settings = array();
	}

	/** Sends at once that the settings of this site changed, if they did. False: the sidecar was not reached. */
	public static function send_settings(): bool {
		$site = get_current_blog_id();
		if ( ! isset( self::$settings[ $site ] ) ) {
			return true;
		}
		unset( self::$settings[ $site ] );
		load_everything();
		return send_events( array( array( 'type' => 'settings_changed' ) ) );
	}

	/**
	 * Notes posts that somebody wants to be read now, or that were excluded or taken in.
	 *
	 * @param list<int> $ids
	 */
	public static function want( array $ids ): void {
		$site                  = get_current_blog_id();
		self::$wanted[ $site ] = array_fill_keys( $ids, true ) + ( self::$wanted[ $site ] ?? array() );
		self::$posts[ $site ]  = array_fill_keys( $ids, true ) + ( self::$posts[ $site ] ?? array() );
	}

	/** Sends at once what was noted for this site. False: the sidecar was not reached. */
	public static function send_now(): bool {
		$site = get_current_blog_id();
		$sent = self::send_for_site( $site );
		unset( self::$posts[ $site ], self::$wanted[ $site ], self::$patterns[ $site ], self::$settings[ $site ] );
		return $sent;
	}

	private static function send_for_site( int $site ): bool {
		load_everything();
		$events = isset( self::$settings[ $site ] ) ? array( array( 'type' => 'settings_changed' ) ) : array();
		return send_events( array_merge( $events, post_events( self::$posts[ $site ] ?? array(), self::$wanted[ $site ] ?? array(), self::$patterns[ $site ] ?? array() ) ) );
	}
}
