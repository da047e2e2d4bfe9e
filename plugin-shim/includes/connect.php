<?php
/**
 * Hands the connection over to a sidecar on another machine: the address of this site and the secret as one code. The sidecar
 * gets it once, with an application password that an administrator has approved for `itih connect`, or with a one-time code that
 * an administrator copies after entering the account's password. For hosts that keep no files the administrator copies the
 * connection itself. Disconnecting makes a new secret.
 */

declare( strict_types=1 );
namespace Itih\RagChat;
defined( 'ABSPATH' ) || exit;

const MAX_CODES = 20; // Maximum number of codes in an hour.
const CODE_OPTION = 'itih_connect_code'; // The one-time code that is not used yet: its SHA-256, and the second until which it can be.
const CODE_SECONDS = 15 * MINUTE_IN_SECONDS; // Seconds in which a one-time code can be used.

/** Returns a value of ITIH_CONNECT. server/config/connect-code.ts reads it. */
function encode_code( string $form, array $content ): string {
	// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions -- carries an address and a secret in one variable.
	$encoded = rtrim( strtr( base64_encode( (string) wp_json_encode( array( 'site' => current_site_url() ) + $content ) ), '+/', '-_' ), '=' );
	return $form . '.' . $encoded . '.' . substr( hash( 'sha256', $encoded ), 0, 8 );
}

function connection_code(): string {
	return encode_code( 'itih1', array( 'secret' => secret() ) );
}

/** Makes a code that can be exchanged for the connection, in place of an earlier one. */
function one_time_code(): string {
	$code = bin2hex( random_bytes( 32 ) );
	update_option( CODE_OPTION, array( 'hash' => hash( 'sha256', $code ), 'until' => time() + CODE_SECONDS ), false );
	return encode_code( 'itih2', array( 'code' => $code ) );
}

/** Whether a secret may be sent with this request: over TLS, as WordPress sees it, or on this machine. */
function is_connection_private(): bool {
	return is_ssl() || is_local_host( (string) wp_parse_url( current_site_url(), PHP_URL_HOST ) );
}

/** Returns why the connection may not leave now, or null. `may`: the caller may have it. */
function code_refusal( \WP_REST_Request $request, bool $may ): ?\WP_Error {
	$address = named_address( $request );
	if ( '' !== $address && ! is_sidecar_address( $address ) ) {
		return told_error( 'invalid_request', __( 'The address has to begin with https://, or with http:// on this machine or in a private network.', 'itih-rag-chat' ) );
	}
	if ( is_site_in_doubt() ) { return site_doubt_error(); }
	if ( ! $may ) {
		return told_error( 'rest_forbidden', __( 'In a network of sites only super admins may connect the answer service. Please ask one.', 'itih-rag-chat' ) );
	}
	if ( ! is_connection_private() ) {
		return told_error( 'rest_forbidden', __( 'This site has no HTTPS, so its secret would be sent in the open. Set HTTPS up first.', 'itih-rag-chat' ) );
	}
	$made = (int) get_transient( 'itih_codes' );
	if ( $made >= MAX_CODES ) { return error( 'rate_limited' ); }
	set_transient( 'itih_codes', $made + 1, HOUR_IN_SECONDS );
	return null;
}

/**
 * Whether this is the one-time code. Only wrong ones are counted: nobody guesses 256 bits, and nobody else can use up the
 * attempts of who has the right one.
 */
function permit_code( string $code ): bool|\WP_Error {
	$kept = get_option( CODE_OPTION );
	if ( is_array( $kept ) && time() < (int) ( $kept['until'] ?? 0 ) && hash_equals( (string) ( $kept['hash'] ?? '' ), hash( 'sha256', $code ) ) ) {
		return true;
	}
	$wrong = (int) get_transient( 'itih_wrong_codes' );
	if ( $wrong >= MAX_CODES ) { return error( 'rate_limited' ); }
	set_transient( 'itih_wrong_codes', $wrong + 1, HOUR_IN_SECONDS );
	return error( 'rest_forbidden' );
}

/** Whether the current user may have the connection: the server is not for the administrators of one site of a network. */
function may_connect(): bool {
	return current_user_can( 'manage_options' ) && ( ! is_multisite() || is_super_admin() );
}

