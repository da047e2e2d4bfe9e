<?php
/**
 * Errors of the contract, with their translated sentences.
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
 * The sentence for a code, or '' when the shim does not know the code.
 */
function error_sentence( string $code ): string {
	$sentences = array(
		'invalid_request'           => __( 'The request is not valid.', 'itih-rag-chat' ),
		'empty_message'             => __( 'Please write a message first.', 'itih-rag-chat' ),
		'message_too_long'          => __( 'This message is too long.', 'itih-rag-chat' ),
		'invalid_signature'         => __( 'The request is not signed correctly.', 'itih-rag-chat' ),
		'wrong_site'                => __( 'The chat is not available right now. Please try again later.', 'itih-rag-chat' ),
		'rest_forbidden'            => __( 'Sorry, you are not allowed to do that.', 'itih-rag-chat' ),
		'rest_cookie_invalid_nonce' => __( 'The page has expired. Please try again.', 'itih-rag-chat' ),
		'invalid_session'           => __( 'This conversation belongs to someone else or has ended.', 'itih-rag-chat' ),
		'not_found'                 => __( 'There is nothing here.', 'itih-rag-chat' ),
		'conflict'                  => __( 'This is being worked on already.', 'itih-rag-chat' ),
		'too_large'                 => __( 'This is too large.', 'itih-rag-chat' ),
		'unsupported_type'          => __( 'This type of content cannot be read.', 'itih-rag-chat' ),
		'blocked_address'           => __( 'This address may not be fetched.', 'itih-rag-chat' ),
		'no_text'                   => __( 'No readable text was found.', 'itih-rag-chat' ),
		'rate_limited'              => __( 'Too many messages. Please wait a moment.', 'itih-rag-chat' ),
		'budget_exhausted'          => __( 'The chat has reached its limit for now.', 'itih-rag-chat' ),
		'internal_error'            => __( 'Something went wrong.', 'itih-rag-chat' ),
		'provider_error'            => __( 'The language model could not answer. Please try again.', 'itih-rag-chat' ),
		'sidecar_unavailable'       => __( 'The chat is not available right now. Please try again later.', 'itih-rag-chat' ),
		'not_configured'            => __( 'The chat is not set up yet.', 'itih-rag-chat' ),
		'overloaded'                => __( 'The chat is very busy. Please try again in a moment.', 'itih-rag-chat' ),
		'provider_timeout'          => __( 'The language model took too long. Please try again.', 'itih-rag-chat' ),
	);
	return $sentences[ $code ] ?? '';
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
