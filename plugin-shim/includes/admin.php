<?php
/**
 * Menu entries, root elements and data of the admin pages, whose content the admin bundle renders; the block editor's block and
 * its panel of a post. The first steps open once, after an administrator has activated the plugin by itself.
 */

declare( strict_types=1 );
namespace Itih\RagChat;
defined( 'ABSPATH' ) || exit;

add_action( 'admin_menu', __NAMESPACE__ . '\\add_admin_pages' );
// Before the page is opened, WordPress needs the entry of the first steps to find the page's capability.
add_action( 'admin_head', static fn() => remove_submenu_page( ADMIN_PAGE, SETUP_PAGE ) );
add_action( 'admin_enqueue_scripts', __NAMESPACE__ . '\\enqueue_admin_page' );
add_action( 'admin_notices', __NAMESPACE__ . '\\notice_missing_build' );
add_action( 'admin_page_access_denied', __NAMESPACE__ . '\\redirect_tools_page' );
add_action( 'admin_init', __NAMESPACE__ . '\\open_first_steps' );
add_action( 'enqueue_block_editor_assets', __NAMESPACE__ . '\\enqueue_post_panel' );
add_action( 'enqueue_block_editor_assets', __NAMESPACE__ . '\\pass_chat_to_block' );
add_filter( 'plugin_action_links_' . plugin_basename( PLUGIN_FILE ), __NAMESPACE__ . '\\add_settings_link' );

/**
 * Returns the screens by page, in the order of the menu.
 * @return array<string, array{0: string, 1: string, 2: string}> Name for the bundle, title, capability.
 */
function admin_screens(): array {
	$reading = current_user_can( 'manage_options' ) ? 'manage_options' : reading_capability();
	return array(
		ADMIN_PAGE     => array( 'dashboard', __( 'Dashboard', 'itih-rag-chat' ), $reading ),
		CHATS_PAGE     => array( 'chats', __( 'Conversations', 'itih-rag-chat' ), $reading ),
		GAPS_PAGE      => array( 'gaps', __( 'Unanswered questions', 'itih-rag-chat' ), $reading ),
		KNOWLEDGE_PAGE => array( 'knowledge', __( 'What it has read', 'itih-rag-chat' ), 'manage_options' ),
		ANSWERS_PAGE   => array( 'answers', __( 'Your answers', 'itih-rag-chat' ), 'manage_options' ),
		SEARCH_PAGE    => array( 'search', __( 'Try it', 'itih-rag-chat' ), 'manage_options' ),
		SETTINGS_PAGE  => array( 'settings', __( 'Settings', 'itih-rag-chat' ), 'manage_options' ),
		SETUP_PAGE     => array( 'setup', __( 'First steps', 'itih-rag-chat' ), 'manage_options' ),
	);
}

function add_admin_pages(): void {
	$name = __( 'Site Chat', 'itih-rag-chat' );
	foreach ( admin_screens() as $page => list( $screen, $title, $capability ) ) {
		$print = static fn() => print_admin_root( $screen, $title, screen_data( $page ) );
		if ( ADMIN_PAGE === $page ) {
			add_menu_page( $name, $name, $capability, $page, $print, 'dashicons-format-chat' );
		}
		// The menu's own page again, under a name of its own: with a callback it would be printed twice.
		add_submenu_page( ADMIN_PAGE, ADMIN_PAGE === $page ? $name : $title, $title, $capability, $page, ADMIN_PAGE === $page ? '' : $print );
	}
}

/** Returns what a screen needs to know before its first call. */
function screen_data( string $page ): array {
	$data = array( 'home-url' => home_url() );
	if ( in_array( $page, array( KNOWLEDGE_PAGE, SEARCH_PAGE, SETTINGS_PAGE, SETUP_PAGE ), true ) ) {
		$data['post-types'] = (string) wp_json_encode( selectable_post_types() );
	}
	return $data + match ( $page ) {
		CHATS_PAGE     => array( 'export-url' => rest_url( contract()['namespace'] . '/chats/export' ) ),
		SETUP_PAGE     => array(
			'accent'      => widget_theme( (string) public_settings()['appearance']['theme'], array() )['colors']['primary'],
			'preview-url' => preview_url( 'floating' ),
			'place'       => (string) wp_json_encode( place() ),
			'own-ai'      => connected_ai(),
		),
		KNOWLEDGE_PAGE => array(
			'file-types'      => (string) wp_json_encode( contract()['file_types'] ),
			'file-extensions' => (string) wp_json_encode( contract()['file_extensions'] ),
			'upload-url'      => current_user_can( 'upload_files' ) ? rest_url( 'wp/v2/media' ) : '',
			'max-upload'      => (string) min( wp_max_upload_size(), ATTACHMENT_LIMIT ),
		),
		SETTINGS_PAGE  => array(
			'preview-url'  => preview_url( 'floating' ),
			'redirect-url' => oauth_redirect_url(),
			'privacy-url'  => current_user_can( 'manage_privacy_options' ) ? admin_url( 'options-privacy.php' ) : get_privacy_policy_url(),
			'titles'       => (string) wp_json_encode( (object) chosen_titles() ),
			'meta-fields'  => (string) wp_json_encode( available_fields() ),
		),
		default        => array(),
	};
}

