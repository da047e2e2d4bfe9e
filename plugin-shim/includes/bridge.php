<?php
/**
 * Bridge routes for settings and site. The contract is server/contract/bridge.ts.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

function bridge_get_settings(): \WP_REST_Response {
	return bridge_response(
		array(
			'settings'   => (object) restore_objects( stored_settings(), settings_shape() ),
			'connectors' => (object) sealed_connector_keys(),
			'site'       => array(
				'name'              => wp_specialchars_decode( get_bloginfo( 'name' ), ENT_QUOTES ),
				'home_url'          => home_url(),
				'locale'            => get_locale(),
				'time_zone'         => wp_timezone_string(),
				'wordpress_version' => get_bloginfo( 'version' ),
				'plugin_version'    => VERSION,
				'supports_ai'       => supports_ai(),
				'oauth'             => array(
					'redirect_url' => oauth_redirect_url(),
					'client_url'   => oauth_client_url(),
				),
				'nonce'             => anonymous_nonce_rules(),
				'words'             => (object) owner_words(),
			),
		)
	);
}

/**
 * PUT bridge/settings: stores the settings unchanged; the sidecar has validated and normalised them.
 *
 * @return \WP_REST_Response|\WP_Error
 */
function bridge_put_settings( \WP_REST_Request $request ) {
	$body     = $request->get_json_params();
	$settings = is_array( $body ) ? ( $body['settings'] ?? null ) : null;
	if ( ! is_array( $settings ) || ( $settings && array_is_a_list( $settings ) ) ) {
		return error( 'invalid_request' );
	}
	// The change comes from the sidecar, so no event tells it.
	Events::ignore_settings();
	update_option( SETTINGS_OPTION, $settings, false );
	return bridge_get_settings();
}

function array_is_a_list( array $items ): bool {
	return array_keys( $items ) === range( 0, count( $items ) - 1 );
}

/**
 * @param mixed $data
 */
function bridge_response( $data ): \WP_REST_Response {
	return new \WP_REST_Response( $data );
}
