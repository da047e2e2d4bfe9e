<?php
/** Registers every route of the contract, and checks who may call it. */

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
	'GET /content'                      => 'content_response',
	'GET /posts/<id>/chat'              => 'get_post_chat',
	'POST /posts/<id>/chat'             => 'change_post_chat',
	'POST /connect'                     => 'connect_sidecar',
	'POST /connection'                  => 'show_connection',
	'PUT /connection'                   => 'move_sidecar',
	'DELETE /connection'                => 'disconnect_sidecar',
	'GET /bridge/settings'              => 'bridge_get_settings',
	'PUT /bridge/settings'              => 'bridge_put_settings',
	'GET /bridge/posts'                 => 'bridge_posts',
	'GET /bridge/digest'                => 'bridge_digest',
	'POST /bridge/budget'               => 'bridge_tell_budget',
	'POST /bridge/week'                 => 'bridge_tell_week',
	'POST /bridge/mail'                 => 'bridge_mail_conversation',
	'POST /bridge/ai'                   => 'bridge_ask_ai',
	'POST /bridge/older'                => 'bridge_older',
	'GET /bridge/transport'             => 'bridge_transport',
	'GET /bridge/attachments/<id>'      => 'bridge_attachment',
	'GET /bridge/attachments/<id>/file' => 'bridge_attachment_file',
);

// After those of "ItihRag AI Chatbot", which has the same namespace: of two routes the first answers, and its chat shows.
add_action( 'rest_api_init', __NAMESPACE__ . '\\register_routes', 20 );

function register_routes(): void {
	foreach ( contract()['routes'] as $route ) {
		$handler = __NAMESPACE__ . '\\' . ( OWN_ROUTES[ $route['method'] . ' ' . $route['path'] ] ?? ( empty( $route['stream'] ) ? 'relay' : 'relay_stream' ) );
		register_rest_route(
			contract()['namespace'],
			route_pattern( $route['path'] ),
			array(
				'methods'             => $route['method'],
				'permission_callback' => static fn( \WP_REST_Request $request ): bool|\WP_Error => is_spelled( $request ) ? permit( $route['auth'], $request ) : error( 'not_found' ),
				'callback'            => static function ( \WP_REST_Request $request ) use ( $handler ) {
					is_callable( $handler ) || load_everything();
					return $handler( $request );
				},
				'show_in_index'       => 'bridge' !== $route['auth'],
				'itih_path'           => $route['path'],
			)
		);
	}
}

function route_pattern( string $path ): string {
	return strtr( $path, array( '<id>' => '(?P<id>\d+)', '<session>' => '(?P<session>[A-Za-z0-9_-]+)', '<name>' => '(?P<name>[A-Za-z0-9._-]+)' ) );
}

/**
 * Returns the route of a request in the contract's spelling with its parameters: core ignores case when it matches routes. '' for
 * routes of other plugins.
 */
function canonical_route( \WP_REST_Request $request ): string {
	$path = $request->get_attributes()['itih_path'] ?? '';
	foreach ( $request->get_url_params() as $name => $value ) {
		$path = str_replace( "<$name>", (string) $value, $path );
	}
	return '' === $path ? '' : '/' . contract()['namespace'] . $path;
}

/** Whether the route has no trailing line break, which the `$` in core's pattern lets pass. */
function is_spelled( \WP_REST_Request $request ): bool {
	return strtolower( $request->get_route() ) === strtolower( canonical_route( $request ) );
}

function permit( string $auth, \WP_REST_Request $request ): bool|\WP_Error {
	in_array( $auth, array( 'none', 'nonce' ), true ) || load_everything();
	$may = match ( $auth ) {
		'none'     => true,
		'nonce'    => permit_nonce( $request ),
		'admin'    => current_user_can( 'manage_options' ),
		'reader'   => can_read_chats(),
		'editor'   => current_user_can( 'edit_post', (int) $request['id'] ),
		'exchange' => permit_exchange( $request ),
		'bridge'   => permit_bridge( $request ),
		default    => false,
	};
	return false === $may ? error( 'rest_forbidden' ) : $may;
}

function can_read_chats(): bool {
	return current_user_can( 'manage_options' ) || current_user_can( reading_capability() );
}

function reading_capability(): string {
	/**
	 * Filters the capability that lets a user read conversations, gaps and figures. `edit_others_posts` lets editors.
	 * @param string $capability
	 */
	$capability = apply_filters( 'itih_read_chats_capability', 'manage_options' );
	return is_string( $capability ) && '' !== $capability ? $capability : 'manage_options';
}

/**
 * Requires a valid nonce from one of the site's own origins. Core refuses a wrong nonce sent with cookies, but lets a missing one
 * pass. All anonymous visitors share one nonce, so it does not prove the origin. WordPress takes the route from a form's body as
 * well, where a gateway before it does not see that somebody asks.
 */
function permit_nonce( \WP_REST_Request $request ): bool|\WP_Error {
	$is_in_body = isset( $_POST['rest_route'] ); // phpcs:ignore WordPress.Security.NonceVerification -- verified below.
	if ( $is_in_body || ! is_asked_by_own_origin( $request ) ) { return error( 'rest_forbidden' ); }
	$nonce = sanitize_text_field( (string) $request->get_header( 'x_wp_nonce' ) );
	return wp_verify_nonce( $nonce, 'wp_rest' ) ? true : error( 'rest_cookie_invalid_nonce' );
}

function permit_bridge( \WP_REST_Request $request ): bool|\WP_Error {
	parse_str( (string) $request->get_header( 'x_itih_identity' ), $identity );
	$site = (string) $request->get_header( 'x_itih_site' );
	if ( ! is_understood( (string) $request->get_header( 'x_itih_version' ) ) ) {
		return error( 'incompatible_version' );
	}
	if ( '' !== $site && ! is_this_site( $site ) ) { return error( 'wrong_site' ); }
	if ( '' === $site || 'system' !== ( $identity['role'] ?? '' ) || ! is_signed( $request ) ) {
		return error( 'invalid_signature' );
	}
	// The signature of a write is remembered for as long as it could be valid.
	$signature = md5( (string) $request->get_header( 'x_itih_signature' ) );
	if ( ! in_array( $request->get_method(), array( 'GET', 'HEAD' ), true ) && ! claim_once( 'itih_seen_' . $signature, 2 * SIGNATURE_WINDOW ) ) {
		return error( 'invalid_signature' );
	}
	note_called();
	// Cookies are ignored: the bridge sees the site as an anonymous visitor does.
	wp_set_current_user( 0 );
	return true;
}

/** Makes a transient that is not there yet. Of several calls at once only one gets true. */
function claim_once( string $name, int $seconds ): bool {
	global $wpdb;
	if ( wp_using_ext_object_cache() ) { return wp_cache_add( $name, 1, 'transient', $seconds ); }
	// Core's own functions look first and write then. Core removes both rows after their time.
	// phpcs:ignore WordPress.DB.DirectDatabaseQuery
	return 2 === $wpdb->query( $wpdb->prepare( "INSERT IGNORE INTO {$wpdb->options} ( option_name, option_value, autoload ) VALUES ( %s, %d, 'no' ), ( %s, '1', 'no' )", "_transient_timeout_$name", time() + $seconds, "_transient_$name" ) );
}