/**
 * Prints the element that the admin bundle renders into, with what is there until it does.
 * @param array<string, string> $data Attributes of this screen, without `data-`.
 */
function print_admin_root( string $screen, string $title, array $data ): void {
	$data += array(
		'screen'        => $screen,
		'start-command' => start_command(),
		'sidecar-url'   => sidecar_url(),
		'had-contact'   => had_contact() ? '1' : '',
		'version'       => VERSION,
		'can-manage'    => current_user_can( 'manage_options' ) ? '1' : '',
		'ai-off'        => supports_ai() ? '' : '1',
	);
	echo '<div id="itih-admin" class="wrap"';
	foreach ( $data as $name => $value ) {
		printf( ' data-%s="%s"', esc_attr( $name ), esc_attr( $value ) );
	}
	printf(
		'><h1>%s</h1><noscript><div class="notice notice-error"><p>%s</p></div></noscript></div>',
		esc_html( $title ),
		esc_html__( 'This page needs JavaScript. Please switch it on in your browser and load the page again.', 'itih-rag-chat' )
	);
}

/**
 * Lists the post types that an owner can choose to index. REST's own list lacks types that are not in REST.
 * @return list<array{name: string, label: string, count: int}> `count`: published posts.
 */
function selectable_post_types(): array {
	$types = array_filter( get_post_types( array(), 'objects' ), 'is_post_type_viewable' );
	unset( $types['attachment'] ); // Files are never "published": they are added one by one.
	$count = static fn( \WP_Post_Type $type ): int => (int) ( wp_count_posts( $type->name )->publish ?? 0 );
	$shown = static fn( \WP_Post_Type $type ): array => array( 'name' => $type->name, 'label' => $type->labels->name, 'count' => $count( $type ) );
	return array_map( $shown, array_values( $types ) );
}

const MAX_TITLES = 500; // Maximum number of chosen posts whose titles the page is given.

/** Returns the titles of the posts that settings name. @return array<int, string> By id. */
function chosen_titles(): array {
	$general = settings_group( 'general' );
	$ids     = array_merge( $general['show_ids'], $general['hide_ids'], settings_group( 'indexing' )['exclude_ids'] );
	$ids     = array_slice( array_unique( array_map( 'intval', $ids ) ), 0, MAX_TITLES );
	$posts   = ! $ids ? array() : get_posts(
		array(
			'post__in'               => $ids,
			'post_type'              => array_values( get_post_types() ),
			'post_status'            => 'any',
			'posts_per_page'         => MAX_TITLES,
			'update_post_meta_cache' => false,
			'update_post_term_cache' => false,
		)
	);
	return array_map( static fn( \WP_Post $post ): string => html_entity_decode( get_the_title( $post ), ENT_QUOTES | ENT_HTML5, 'UTF-8' ), array_column( $posts, null, 'ID' ) );
}

/** @param string $screen Ends in the page's name; the part before it depends on the language of the menu. */
function enqueue_admin_page( mixed $screen ): void {
	$is_on = static fn( string $page ): bool => str_ends_with( (string) $screen, '_page_' . $page );
	if ( ! array_filter( array_keys( admin_screens() ), $is_on ) || ! is_built( 'admin.js' ) ) { return; }
	if ( $is_on( KNOWLEDGE_PAGE ) || $is_on( SETTINGS_PAGE ) ) {
		wp_enqueue_media(); // Files and images are chosen from the media library.
	}
	enqueue_bundle( 'admin' );
	wp_enqueue_style( 'wp-components' );
	if ( is_built( 'admin.css' ) ) {
		wp_enqueue_style( 'itih-admin', plugins_url( 'build/admin.css', PLUGIN_FILE ), array( 'wp-components' ), build_asset( 'admin' )['version'] );
		wp_style_add_data( 'itih-admin', 'rtl', is_built( 'admin-rtl.css' ) ? 'replace' : false );
	}
}

