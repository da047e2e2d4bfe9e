<?php
/**
 * The site as an OAuth client of MCP servers: where they send the owner back, and how it describes itself.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

add_filter( 'removable_query_args', __NAMESPACE__ . '\\keep_sign_in_answer' );

/**
 * Returns the admin page to which an authorization server sends the owner back. The sidecar may ask for it without
 * TLS, so the scheme is that of the site's address.
 */
function oauth_redirect_url(): string {
	$scheme = (string) wp_parse_url( (string) get_option( 'siteurl' ), PHP_URL_SCHEME );
	return set_url_scheme( admin_url( 'admin.php?page=' . SETTINGS_PAGE . '&tab=mcp' ), $scheme );
}

/**
 * Returns the address of the client id metadata document, '' where it cannot be a client id: that needs HTTPS and
 * a path (https://www.ietf.org/archive/id/draft-ietf-oauth-client-id-metadata-document-02.html#section-3).
 */
function oauth_client_url(): string {
	$url = rest_url( contract()['namespace'] . '/mcp/client' );
	return str_starts_with( $url, 'https://' ) && ! str_contains( $url, '?' ) ? $url : '';
}

/**
 * GET /mcp/client: the client id metadata document, for everybody.
 *
 * @return \WP_REST_Response|\WP_Error
 */
function oauth_client_response() {
	if ( '' === oauth_client_url() ) {
		return error( 'not_found' );
	}
	return new \WP_REST_Response(
		array(
			'client_id'                  => oauth_client_url(),
			'client_name'                => wp_specialchars_decode( get_bloginfo( 'name' ), ENT_QUOTES ),
			'client_uri'                 => home_url(),
			'redirect_uris'              => array( oauth_redirect_url() ),
			'grant_types'                => array( 'authorization_code', 'refresh_token' ),
			'response_types'             => array( 'code' ),
			'token_endpoint_auth_method' => 'none',
		)
	);
}

/**
 * Keeps `error` of an authorization server's answer in the address: core takes it for a message that was shown.
 *
 * @param string[] $args
 * @return string[]
 */
function keep_sign_in_answer( $args ): array {
	$page = isset( $_GET['page'] ) && is_string( $_GET['page'] ) ? sanitize_key( $_GET['page'] ) : ''; // phpcs:ignore WordPress.Security.NonceVerification -- nothing is changed.
	if ( SETTINGS_PAGE !== $page || ! isset( $_GET['state'] ) ) { // phpcs:ignore WordPress.Security.NonceVerification -- nothing is changed.
		return (array) $args;
	}
	return array_values( array_diff( (array) $args, array( 'error' ) ) );
}
