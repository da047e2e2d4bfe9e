<?php
/**
 * Plugin Name:       Itih RAG Chat
 * Description:       Visitors chat with your site's own content: streamed answers that name their sources.
 * Version:           0.1.0
 * Requires at least: 6.0
 * Requires PHP:      8.0
 * Author:            Itih RAG Chat contributors
 * License:           GPL-2.0-or-later
 * License URI:       https://www.gnu.org/licenses/gpl-2.0.html
 * Text Domain:       itih-rag-chat
 * Domain Path:       /languages
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );
namespace Itih\RagChat;
defined( 'ABSPATH' ) || exit;

const VERSION     = '0.1.0';
const PLUGIN_FILE = __FILE__;
const PLUGIN_DIR  = __DIR__;

/** Pages of the admin. The first steps are not in the menu. */
const ADMIN_PAGE     = 'itih-rag-chat';
const CHATS_PAGE     = 'itih-rag-chat-chats';
const GAPS_PAGE      = 'itih-rag-chat-gaps';
const KNOWLEDGE_PAGE = 'itih-rag-chat-knowledge';
const ANSWERS_PAGE   = 'itih-rag-chat-answers';
const SEARCH_PAGE    = 'itih-rag-chat-search';
const SETTINGS_PAGE  = 'itih-rag-chat-settings';
const SETUP_PAGE     = 'itih-rag-chat-setup';

// This file has to parse on every PHP that WordPress runs on: newer syntax belongs into includes/.
if ( PHP_VERSION_ID < 80000 || version_compare( get_bloginfo( 'version' ), '6.0', '<' ) || ! function_exists( 'curl_init' ) ) {
	add_action(
		'admin_notices',
		static function () {
			printf(
				'<div class="notice notice-error"><p>%s</p></div>',
				esc_html__( 'Itih RAG Chat needs PHP 8.0 with the curl extension, and WordPress 6.0 or newer. It does nothing until then.', 'itih-rag-chat' )
			);
		}
	);
	return;
}

/** Files of includes/ by what first needs them: a visitor's page, a visitor's call, all else, WP-CLI. */
const FILES = array(
	'page'  => array( 'contract', 'settings', 'site', 'languages', 'messages', 'widget', 'events', 'preview' ),
	'calls' => array( 'signature', 'identity', 'sidecar', 'contact', 'stream', 'transport', 'rest-access', 'routes', 'session' ),
	'rest'  => array( 'owned-settings', 'notice', 'install', 'bridge-posts', 'facts', 'render', 'bridge', 'ai', 'send-events', 'prominent', 'connect', 'where', 'abilities', 'post-state', 'content', 'posts-list', 'admin', 'oauth-client', 'older-plugin', 'tables', 'remote-data', 'retention', 'privacy', 'health', 'snippets' ),
	'cli'   => array( 'cli', 'cli-settings', 'cli-sidecar' ),
);

function load( string $purpose ): void {
	foreach ( FILES[ $purpose ] as $file ) {
		require_once __DIR__ . "/includes/$file.php";
	}
}

/** Reads the files that a page for visitors does not need. */
function load_everything(): void {
	load( 'calls' );
	load( 'rest' );
}

/** Reads what a call of the REST API needs, little for one that visitors make. */
function load_for_rest(): void {
	load( 'calls' );
	if ( ! is_for_open_route() ) {
		load( 'rest' );
	}
}

load( 'page' );
register_activation_hook( __FILE__, __NAMESPACE__ . '\\activate' );
register_deactivation_hook( __FILE__, __NAMESPACE__ . '\\unschedule_retention' );

// Pages and REST come through index.php, which alone asks for a theme; WP-Cron does, too, where the site says so.
$itih_is_cli = defined( 'WP_CLI' ) && WP_CLI;
if ( ! wp_using_themes() || did_action( 'rest_api_init' ) || ( defined( 'ALTERNATE_WP_CRON' ) && ALTERNATE_WP_CRON ) || $itih_is_cli ) {
	load_everything();
} else {
	add_action( 'rest_api_init', __NAMESPACE__ . '\\load_for_rest', 0 );
	foreach ( array( 'wp_abilities_api_categories_init', 'wp_initialize_site', 'wp_uninitialize_site', 'activate_' . plugin_basename( __FILE__ ), 'deactivate_' . plugin_basename( __FILE__ ) ) as $itih_action ) {
		add_action( $itih_action, __NAMESPACE__ . '\\load_everything', 0 );
	}
}
if ( $itih_is_cli ) {
	load( 'cli' );
	Cli::register();
}
