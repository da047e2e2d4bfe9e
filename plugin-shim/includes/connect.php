<?php
/**
 * Hands the connection over to a sidecar on another machine: the address of this site and the secret as one code.
 * `itih connect` gets it with an application password that an administrator has approved for it, once; an
 * administrator can also copy it. Disconnecting makes a new secret.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

/** Maximum number of codes in an hour. */
const MAX_CODES = 20;

/**
 * Returns the value of ITIH_CONNECT. server/config/connect-code.ts reads it.
 */
function connection_code(): string {
	$payload = wp_json_encode(
		array(
			'site'   => current_site_url(),
			'secret' => secret(),
		)
	);
	// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions -- carries an address and a secret in one variable.
	$encoded = rtrim( strtr( base64_encode( (string) $payload ), '+/', '-_' ), '=' );
	return 'itih1.' . $encoded . '.' . substr( hash( 'sha256', $encoded ), 0, 8 );
}

/**
 * Whether a secret may be sent: over TLS, also where a proxy ends it, or on this machine.
 */
function is_connection_private(): bool {
	return is_ssl() || wp_is_using_https() || is_local_host( (string) wp_parse_url( current_site_url(), PHP_URL_HOST ) );
}

function is_local_host( string $host ): bool {
	return 1 === preg_match( '/^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/iD', $host );
}

/**
 * Returns why no code may be made now, or null.
 */
function code_refusal( \WP_REST_Request $request ): ?\WP_Error {
	$address = named_address( $request );
	if ( '' !== $address && ! is_sidecar_address( $address ) ) {
		return new \WP_Error( 'invalid_request', __( 'The address of the sidecar has to begin with https://, or with http:// on this machine or in a private network.', 'itih-rag-chat' ), array( 'status' => contract()['errors']['invalid_request'] ) );
	}
	if ( is_site_in_doubt() ) {
		return site_doubt_error();
	}
	// The sites of a network share a secret of wp-config.php, so it is not for the administrators of one site.
	if ( is_multisite() && defined( 'ITIH_SECRET' ) && ! is_super_admin() ) {
		return error( 'rest_forbidden' );
	}
	if ( ! is_connection_private() ) {
		return new \WP_Error( 'rest_forbidden', __( 'This site has no HTTPS, so its secret would be sent in the open. Set HTTPS up first.', 'itih-rag-chat' ), array( 'status' => contract()['errors']['rest_forbidden'] ) );
	}
	$made = (int) get_transient( 'itih_codes' );
	if ( $made >= MAX_CODES ) {
		return error( 'rate_limited' );
	}
	set_transient( 'itih_codes', $made + 1, HOUR_IN_SECONDS );
	return null;
}

/**
 * Whether the caller is an administrator who has approved this exchange on core's screen "Authorize Application":
 * the password carries the id of `itih connect`. Cookies do not count, so no page of another site can call it.
 *
 * @return true|\WP_Error
 */
function permit_exchange() {
	$used = rest_get_authenticated_app_password();
	$item = null === $used ? null : \WP_Application_Passwords::get_user_application_password( get_current_user_id(), $used );
	$ours = is_array( $item ) && contract()['connect_app_id'] === ( $item['app_id'] ?? '' );
	return $ours && current_user_can( 'manage_options' ) ? true : error( 'rest_forbidden' );
}

/**
 * `POST /connect`: takes the application password, which it deletes, and returns the connection.
 *
 * @return \WP_REST_Response|\WP_Error
 */
function connect_sidecar( \WP_REST_Request $request ) {
	$refusal = code_refusal( $request );
	if ( null !== $refusal ) {
		return $refusal;
	}
	// Only one of two calls with the same password can delete it.
	$deleted = \WP_Application_Passwords::delete_application_password( get_current_user_id(), (string) rest_get_authenticated_app_password() );
	if ( true !== $deleted ) {
		return error( 'rest_forbidden' );
	}
	return connection_response( $request );
}

/**
 * `POST /connection`: the same for an administrator who copies it.
 *
 * @return \WP_REST_Response|\WP_Error
 */
function show_connection( \WP_REST_Request $request ) {
	return code_refusal( $request ) ?? connection_response( $request );
}

/**
 * Returns the address of the sidecar that a request names; '' for none.
 */
function named_address( \WP_REST_Request $request ): string {
	$body    = $request->get_json_params();
	$address = is_array( $body ) ? $body['sidecar_url'] ?? '' : '';
	return is_string( $address ) ? untrailingslashit( trim( $address ) ) : '';
}

/** Stores the address, unless wp-config.php has one, and returns the connection. */
function connection_response( \WP_REST_Request $request ): \WP_REST_Response {
	$address = named_address( $request );
	if ( '' !== $address && ! defined( 'ITIH_SIDECAR_URL' ) ) {
		update_option( SIDECAR_URL_OPTION, esc_url_raw( $address, array( 'http', 'https' ) ) );
		delete_transient( PROBE_TRANSIENT );
	}
	return bridge_response(
		array(
			'connect'     => connection_code(),
			'sidecar_url' => sidecar_url(),
		)
	);
}

/**
 * `DELETE /connection`: no sidecar that has the old secret is heard any more.
 *
 * @return \WP_REST_Response|\WP_Error
 */
function disconnect_sidecar() {
	if ( defined( 'ITIH_SECRET' ) ) {
		return new \WP_Error( 'conflict', __( 'The secret is in wp-config.php: change ITIH_SECRET there.', 'itih-rag-chat' ), array( 'status' => contract()['errors']['conflict'] ) );
	}
	update_option( SECRET_OPTION, bin2hex( random_bytes( 32 ) ), false );
	delete_option( SIDECAR_URL_OPTION );
	delete_option( CONTACT_OPTION );
	delete_transient( PROBE_TRANSIENT );
	return bridge_response( array( 'sidecar_url' => sidecar_url() ) );
}

/**
 * Whether the plugin may call this address: answers and questions of visitors go there.
 */
function is_sidecar_address( string $url ): bool {
	$parts = wp_parse_url( $url );
	if ( strlen( $url ) > 2048 || ! is_array( $parts ) || isset( $parts['user'] ) || isset( $parts['query'] ) || isset( $parts['fragment'] ) ) {
		return false;
	}
	$host   = $parts['host'] ?? '';
	$scheme = $parts['scheme'] ?? '';
	return '' !== $host && ( 'https' === $scheme || ( 'http' === $scheme && is_private_host( $host ) ) );
}

/** Whether a host is this machine, a name without dots such as a container's, or an address of a private network. */
function is_private_host( string $host ): bool {
	$ip = trim( $host, '[]' );
	if ( false === filter_var( $ip, FILTER_VALIDATE_IP ) ) {
		return is_local_host( $host ) || ! str_contains( $host, '.' );
	}
	return is_local_host( $host ) || false === filter_var( $ip, FILTER_VALIDATE_IP, FILTER_FLAG_NO_PRIV_RANGE );
}
