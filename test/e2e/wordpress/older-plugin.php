<?php
/**
 * Plugin Name: ItihRag AI Chatbot
 * Version:     1.1.1
 *
 * Registers the names of https://github.com/mahavirvataliya/openrag-ai-chatbot 1.1.1 as that plugin does: constants when its file
 * is read, everything else at the same hooks, priorities, routes and methods, options and tables.
 */

define( 'ITIH_VERSION', '1.1.1' );
define( 'ITIH_FILE', __FILE__ );
define( 'ITIH_DIR', plugin_dir_path( __FILE__ ) );
define( 'ITIH_URL', plugin_dir_url( __FILE__ ) );
define( 'ITIH_BASENAME', plugin_basename( __FILE__ ) );
define( 'ITIH_DB_VERSION', '1.1.1' );
define( 'ITIH_REST_NAMESPACE', 'itih/v1' );
define( 'ITIH_OPTION_PREFIX', 'itih_' );

function itih_activate() {
	foreach ( array( 'general', 'chat', 'providers', 'embeddings', 'vector_store', 'indexing', 'appearance', 'mcp' ) as $group ) {
		add_option( ITIH_OPTION_PREFIX . $group, array() );
	}
	update_option( ITIH_OPTION_PREFIX . 'db_version', ITIH_DB_VERSION );
}
register_activation_hook( __FILE__, 'itih_activate' );

function itih_boot() {
	add_action( 'rest_api_init', 'itih_routes' );
	add_action( 'wp_footer', 'itih_widget' );
	add_shortcode( 'itih_chat', 'itih_inline' );
	add_shortcode( 'openrag_chat', 'itih_inline' );
}
add_action( 'plugins_loaded', 'itih_boot' );

function itih_routes() {
	$routes = array(
		'/chat'                             => 'POST',
		'/chat/sync'                        => 'POST',
		'/feedback'                         => 'POST',
		'/history'                          => 'GET, DELETE',
		'/documents'                        => 'GET, POST',
		'/documents/(?P<id>\d+)'            => 'GET, DELETE',
		'/documents/(?P<id>\d+)/process'    => 'POST',
		'/posts/index'                      => 'POST',
		'/mcp/servers'                      => 'GET, POST',
		'/mcp/servers/(?P<id>\d+)'          => 'POST, DELETE',
		'/mcp/servers/(?P<id>\d+)/discover' => 'POST',
	);
	foreach ( $routes as $route => $methods ) {
		register_rest_route(
			ITIH_REST_NAMESPACE,
			$route,
			array(
				'methods'             => $methods,
				'permission_callback' => '__return_true',
				'callback'            => static fn() => new WP_REST_Response( array( 'answered_by' => 'ItihRag AI Chatbot' ) ),
			)
		);
	}
}

function itih_widget() {
	echo '<div class="itih-chatbot" data-older-plugin></div>';
}

function itih_inline() {
	return '<div class="itih-chatbot itih-inline" data-older-plugin></div>';
}
