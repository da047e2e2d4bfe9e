<?php
/**
 * Reads what REST, the admin, WP-Cron and WP-CLI need beyond the files of a page for visitors.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

require_once __DIR__ . '/owned-settings.php';
require_once __DIR__ . '/signature.php';
require_once __DIR__ . '/notice.php';
require_once __DIR__ . '/install.php';
require_once __DIR__ . '/errors.php';
require_once __DIR__ . '/identity.php';
require_once __DIR__ . '/sidecar.php';
require_once __DIR__ . '/contact.php';
require_once __DIR__ . '/stream.php';
require_once __DIR__ . '/transport.php';
require_once __DIR__ . '/routes.php';
require_once __DIR__ . '/session.php';
require_once __DIR__ . '/bridge-posts.php';
require_once __DIR__ . '/render.php';
require_once __DIR__ . '/connectors.php';
require_once __DIR__ . '/bridge.php';
require_once __DIR__ . '/send-events.php';
require_once __DIR__ . '/prominent.php';
require_once __DIR__ . '/connect.php';
require_once __DIR__ . '/rest-access.php';
require_once __DIR__ . '/abilities.php';
require_once __DIR__ . '/post-state.php';
require_once __DIR__ . '/posts-list.php';
require_once __DIR__ . '/editor.php';
require_once __DIR__ . '/admin.php';
require_once __DIR__ . '/oauth-client.php';
require_once __DIR__ . '/older-plugin.php';
require_once __DIR__ . '/tables.php';
require_once __DIR__ . '/remote-data.php';
require_once __DIR__ . '/retention.php';
require_once __DIR__ . '/privacy.php';
require_once __DIR__ . '/health.php';
require_once __DIR__ . '/snippets.php';
require_once __DIR__ . '/site-health.php';

register_activation_hook( PLUGIN_FILE, __NAMESPACE__ . '\\activate' );
register_deactivation_hook( PLUGIN_FILE, __NAMESPACE__ . '\\unschedule_retention' );
