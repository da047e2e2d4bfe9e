<?php
/**
 * Calls the sidecar for the plugin's own screens, tools and commands, and returns decoded data.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

/**
 * Returns what the sidecar answers, or an error with a translated sentence. The error's data has `fields` as the
 * contract says.
 *
 * @param string                    $path    Below the namespace, such as `/status`.
 * @param array<string, string|int> $query
 * @param mixed                     $body    Encoded as JSON; null for none.
 * @param string                    $role    admin or system; '' for the current user, whom the sidecar limits as a visitor.
 * @param int                       $timeout Seconds.
 * @return array|\WP_Error
 */
function sidecar_data( string $method, string $path, array $query = array(), $body = null, string $role = 'admin', int $timeout = ANSWER_TIMEOUT ) {
	$answer = sidecar_answer( data_call( $method, $path, $query, $body, $role, $timeout ), $timeout );
	return is_wp_error( $answer ) ? $answer : decoded_answer( $answer );
}

/**
 * @param array<string, string|int> $query
 * @param mixed                     $body
 * @param int                       $timeout Seconds for the proof, see sidecar_call().
 * @return \CurlHandle|\WP_Error
 */
function data_call( string $method, string $path, array $query, $body, string $role, int $timeout = PING_TIMEOUT ) {
	$text     = null === $body ? '' : (string) wp_json_encode( $body );
	$headers  = '' === $text ? array() : array( 'Content-Type' => 'application/json' );
	$encoded  = http_build_query( $query, '', '&', PHP_QUERY_RFC3986 );
	$identity = '' === $role ? current_identity() : encode_identity( $role );
	return sidecar_call( $method, '/' . contract()['namespace'] . $path, $encoded, $text, $identity, $headers, $timeout );
}

/**
 * @param array{status: int, body: string} $answer
 * @return array|\WP_Error
 */
function decoded_answer( array $answer ) {
	$data = json_decode( $answer['body'], true );
	if ( is_array( $data ) && $answer['status'] < 400 ) {
		return $data;
	}
	$data    = is_array( $data ) ? (array) translate_error( $data ) : array();
	$code    = is_string( $data['code'] ?? null ) ? $data['code'] : 'sidecar_unavailable';
	$message = is_string( $data['message'] ?? null ) ? $data['message'] : error_sentence( 'sidecar_unavailable' );
	return new \WP_Error( $code, $message, is_array( $data['data'] ?? null ) ? $data['data'] : array( 'status' => 503 ) );
}
