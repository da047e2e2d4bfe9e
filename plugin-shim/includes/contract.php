<?php
/** Reads contract.json, which is generated from server/contract. Makes its errors; their sentences are in messages.php. */

declare( strict_types=1 );
namespace Itih\RagChat;
defined( 'ABSPATH' ) || exit;

/** Returns the shared contract: routes, error statuses, default settings, themes, types of readable files. */
function contract(): array {
	static $contract = null;
	return $contract ??= wp_json_file_decode( PLUGIN_DIR . '/contract.json', array( 'associative' => true ) );
}

/** Returns the default settings as JSON objects, which distinguish `{}` from `[]`. */
function settings_shape(): object {
	static $shape = null;
	return $shape ??= wp_json_file_decode( PLUGIN_DIR . '/contract.json' )->settings;
}

/** Returns an error of the contract as WordPress' WP_Error. */
function error( string $code ): \WP_Error {
	$status = contract()['errors'][ $code ];
	// Such errors are in the sidecar's log, where this id finds them, if the request got there.
	$data = array( 'status' => $status ) + ( $status >= 500 ? array( 'request_id' => request_id() ) : array() );
	return new \WP_Error( $code, error_sentence( $code ), $data );
}

/** Returns an error of the contract that says more than its usual sentence. */
function told_error( string $code, string $says ): \WP_Error {
	return new \WP_Error( $code, $says, array( 'status' => contract()['errors'][ $code ] ) );
}

/**
 * Replaces the sidecar's English sentence by the translated one where the locale is not English. The owner keeps a sentence that
 * is more specific than the code's, because it helps to fix the problem.
 */
function translate_error( mixed $body ): mixed {
	if ( ! is_array( $body ) || ! is_string( $body['code'] ?? null ) || str_starts_with( determine_locale(), 'en' ) ) {
		return $body;
	}
	$sentence   = error_sentence( $body['code'] );
	$is_precise = ! empty( ( (array) ( $body['data'] ?? array() ) )['specific'] ) && current_user_can( 'manage_options' );
	if ( '' !== $sentence && ! $is_precise ) {
		$body['message'] = $sentence;
	}
	return $body;
}

/**
 * Returns the id that the browser or a proxy gave the request, else a new one. The form is that of server/runtime/request-id.ts:
 * anybody can send any text.
 */
function request_id(): string {
	static $id = null;
	if ( null === $id ) {
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- validated by its form.
		$given = isset( $_SERVER['HTTP_X_REQUEST_ID'] ) ? wp_unslash( $_SERVER['HTTP_X_REQUEST_ID'] ) : '';
		$id    = is_string( $given ) && preg_match( '/^[A-Za-z0-9_-]{8,64}$/D', $given ) ? $given : wp_generate_uuid4();
	}
	return $id;
}
