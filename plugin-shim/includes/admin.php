<?php
/**
 * Menu entries and root elements of the admin pages; the admin bundle renders their content.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

const ADMIN_PAGE     = 'itih-rag-chat';
const KNOWLEDGE_PAGE = 'itih-rag-chat-knowledge';
const ANSWERS_PAGE   = 'itih-rag-chat-answers';
const SEARCH_PAGE    = 'itih-rag-chat-search';
const TOOLS_PAGE     = 'itih-rag-chat-tools';

add_action( 'admin_menu', __NAMESPACE__ . '\\add_admin_pages' );
add_action( 'admin_enqueue_scripts', __NAMESPACE__ . '\\enqueue_admin_page' );
add_action( 'admin_notices', __NAMESPACE__ . '\\notice_missing_build' );
add_filter( 'plugin_action_links_' . plugin_basename( PLUGIN_FILE ), __NAMESPACE__ . '\\add_settings_link' );

function add_admin_pages(): void {
	$name      = __( 'RAG Chat', 'itih-rag-chat' );
	$dashboard = __( 'Dashboard', 'itih-rag-chat' );
	$knowledge = __( 'Knowledge base', 'itih-rag-chat' );
	$answers   = __( 'Answers', 'itih-rag-chat' );
	$search    = __( 'Try the search', 'itih-rag-chat' );
	$tools     = __( 'Tools', 'itih-rag-chat' );
	add_menu_page( $name, $name, 'manage_options', ADMIN_PAGE, __NAMESPACE__ . '\\print_dashboard', 'dashicons-format-chat' );
	// The menu's own page again, under a name of its own: with a callback it would be printed twice.
	add_submenu_page( ADMIN_PAGE, $name, $dashboard, 'manage_options', ADMIN_PAGE );
	add_submenu_page( ADMIN_PAGE, $knowledge, $knowledge, 'manage_options', KNOWLEDGE_PAGE, __NAMESPACE__ . '\\print_knowledge' );
	add_submenu_page( ADMIN_PAGE, $answers, $answers, 'manage_options', ANSWERS_PAGE, __NAMESPACE__ . '\\print_answers' );
	add_submenu_page( ADMIN_PAGE, $search, $search, 'manage_options', SEARCH_PAGE, __NAMESPACE__ . '\\print_search' );
	add_submenu_page( ADMIN_PAGE, $tools, $tools, 'manage_options', TOOLS_PAGE, __NAMESPACE__ . '\\print_tools' );
}

function print_dashboard(): void {
	print_admin_root( 'dashboard', array( 'home-url' => home_url() ) );
}

function print_knowledge(): void {
	$types = (string) wp_json_encode( selectable_post_types() );
	print_admin_root(
		'knowledge',
		array(
			'home-url'   => home_url(),
			'post-types' => $types,
			'file-types' => (string) wp_json_encode( contract()['file_types'] ),
		)
	);
}

function print_answers(): void {
	print_admin_root( 'answers', array( 'home-url' => home_url() ) );
}

function print_search(): void {
	print_admin_root( 'search', array( 'post-types' => (string) wp_json_encode( selectable_post_types() ) ) );
}

function print_tools(): void {
	print_admin_root( 'tools', array() );
}

/**
 * Prints the element that the admin bundle renders into.
 *
 * @param array<string, string> $data Attributes of this screen, without `data-`.
 */
function print_admin_root( string $screen, array $data ): void {
	$data += array(
		'screen'        => $screen,
				'start-command' => start_command(),
		'sidecar-url'   => sidecar_url(),
		'had-contact'   => had_contact() ? '1' : '',
	);
	echo '<div id="itih-admin" class="wrap"';
	foreach ( $data as $name => $value ) {
		printf( ' data-%s="%s"', esc_attr( $name ), esc_attr( $value ) );
	}
	echo '></div>';
}

/**
 * Lists the post types that an owner can choose to index. REST's own list lacks types that are not in REST.
 *
 * @return list<array{name: string, label: string, count: int}> `count`: published posts.
 */
function selectable_post_types(): array {
	$types = array_filter( get_post_types( array(), 'objects' ), 'is_post_type_viewable' );
	unset( $types['attachment'] ); // Files are never "published": they are added one by one.
	return array_map(
		static fn( \WP_Post_Type $type ): array => array(
			'name'  => $type->name,
			'label' => $type->labels->name,
			'count' => (int) ( wp_count_posts( $type->name )->publish ?? 0 ),
		),
		array_values( $types )
	);
}

/**
 * @param string $screen Ends in the page's name; the part before it depends on the language of the menu.
 */
function enqueue_admin_page( $screen ): void {
	$is_on = static fn( string $page ): bool => str_ends_with( (string) $screen, '_page_' . $page );
	if ( ! array_filter( array( ADMIN_PAGE, KNOWLEDGE_PAGE, ANSWERS_PAGE, SEARCH_PAGE, TOOLS_PAGE ), $is_on ) || ! is_built( 'admin.js' ) ) {
		return;
	}
	if ( $is_on( KNOWLEDGE_PAGE ) ) {
		wp_enqueue_media(); // Files are chosen from the media library.
	}
	$asset = build_asset( 'admin' );
	wp_enqueue_script( 'itih-admin', plugins_url( 'build/admin.js', PLUGIN_FILE ), $asset['dependencies'], $asset['version'], true );
	wp_set_script_translations( 'itih-admin', 'itih-rag-chat' );
	wp_enqueue_style( 'wp-components' );
	if ( is_built( 'admin.css' ) ) {
		wp_enqueue_style( 'itih-admin', plugins_url( 'build/admin.css', PLUGIN_FILE ), array( 'wp-components' ), $asset['version'] );
		wp_style_add_data( 'itih-admin', 'rtl', is_built( 'admin-rtl.css' ) ? 'replace' : false );
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

/**
 * @param array<string, string> $links
 * @return array<string, string>
 */
function add_settings_link( $links ): array {
	$link = sprintf(
		'<a href="%s">%s</a>',
		esc_url( admin_url( 'admin.php?page=' . ADMIN_PAGE ) ),
		esc_html__( 'Settings', 'itih-rag-chat' )
	);
	return array( 'settings' => $link ) + (array) $links;
}
