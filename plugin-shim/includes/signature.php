<?php
/**
 * Signed calls between shim and sidecar: the PHP half of server/wordpress/signature.ts.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

/** Seconds that a signed call stays valid. */
const SIGNATURE_WINDOW = 60;

/** Version of the signed lines. */
const SIGNATURE_PROTOCOL = 'itih-v2';
const ANSWER_PROTOCOL    = 'itih-answer-v1';

/** In place of the hash of a streamed body. */
const STREAMED_BODY = 'stream';

/**
 * Splits a raw query string into pairs of name and value as URLSearchParams does. PHP's own parser renames
 * parameters with dots, spaces or brackets, which would break the signature.
 *
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

/**
 * Encodes pairs by RFC 3986 and sorts them bytewise, without WordPress' routing parameter `rest_route`.
 *
 * @param list<array{string, string}> $pairs
 */
function canonical_query( array $pairs ): string {
	$parts = array();
	foreach ( $pairs as list( $name, $value ) ) {
		if ( 'rest_route' !== $name ) {
			$parts[] = rawurlencode( $name ) . '=' . rawurlencode( $value );
		}
	}
	sort( $parts, SORT_STRING );
	return implode( '&', $parts );
}

/**
 * Returns the signing key. Sites with a common secret, such as those of a network whose wp-config.php defines one,
 * have different keys.
 *
 * @return string 32 bytes.
 */
function signing_key(): string {
	return hash_hkdf( 'sha256', secret(), 32, 'itih signature ' . site_id() );
}

/**
 * Returns the HMAC-SHA-256 of a call, hex. Only the request line and headers are signed, so that the sidecar
 * verifies a call before it reads the body.
 *
 * @param array{method: string, route: string, query: list<array{string, string}>, timestamp: string, call_id: string, identity: string, site: string, body_hash: string} $call
 */
function sign( array $call ): string {
	$lines = array(
		SIGNATURE_PROTOCOL,
		strtoupper( $call['method'] ),
		$call['route'],
		canonical_query( $call['query'] ),
		$call['timestamp'],
		$call['call_id'],
		$call['identity'],
		$call['site'],
		$call['body_hash'],
	);
	return hash_hmac( 'sha256', implode( "\n", $lines ), signing_key() );
}

/**
 * Returns the headers of a signed call.
 *
 * @param list<array{string, string}> $query
 * @return array<string, string>
 */
function signed_headers( string $method, string $route, array $query, string $body, string $identity ): array {
	$call = array(
		'method'    => $method,
		'route'     => $route,
		'query'     => $query,
		'timestamp' => (string) time(),
		'call_id'   => wp_generate_uuid4(),
		'identity'  => $identity,
		'site'      => encode_site(),
		'body_hash' => hash( 'sha256', $body ),
	);
	return array(
		'X-Itih-Version'   => own_version_header(),
		'X-Request-Id'     => request_id(),
		'X-Itih-Call'      => $call['call_id'],
		'X-Itih-Timestamp' => $call['timestamp'],
		'X-Itih-Identity'  => $identity,
		'X-Itih-Site'      => $call['site'],
		'X-Itih-Body'      => $call['body_hash'],
		'X-Itih-Signature' => sign( $call ),
	);
}

/**
 * Whether the sidecar signed this request, at most a minute ago.
 */
function is_signed( \WP_REST_Request $request ): bool {
	$timestamp = (string) $request->get_header( 'x_itih_timestamp' );
	if ( ! ctype_digit( $timestamp ) || abs( time() - (int) $timestamp ) > SIGNATURE_WINDOW ) {
		return false;
	}
	// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- signed byte for byte, never used otherwise.
	$query    = isset( $_SERVER['QUERY_STRING'] ) ? (string) wp_unslash( $_SERVER['QUERY_STRING'] ) : '';
	$expected = sign(
		array(
			'method'    => $request->get_method(),
			'route'     => $request->get_route(),
			'query'     => query_pairs( $query ),
			'timestamp' => $timestamp,
			'call_id'   => (string) $request->get_header( 'x_itih_call' ),
			'identity'  => (string) $request->get_header( 'x_itih_identity' ),
			'site'      => (string) $request->get_header( 'x_itih_site' ),
			'body_hash' => hash( 'sha256', (string) $request->get_body() ),
		)
	);
	return hash_equals( $expected, (string) $request->get_header( 'x_itih_signature' ) );
}

/**
 * Whether the head of an answer carries the sidecar's signature for this call. The body's hash is part of the head.
 *
 * @param string                $call_id As sent in X-Itih-Call.
 * @param array<string, string> $headers By lower-case name.
 */
function is_signed_answer( string $call_id, int $status, array $headers ): bool {
	$lines = array(
		ANSWER_PROTOCOL,
		$call_id,
		(string) $status,
		$headers['content-type'] ?? '',
		$headers['x-itih-body'] ?? '',
	);
	return hash_equals( hash_hmac( 'sha256', implode( "\n", $lines ), signing_key() ), $headers['x-itih-signature'] ?? '' );
}
