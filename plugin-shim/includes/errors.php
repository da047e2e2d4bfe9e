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
 * An error of the contract in WordPress' shape.
 */
function error( string $code ): \WP_Error {
	return new \WP_Error( $code, error_sentence( $code ), array( 'status' => contract()['errors'][ $code ] ) );
}

/**
 * Whether plugin and sidecar do not understand each other: for the site's owner to mend, and nothing that a visitor
 * could do anything about.
 *
 * @param mixed $body Decoded error body.
 */
function is_installation_problem( $body ): bool {
	return is_array( $body ) && in_array( $body['code'] ?? '', array( 'wrong_site', 'invalid_signature' ), true );
}

/**
 * The sidecar speaks English. Where the site does not, its sentence gives way to the translated one; but to
 * its owner, who has to put right what is wrong, a more precise sentence says more in any language.
 *
 * @param mixed $body Decoded error body.
 * @return mixed
 */
function translate_error( $body ) {
	if ( is_installation_problem( $body ) ) {
		$detail          = ( (array) ( $body['data'] ?? array() ) )['site'] ?? '';
		$body['message'] = contact_sentence(
			array(
				'reason' => $body['code'],
				'detail' => (string) $detail,
			)
		);
		return $body;
	}
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
