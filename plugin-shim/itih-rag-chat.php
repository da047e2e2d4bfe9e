<?php
/**
 * Plugin Name:       Itih RAG Chat
 * Description:       Visitors chat with your site's own content: streamed answers that name their sources.
 * Version:           0.1.0
 * Requires at least: 6.1
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

// This file has to parse on every PHP that WordPress runs on: newer syntax belongs into includes/.
if ( PHP_VERSION_ID < 80000 || version_compare( get_bloginfo( 'version' ), '6.1', '<' ) || ! function_exists( 'curl_init' ) ) {
	add_action(
		'admin_notices',
		static function () {
			printf(
				'<div class="notice notice-error"><p>%s</p></div>',
				esc_html__( 'Itih RAG Chat needs PHP 8.0 with the curl extension, and WordPress 6.1 or newer. It does nothing until then.', 'itih-rag-chat' )
			);
		}
	);
	return;
}

require_once __DIR__ . '/includes/contract.php';
require_once __DIR__ . '/includes/settings.php';
require_once __DIR__ . '/includes/owned-settings.php';
require_once __DIR__ . '/includes/settings-revision.php';
require_once __DIR__ . '/includes/secret.php';
require_once __DIR__ . '/includes/site.php';
require_once __DIR__ . '/includes/site-doubt.php';
require_once __DIR__ . '/includes/install.php';
require_once __DIR__ . '/includes/languages.php';
require_once __DIR__ . '/includes/messages.php';
require_once __DIR__ . '/includes/request-id.php';
require_once __DIR__ . '/includes/errors.php';
require_once __DIR__ . '/includes/versions.php';
require_once __DIR__ . '/includes/signature.php';
require_once __DIR__ . '/includes/identity.php';
require_once __DIR__ . '/includes/sidecar.php';
require_once __DIR__ . '/includes/contact.php';
require_once __DIR__ . '/includes/sidecar-data.php';
require_once __DIR__ . '/includes/relay.php';
require_once __DIR__ . '/includes/transport.php';
require_once __DIR__ . '/includes/hand-over.php';
require_once __DIR__ . '/includes/stream.php';
require_once __DIR__ . '/includes/permissions.php';
require_once __DIR__ . '/includes/session.php';
require_once __DIR__ . '/includes/visibility.php';
require_once __DIR__ . '/includes/render.php';
require_once __DIR__ . '/includes/connectors.php';
require_once __DIR__ . '/includes/bridge.php';
require_once __DIR__ . '/includes/post-pages.php';
require_once __DIR__ . '/includes/dependents.php';
require_once __DIR__ . '/includes/prominent.php';
require_once __DIR__ . '/includes/bridge-posts.php';
require_once __DIR__ . '/includes/bridge-attachments.php';
require_once __DIR__ . '/includes/connect.php';
require_once __DIR__ . '/includes/owner-mail.php';
require_once __DIR__ . '/includes/bridge-budget.php';
require_once __DIR__ . '/includes/bridge-mail.php';
require_once __DIR__ . '/includes/routes.php';
require_once __DIR__ . '/includes/abilities.php';
require_once __DIR__ . '/includes/events.php';
require_once __DIR__ . '/includes/post-state.php';
require_once __DIR__ . '/includes/post-routes.php';
require_once __DIR__ . '/includes/posts-list.php';
require_once __DIR__ . '/includes/chat-attributes.php';
require_once __DIR__ . '/includes/widget-config.php';
require_once __DIR__ . '/includes/where-it-shows.php';
require_once __DIR__ . '/includes/widget.php';
require_once __DIR__ . '/includes/editor.php';
require_once __DIR__ . '/includes/preview.php';
require_once __DIR__ . '/includes/admin.php';
require_once __DIR__ . '/includes/settings-page.php';
require_once __DIR__ . '/includes/oauth-client.php';
require_once __DIR__ . '/includes/notice.php';
require_once __DIR__ . '/includes/tables.php';
require_once __DIR__ . '/includes/remote-data.php';
require_once __DIR__ . '/includes/retention.php';
require_once __DIR__ . '/includes/privacy-tools.php';
require_once __DIR__ . '/includes/privacy-policy.php';
require_once __DIR__ . '/includes/first-steps.php';
require_once __DIR__ . '/includes/health.php';
require_once __DIR__ . '/includes/health-connection.php';
require_once __DIR__ . '/includes/measure-stream.php';
require_once __DIR__ . '/includes/transport-test.php';
require_once __DIR__ . '/includes/health-stream.php';
require_once __DIR__ . '/includes/snippets.php';
require_once __DIR__ . '/includes/health-parts.php';
require_once __DIR__ . '/includes/health-model.php';
require_once __DIR__ . '/includes/site-health.php';
require_once __DIR__ . '/includes/debug-info.php';
if ( defined( 'WP_CLI' ) && WP_CLI ) {
	require_once __DIR__ . '/includes/cli.php';
}

register_activation_hook( __FILE__, __NAMESPACE__ . '\\activate' );
register_deactivation_hook( __FILE__, __NAMESPACE__ . '\\unschedule_retention' );
