<?php
/**
 * Registers every route of the contract.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

/** Handlers of the routes that the plugin answers itself, at least in part. All others are relayed. */
const OWN_ROUTES = array(
	'GET /session'                      => 'session_response',
	'GET /site'                         => 'site_response',
	'GET /mcp/client'                   => 'oauth_client_response',
	'GET /settings'                     => 'get_settings',
	'PUT /settings'                     => 'put_settings',
	'GET /posts/<id>/chat'              => 'get_post_chat',
	'POST /posts/<id>/chat'             => 'change_post_chat',
	'POST /connect'                     => 'connect_sidecar',
	'POST /connection'                  => 'show_connection',
	'DELETE /connection'                => 'disconnect_sidecar',
	'GET /bridge/settings'              => 'bridge_get_settings',
	'PUT /bridge/settings'              => 'bridge_put_settings',
	'GET /bridge/posts'                 => 'bridge_posts',
	'GET /bridge/digest'                => 'bridge_digest',
	'POST /bridge/budget'               => 'bridge_tell_budget',
	'POST /bridge/mail'                 => 'bridge_mail_conversation',
	'GET /bridge/transport'             => 'bridge_transport',
	'GET /bridge/attachments/<id>'      => 'bridge_attachment',
	'GET /bridge/attachments/<id>/file' => 'bridge_attachment_file',
);

// After those of "ItihRag AI Chatbot", which has the same namespace: of two routes the first answers, and its chat shows.
add_action( 'rest_api_init', __NAMESPACE__ . '\\register_routes', 20 );

function register_routes(): void {
	foreach ( contract()['routes'] as $route ) {
		register_rest_route(
			contract()['namespace'],
			route_pattern( $route['path'] ),
			array(
				'methods'             => $route['method'],
				'permission_callback' => static fn( \WP_REST_Request $request ) => is_spelled( $request ) ? permit( $route['auth'], $request ) : error( 'not_found' ),
				'callback'            => route_handler( $route ),
				'show_in_index'       => 'bridge' !== $route['auth'],
				'itih_path'           => $route['path'],
			)
		);
	}
}

/** Returns a path of the contract as a regular expression. */
function route_pattern( string $path ): string {
	return strtr(
		$path,
		array(
			'<id>'      => '(?P<id>\d+)',
			'<session>' => '(?P<session>[A-Za-z0-9_-]+)',
			'<name>'    => '(?P<name>[A-Za-z0-9._-]+)',
		)
	);
}

/**
 * Returns the route of a request in the contract's spelling with its parameters: core ignores case when it matches
 * routes. '' for routes of other plugins.
 */
function canonical_route( \WP_REST_Request $request ): string {
	$path = $request->get_attributes()['itih_path'] ?? null;
	if ( null === $path ) {
		return '';
	}
	foreach ( $request->get_url_params() as $name => $value ) {
		$path = str_replace( "<$name>", (string) $value, $path );
	}
	return '/' . contract()['namespace'] . $path;
}

/**
 * Whether the route has no trailing line break, which the `$` in core's pattern lets pass.
 */
function is_spelled( \WP_REST_Request $request ): bool {
	return strtolower( $request->get_route() ) === strtolower( canonical_route( $request ) );
}

function route_handler( array $route ): callable {
	if ( 'sidecar' !== $route['server'] ) {
		return __NAMESPACE__ . '\\' . OWN_ROUTES[ $route['method'] . ' ' . $route['path'] ];
	}
	return __NAMESPACE__ . '\\' . ( empty( $route['stream'] ) ? 'relay' : 'relay_stream' );
}