/**
 * Whether the caller has a one-time code, or is an administrator who has approved this exchange on core's screen "Authorize
 * Application": the password carries the id of `itih connect`. Cookies do not count, so no page of another site can call it.
 */
function permit_exchange( \WP_REST_Request $request ): bool|\WP_Error {
	$code = body_text( $request, 'code' );
	if ( '' !== $code ) { return permit_code( $code ); }
	$used = rest_get_authenticated_app_password();
	$item = null === $used ? null : \WP_Application_Passwords::get_user_application_password( get_current_user_id(), $used );
	$ours = is_array( $item ) && contract()['connect_app_id'] === ( $item['app_id'] ?? '' );
	return $ours && may_connect() ? true : error( 'rest_forbidden' );
}

/** `POST /connect`: takes the one-time code or the application password, deletes it, and returns the connection. */
function connect_sidecar( \WP_REST_Request $request ): \WP_REST_Response|\WP_Error {
	// permit_exchange() has looked who it is.
	$refusal = code_refusal( $request, true );
	if ( null !== $refusal ) { return $refusal; }
	// Only one of two calls with the same code or password can delete it.
	$deleted = '' === body_text( $request, 'code' )
		? \WP_Application_Passwords::delete_application_password( get_current_user_id(), (string) rest_get_authenticated_app_password() )
		: delete_option( CODE_OPTION );
	if ( true !== $deleted ) { return error( 'rest_forbidden' ); }
	return connection_response( $request, connection_code() );
}

/**
 * `POST /connection`: a one-time code, or with `lasting` the connection, for an administrator who copies it.
 */
function show_connection( \WP_REST_Request $request ): \WP_REST_Response|\WP_Error {
	$body = $request->get_json_params();
	return password_refusal( $request )
		?? connection_response( $request, true === ( $body['lasting'] ?? false ) ? connection_code() : one_time_code() );
}

/** `PUT /connection`: the address alone, of a sidecar that has its connection already. */
function move_sidecar( \WP_REST_Request $request ): \WP_REST_Response|\WP_Error {
	return password_refusal( $request ) ?? connection_response( $request, '' );
}

/**
 * Returns why the current user may not change the connection, or null. Whoever has only the session of an administrator, such as a
 * script in the page, does not know the account's password.
 */
function password_refusal( \WP_REST_Request $request ): ?\WP_Error {
	return code_refusal( $request, may_connect() )
		?? ( is_own_password( $request ) ? null : told_error( 'rest_forbidden', __( 'This is not the password of your account.', 'itih-rag-chat' ) ) );
}

/** Whether the request has the password of the current user's account. Code_refusal() counts the attempts. */
function is_own_password( \WP_REST_Request $request ): bool {
	$password = body_text( $request, 'password' );
	$user     = wp_get_current_user();
	if ( '' === $password || strlen( $password ) > 4096 || ! $user->exists() ) { return false; }
	// Core stores passwords as forms send them, with slashes before quotes.
	return wp_check_password( wp_slash( $password ), $user->user_pass, $user->ID ) || wp_check_password( $password, $user->user_pass, $user->ID );
}

function body_text( \WP_REST_Request $request, string $name ): string {
	$body = $request->get_json_params();
	$text = is_array( $body ) ? $body[ $name ] ?? '' : '';
	return is_string( $text ) ? $text : '';
}

function named_address( \WP_REST_Request $request ): string {
	return untrailingslashit( trim( body_text( $request, 'sidecar_url' ) ) );
}

/** Stores the address, unless wp-config.php has one, and returns it with the code; '' for none. */
function connection_response( \WP_REST_Request $request, string $code ): \WP_REST_Response {
	$address = named_address( $request );
	if ( '' !== $address && ! defined( 'ITIH_SIDECAR_URL' ) ) {
		update_option( SIDECAR_URL_OPTION, esc_url_raw( $address, array( 'http', 'https' ) ) );
		delete_transient( PROBE_TRANSIENT );
	}
	return new \WP_REST_Response( array( 'connect' => $code, 'sidecar_url' => sidecar_url() ) );
}

