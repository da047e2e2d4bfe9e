<?php
/**
 * The id of the request, which follows it from the browser to the sidecar's log and to the vendor.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

/**
 * Returns the id that the browser or a proxy gave the request, else a new one. The form is that of
 * server/runtime/request-id.ts: anybody can send any text.
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
