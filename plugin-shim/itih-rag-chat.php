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
const ADMIN_PAGE  = 'itih-rag-chat';

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

// A page for visitors needs these only.
require_once __DIR__ . '/includes/contract.php';
require_once __DIR__ . '/includes/settings.php';
require_once __DIR__ . '/includes/site.php';
require_once __DIR__ . '/includes/languages.php';
require_once __DIR__ . '/includes/messages.php';
require_once __DIR__ . '/includes/widget.php';
require_once __DIR__ . '/includes/events.php';
require_once __DIR__ . '/includes/preview.php';

/** Reads the files that a page for visitors does not need. */
function load_everything(): void {
	require_once __DIR__ . '/includes/everything.php';
}

// Pages and REST come through index.php, which alone asks for a theme; WP-Cron does, too, where the site says so.
if ( ! wp_using_themes() || did_action( 'rest_api_init' ) || ( defined( 'ALTERNATE_WP_CRON' ) && ALTERNATE_WP_CRON ) || ( defined( 'WP_CLI' ) && WP_CLI ) ) {
	load_everything();
} else {
	foreach ( array( 'rest_api_init', 'wp_abilities_api_categories_init', 'wp_initialize_site', 'wp_uninitialize_site', 'activate_' . plugin_basename( __FILE__ ), 'deactivate_' . plugin_basename( __FILE__ ) ) as $itih_action ) {
		add_action( $itih_action, __NAMESPACE__ . '\\load_everything', 0 );
	}
}
if ( defined( 'WP_CLI' ) && WP_CLI ) {
	require_once __DIR__ . '/includes/cli.php';
}