/** @param string[] $further Packages that the bundle finds in `wp`: they are no packages of its build. */
function enqueue_bundle( string $name, array $further = array() ): void {
	$asset = build_asset( $name );
	wp_enqueue_script( "itih-$name", plugins_url( "build/$name.js", PLUGIN_FILE ), array_merge( $asset['dependencies'], $further ), $asset['version'], true );
	wp_set_script_translations( "itih-$name", 'itih-rag-chat', PLUGIN_DIR . '/languages' );
}

/** Gives the block the address of its preview and the limits of its fields. */
function pass_chat_to_block(): void {
	$data = array(
		'preview' => preview_url( 'inline' ),
		'title'   => widget_config()['bot_name'] ?: widget_strings()['title'],
		'limits'  => array(
			'title'    => CHAT_TITLE_LENGTH,
			'starter'  => CHAT_STARTER_LENGTH,
			'starters' => CHAT_STARTERS,
			'height'   => CHAT_HEIGHT,
		),
		'shown'   => had_contact() && public_settings()['widget_enabled'],
	);
	wp_add_inline_script( 'itih-block', 'window.itihChatBlock = ' . wp_json_encode( $data, JSON_HEX_TAG | JSON_UNESCAPED_SLASHES ) . ';', 'before' );
}

/** Adds the panel where a post is edited; blocks are edited on other screens, too. */
function enqueue_post_panel(): void {
	$screen = get_current_screen();
	if ( $screen && 'post' === $screen->base && is_post_type_viewable( $screen->post_type ) && is_built( 'panel.js' ) ) {
		// PluginDocumentSettingPanel moved from wp-edit-post to wp-editor in WordPress 6.6.
		enqueue_bundle( 'panel', array( 'wp-plugins', 'wp-data', 'wp-editor', 'wp-edit-post', 'wp-notices' ) );
	}
}

/** Warns in a checkout without `npm run build`; a release always has the bundles. */
function notice_missing_build(): void {
	if ( current_user_can( 'manage_options' ) && ! ( is_built( 'admin.js' ) && is_built( 'widget.js' ) ) ) {
		printf(
			'<div class="notice notice-error"><p>%s</p></div>',
			esc_html__( 'Itih RAG Chat: the built scripts are missing, so the chat is not shown. Please install a release, or build the plugin.', 'itih-rag-chat' )
		);
	}
}

function add_settings_link( mixed $links ): array {
	$own = public_settings()['widget_enabled'] ? array() : array( 'setup' => page_link( SETUP_PAGE, __( 'First steps', 'itih-rag-chat' ) ) );
	return $own + array( 'settings' => page_link( SETTINGS_PAGE, __( 'Settings', 'itih-rag-chat' ) ) ) + (array) $links;
}

/** Sends old bookmarks of the page of tools to its tab. */
function redirect_tools_page(): void {
	$page = isset( $_GET['page'] ) && is_string( $_GET['page'] ) ? sanitize_key( $_GET['page'] ) : ''; // phpcs:ignore WordPress.Security.NonceVerification -- nothing is changed.
	if ( 'itih-rag-chat-tools' === $page && current_user_can( 'manage_options' ) ) {
		wp_safe_redirect( admin_url( 'admin.php?page=' . SETTINGS_PAGE . '&tab=mcp' ) );
		exit;
	}
}

const FIRST_STEPS_OPTION = 'itih_first_steps'; // Unix time of an activation whose first steps were not opened yet.

/** Seconds for which an activation is remembered: later visits of the admin have another purpose. */
const FIRST_STEPS_WITHIN = 5 * MINUTE_IN_SECONDS;

/** Remembers an activation in a browser. A site that had a sidecar before needs no first steps. */
function remember_activation(): void {
	// phpcs:ignore WordPress.Security.NonceVerification -- core has checked the activation; this only reads its kind.
	$is_bulk = isset( $_POST['checked'] ) || isset( $_REQUEST['activate-multi'] );
	if ( 'cli' !== PHP_SAPI && ! wp_doing_ajax() && ! wp_is_json_request() && ! $is_bulk && ! had_contact() ) {
		update_option( FIRST_STEPS_OPTION, time(), false );
	}
}

function open_first_steps(): void {
	$activated = get_option( FIRST_STEPS_OPTION );
	if ( false === $activated || wp_doing_ajax() || wp_doing_cron() || is_network_admin() || ! current_user_can( 'manage_options' ) ) {
		return;
	}
	delete_option( FIRST_STEPS_OPTION );
	// phpcs:ignore WordPress.Security.NonceVerification
	if ( isset( $_GET['activate-multi'] ) || (int) $activated < time() - FIRST_STEPS_WITHIN ) { return; }
	wp_safe_redirect( admin_url( 'admin.php?page=' . SETUP_PAGE ) );
	exit;
}
