<?php
/** The site as an OAuth client of MCP servers: where they send the owner back, and how it describes itself. */

declare( strict_types=1 );
namespace Itih\RagChat;
defined( 'ABSPATH' ) || exit;

add_filter( 'removable_query_args', __NAMESPACE__ . '\\keep_sign_in_answer' );

/**
 * Returns the admin page to which an authorization server sends the owner back. The sidecar may ask for it without TLS, so the
 * scheme is that of the site's address.
 */
function oauth_redirect_url(): string {
	$scheme = (string) wp_parse_url( (string) get_option( 'siteurl' ), PHP_URL_SCHEME );
	return set_url_scheme( admin_url( 'admin.php?page=' . SETTINGS_PAGE . '&tab=mcp' ), $scheme );
}

/**
 * Returns the address of the client id metadata document, '' where it cannot be a client id: that needs HTTPS and a path
 * (https://www.ietf.org/archive/id/draft-ietf-oauth-client-id-metadata-document-02.html#section-3).
 */
function oauth_client_url(): string {
	$url = rest_url( contract()['namespace'] . '/mcp/client' );
	return str_starts_with( $url, 'https://' ) && ! str_contains( $url, '?' ) ? $url : '';
}

/** Returns the client id metadata document, for everybody. */
function oauth_client_response(): array|\WP_Error {
	return '' === oauth_client_url() ? error( 'not_found' ) : array(
		'client_id'                  => oauth_client_url(),
		'client_name'                => wp_specialchars_decode( get_bloginfo( 'name' ), ENT_QUOTES ),
		'client_uri'                 => home_url(),
		'redirect_uris'              => array( oauth_redirect_url() ),
		'grant_types'                => array( 'authorization_code', 'refresh_token' ),
		'response_types'             => array( 'code' ),
		'token_endpoint_auth_method' => 'none',
	);
}

/** Keeps `error` of an authorization server's answer in the address: core takes it for a message that was shown. */
function keep_sign_in_answer( mixed $args ): array {
	// phpcs:ignore WordPress.Security.NonceVerification, WordPress.Security.ValidatedSanitizedInput -- only compared.
	$is_answer = isset( $_GET['state'] ) && SETTINGS_PAGE === ( $_GET['page'] ?? '' );
	return $is_answer ? array_values( array_diff( (array) $args, array( 'error' ) ) ) : (array) $args;
}
