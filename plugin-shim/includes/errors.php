<?php
/**
 * Errors of the contract. Their sentences are in messages.php.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

/**
 * Returns an error of the contract as WordPress' WP_Error.
 */
function error( string $code ): \WP_Error {
	$status = contract()['errors'][ $code ];
	// Such errors are in the sidecar's log, where this id finds them, if the request got there.
	$data = array( 'status' => $status ) + ( $status >= 500 ? array( 'request_id' => request_id() ) : array() );
	return new \WP_Error( $code, error_sentence( $code ), $data );
}

/**
 * Replaces the sidecar's English sentence by the translated one where the locale is not English. The owner keeps
 * a sentence that is more specific than the code's, because it helps to fix the problem.
 *
 * @param mixed $body Decoded error body.
 * @return mixed
 */
function translate_error( $body ) {
	if ( ! is_array( $body ) || ! is_string( $body['code'] ?? null ) || str_starts_with( determine_locale(), 'en' ) ) {
		return $body;
	}
	$data     = (array) ( $body['data'] ?? array() );
	$precise  = ! empty( $data['specific'] ) && current_user_can( 'manage_options' );
	$sentence = error_sentence( $body['code'] );
	if ( '' !== $sentence && ! $precise ) {
		$body['message'] = $sentence;
	}
	return $body;
}
