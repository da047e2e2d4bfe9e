<?php
/**
 * Shared secret and address of the sidecar.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

const SECRET_OPTION      = 'itih_secret';
const SIDECAR_URL_OPTION = 'itih_sidecar_url';

/**
 * Returns the constant ITIH_SECRET, else the option that activation made.
 */
function secret(): string {
	if ( defined( 'ITIH_SECRET' ) && '' !== (string) constant( 'ITIH_SECRET' ) ) {
		return (string) constant( 'ITIH_SECRET' );
	}
	$secret = (string) get_option( SECRET_OPTION, '' );
	if ( '' === $secret ) {
		// The site joined a network after activation. Reading back makes two concurrent first requests agree.
		add_option( SECRET_OPTION, bin2hex( random_bytes( 32 ) ), '', false );
		$secret = (string) get_option( SECRET_OPTION, '' );
	}
	return $secret;
}

/**
 * Returns the address of the sidecar without a trailing slash.
 */
function sidecar_url(): string {
	$url = defined( 'ITIH_SIDECAR_URL' ) ? (string) constant( 'ITIH_SIDECAR_URL' ) : (string) get_option( SIDECAR_URL_OPTION, '' );
	return untrailingslashit( '' === $url ? 'http://127.0.0.1:8790' : $url );
}
