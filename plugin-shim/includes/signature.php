<?php
/**
 * Signed calls between shim and sidecar, with the secret that both know and the versions that each tells the other: the PHP half
 * of server/wordpress/signature.ts.
 */

declare( strict_types=1 );
namespace Itih\RagChat;
defined( 'ABSPATH' ) || exit;

const SECRET_OPTION      = 'itih_secret';
const SIDECAR_URL_OPTION = 'itih_sidecar_url';

/** Returns the constant ITIH_SECRET, else the option that activation made. */
function secret(): string {
	if ( defined( 'ITIH_SECRET' ) && '' !== (string) constant( 'ITIH_SECRET' ) ) {
		return (string) constant( 'ITIH_SECRET' );
	}
	return made_once( SECRET_OPTION, static fn(): string => bin2hex( random_bytes( 32 ) ), false );
}

/** Returns the address of the sidecar without a trailing slash. */
function sidecar_url(): string {
	$url = defined( 'ITIH_SIDECAR_URL' ) ? (string) constant( 'ITIH_SIDECAR_URL' ) : (string) get_option( SIDECAR_URL_OPTION, '' );
	return untrailingslashit( '' === $url ? 'http://127.0.0.1:8790' : $url );
}

function is_local_host( string $host ): bool {
	return 1 === preg_match( '/^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/iD', $host );
}

const SIGNATURE_WINDOW = 60; // Seconds that a signed call stays valid.

/** Version of the signed lines. */
const SIGNATURE_PROTOCOL = 'itih-v2';
const ANSWER_PROTOCOL    = 'itih-answer-v1';
const STREAMED_BODY = 'stream'; // In place of the hash of a streamed body.

/**
 * Splits a raw query string into pairs of name and value as URLSearchParams does. PHP's own parser renames parameters with dots,
 * spaces or brackets, which would break the signature.
 * @return list<array{string, string}>
 */
function query_pairs( string $raw ): array {
	$pairs = array();
	foreach ( explode( '&', $raw ) as $part ) {
		if ( '' !== $part ) {
			list( $name, $value ) = explode( '=', $part, 2 ) + array( 1 => '' );
			$pairs[]              = array( urldecode( $name ), urldecode( $value ) );
		}
	}
	return $pairs;
}

/** Encodes pairs by RFC 3986 and sorts them bytewise, without WordPress' routing parameter `rest_route`. */
function canonical_query( array $pairs ): string {
	$pairs = array_filter( $pairs, static fn( array $pair ): bool => 'rest_route' !== $pair[0] );
	$parts = array_map( static fn( array $pair ): string => rawurlencode( $pair[0] ) . '=' . rawurlencode( $pair[1] ), $pairs );
	sort( $parts, SORT_STRING );
	return implode( '&', $parts );
}

/** Returns 32 bytes. Sites with a common secret, such as those of a network whose wp-config.php defines one, have different keys. */
function signing_key(): string {
	return hash_hkdf( 'sha256', secret(), 32, 'itih signature ' . site_id() );
}

/**
 * Returns the HMAC-SHA-256 of a call, hex. Only the request line and headers are signed, so that the sidecar verifies a call
 * before it reads the body.
 * @param list<array{string, string}> $query
 * @param string ...$headers Timestamp, id of the call, identity, site, SHA-256 of the body.
 */
function sign( string $method, string $route, array $query, string ...$headers ): string {
	$lines = array( SIGNATURE_PROTOCOL, strtoupper( $method ), $route, canonical_query( $query ), ...$headers );
	return hash_hmac( 'sha256', implode( "\n", $lines ), signing_key() );
}

function signed_headers( string $method, string $route, array $query, string $body, string $identity ): array {
	$protocol = contract()['protocol'];
	$signed   = array(
		'X-Itih-Timestamp' => (string) time(),
		'X-Itih-Call'      => wp_generate_uuid4(),
		'X-Itih-Identity'  => $identity,
		'X-Itih-Site'      => encode_site(),
		'X-Itih-Body'      => hash( 'sha256', $body ),
	);
	return $signed + array(
		'X-Itih-Version'   => http_build_query( array( 'version' => VERSION, 'protocol' => $protocol['number'], 'least' => $protocol['least'] ) ),
		'X-Request-Id'     => request_id(),
		'X-Itih-Signature' => sign( $method, $route, $query, ...array_values( $signed ) ),
	);
}

/** Whether the sidecar signed this request, at most a minute ago. */
function is_signed( \WP_REST_Request $request ): bool {
	$header    = static fn( string $name ): string => (string) $request->get_header( "x_itih_$name" );
	$timestamp = $header( 'timestamp' );
	if ( ! ctype_digit( $timestamp ) || abs( time() - (int) $timestamp ) > SIGNATURE_WINDOW ) { return false; }
	// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- signed byte for byte, never used otherwise.
	$query = query_pairs( isset( $_SERVER['QUERY_STRING'] ) ? (string) wp_unslash( $_SERVER['QUERY_STRING'] ) : '' );
	$hash  = hash( 'sha256', (string) $request->get_body() );
	$own   = sign( $request->get_method(), $request->get_route(), $query, $timestamp, $header( 'call' ), $header( 'identity' ), $header( 'site' ), $hash );
	return hash_equals( $own, $header( 'signature' ) );
}

/**
 * Whether the head of an answer carries the sidecar's signature for this call. The body's hash is part of the head.
 * @param string $call_id As sent in X-Itih-Call.
 * @param array<string, string> $headers By lower-case name.
 */
function is_signed_answer( string $call_id, int $status, array $headers ): bool {
	$lines = array( ANSWER_PROTOCOL, $call_id, (string) $status, $headers['content-type'] ?? '', $headers['x-itih-body'] ?? '' );
	return hash_equals( hash_hmac( 'sha256', implode( "\n", $lines ), signing_key() ), $headers['x-itih-signature'] ?? '' );
}

function version_in( string $header ): string {
	parse_str( $header, $told );
	$version = $told['version'] ?? '';
	return is_string( $version ) && preg_match( '/^[\w.+-]{1,32}$/D', $version ) ? $version : '';
}

/**
 * Whether the sender of a header and this plugin speak a common protocol. Without a header its calls are judged by their
 * signature alone.
 */
function is_understood( string $header ): bool {
	if ( '' === version_in( $header ) ) { return true; }
	parse_str( $header, $told );
	$own = contract()['protocol'];
	return (int) ( $told['protocol'] ?? 1 ) >= $own['least'] && $own['number'] >= (int) ( $told['least'] ?? 1 );
}

/** Returns the older of plugin and sidecar: `plugin`, `sidecar`, or '' if neither is. */
function older_part( string $sidecar ): string {
	return '' === $sidecar ? '' : array( 'sidecar', '', 'plugin' )[ 1 + version_compare( $sidecar, VERSION ) ];
}

function versions_sentence( string $sidecar ): string {
	/* translators: 1: version of the sidecar. 2: version of the plugin. */
	return sprintf( __( 'The answer service is version %1$s, the plugin %2$s.', 'itih-rag-chat' ), $sidecar, VERSION );
}

function update_step( string $sidecar ): string {
	return 'plugin' === older_part( $sidecar )
		? __( 'Update the plugin, or start the answer service that belongs to this version.', 'itih-rag-chat' )
		: __( 'Update the answer service: on this server start it again (wp itih sidecar restart), elsewhere install its new version.', 'itih-rag-chat' );
}