/** `DELETE /connection`: no sidecar that has the old secret is heard any more. */
function disconnect_sidecar(): \WP_REST_Response|\WP_Error {
	if ( defined( 'ITIH_SECRET' ) ) {
		return told_error( 'conflict', __( 'The secret is in wp-config.php: change ITIH_SECRET there.', 'itih-rag-chat' ) );
	}
	update_option( SECRET_OPTION, bin2hex( random_bytes( 32 ) ), false );
	delete_option( CODE_OPTION );
	delete_option( SIDECAR_URL_OPTION );
	delete_option( CONTACT_OPTION );
	delete_transient( PROBE_TRANSIENT );
	return new \WP_REST_Response( array( 'sidecar_url' => sidecar_url() ) );
}

/** Whether the plugin may call this address. It sends there no more than a signed ping until that is answered with a signature. */
function is_sidecar_address( string $url ): bool {
	$parts = wp_parse_url( $url );
	if ( strlen( $url ) > 2048 || ! is_array( $parts ) || isset( $parts['user'] ) || isset( $parts['query'] ) || isset( $parts['fragment'] ) ) {
		return false;
	}
	$host   = strtolower( $parts['host'] ?? '' );
	$scheme = $parts['scheme'] ?? '';
	if ( ! in_array( $scheme, array( 'http', 'https' ), true ) || in_array( (int) ( $parts['port'] ?? 0 ), OTHER_PORTS, true ) || ! is_callable_host( $host ) ) {
		return false;
	}
	return 'https' === $scheme || is_private_host( $host );
}

/** Ports of programs that are often in private networks, and are no web servers. */
const OTHER_PORTS = array( 21, 22, 23, 25, 53, 110, 111, 135, 139, 143, 389, 445, 465, 587, 636, 993, 995, 1433, 1521, 2049, 2375, 2376, 2379, 3306, 3389, 5432, 5672, 5984, 6379, 6443, 9000, 9042, 9092, 9200, 9300, 10250, 11211, 15672, 27017 );
/** Addresses and names at which clouds tell a machine its credentials. */
const METADATA_HOSTS = array( '168.63.129.16', '100.100.100.200', '192.0.0.192', 'fd00:ec2::254', 'fd20:ce::254', 'metadata', 'metadata.google.internal', 'instance-data' );

/**
 * Whether a host is a name, or an address in its usual form that is neither link-local nor one of a cloud's metadata. Resolvers
 * also read `2130706433`, `0x7f000001`, `0177.1` and `127.1` as addresses.
 */
function is_callable_host( string $host ): bool {
	$host = rtrim( trim( $host, '[]' ), '.' );
	$ip   = filter_var( $host, FILTER_VALIDATE_IP );
	if ( false === $ip ) {
		return 1 === preg_match( '/^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/D', $host )
			&& 1 !== preg_match( '/(^|\.)(0x[0-9a-f]*|\d+)$/D', $host )
			&& ! in_array( $host, METADATA_HOSTS, true );
	}
	$bytes = (string) inet_pton( $ip );
	if ( 16 === strlen( $bytes ) && str_starts_with( $bytes, str_repeat( "\0", 10 ) . "\xff\xff" ) ) {
		return false; // An IPv4 address in another form.
	}
	$same = array_filter( METADATA_HOSTS, static fn( string $other ): bool => false !== filter_var( $other, FILTER_VALIDATE_IP ) && inet_pton( $other ) === $bytes );
	return ! $same && ( is_local_host( str_contains( $ip, ':' ) ? "[$ip]" : $ip ) || false !== filter_var( $ip, FILTER_VALIDATE_IP, FILTER_FLAG_NO_RES_RANGE ) );
}

/** Whether a host is this machine, a name without dots such as a container's, or an address of a private network. */
function is_private_host( string $host ): bool {
	$ip = trim( $host, '[]' );
	if ( false === filter_var( $ip, FILTER_VALIDATE_IP ) ) {
		return is_local_host( $host ) || ! str_contains( $host, '.' );
	}
	return is_local_host( $host ) || false === filter_var( $ip, FILTER_VALIDATE_IP, FILTER_FLAG_NO_PRIV_RANGE );
}
