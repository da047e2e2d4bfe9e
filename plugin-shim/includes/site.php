<?php
/**
 * Which site this is: an id made once and the address that it was made for. Both are part of every signed
 * call. A database that was copied brings the id along; the address then tells the copy from the original.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

const SITE_ID_OPTION  = 'itih_site_id';
const SITE_URL_OPTION = 'itih_site_url';

/**
 * A UUID.
 */
function site_id(): string {
	$id = (string) get_option( SITE_ID_OPTION, '' );
	if ( '' === $id ) {
		// A site that joined a network after activation. Reading back makes two first requests agree.
		add_option( SITE_ID_OPTION, wp_generate_uuid4(), '', true );
		$id = (string) get_option( SITE_ID_OPTION, '' );
	}
	return $id;
}

/**
 * The address that belongs to the id: the site's own until somebody copies or moves it.
 */
function recorded_site_url(): string {
	$url = (string) get_option( SITE_URL_OPTION, '' );
	if ( '' === $url ) {
		add_option( SITE_URL_OPTION, current_site_url(), '', true );
		$url = (string) get_option( SITE_URL_OPTION, '' );
	}
	return $url;
}

/**
 * The option, not home_url(): plugins for several languages change that from page to page.
 */
function current_site_url(): string {
	/**
	 * Filters the address by which a copy of this site is told from the original. A site that answers under
	 * several host names gives the same one for all of them.
	 *
	 * @param string $url The site's home address.
	 */
	return untrailingslashit( (string) apply_filters( 'itih_site_url', (string) get_option( 'home' ) ) );
}

/**
 * Host, port and path: neither the scheme nor `www.` makes another site. The sidecar compares in the same way.
 */
function comparable_url( string $url ): string {
	$host = preg_replace( '/^www\./', '', strtolower( (string) wp_parse_url( $url, PHP_URL_HOST ) ) );
	$port = (int) wp_parse_url( $url, PHP_URL_PORT );
	return $host . ( in_array( $port, array( 0, 80, 443 ), true ) ? '' : ':' . $port ) . rtrim( (string) wp_parse_url( $url, PHP_URL_PATH ), '/' );
}

/**
 * Whether the site lives at another address than its id belongs to. Until an administrator has said whether it was
 * moved or copied, nothing is sent to the sidecar and nothing is given to it.
 */
function is_site_in_doubt(): bool {
	return comparable_url( recorded_site_url() ) !== comparable_url( current_site_url() );
}

/**
 * The value of the header X-Itih-Site.
 */
function encode_site(): string {
	return 'id=' . rawurlencode( site_id() ) . '&url=' . rawurlencode( current_site_url() );
}

/**
 * Whether a call of the sidecar names this site.
 */
function is_this_site( string $header ): bool {
	parse_str( $header, $named );
	return ! is_site_in_doubt()
		&& hash_equals( site_id(), (string) ( $named['id'] ?? '' ) )
		&& comparable_url( (string) ( $named['url'] ?? '' ) ) === comparable_url( current_site_url() );
}

/**
 * Sites that share a secret, as those of a network do whose wp-config.php defines one, sign with different keys.
 *
 * @return string 32 bytes.
 */
function signing_key(): string {
	return hash_hkdf( 'sha256', secret(), 32, 'itih signature ' . site_id() );
}

/**
 * The same site at another address: id and secret stay.
 */
function confirm_moved(): void {
	update_option( SITE_URL_OPTION, current_site_url(), true );
}

/**
 * Another site than the original: it gets an id and a secret of its own, and its content is indexed anew by a
 * sidecar of its own. A secret that wp-config.php defines stays; the key differs because the id does.
 */
function confirm_copied(): void {
	update_option( SITE_ID_OPTION, wp_generate_uuid4(), true );
	update_option( SECRET_OPTION, bin2hex( random_bytes( 32 ) ), false );
	delete_option( CONTACT_OPTION );
	confirm_moved();
}

/**
 * `GET /site`: a sidecar that was only given an address learns which site it serves. Nothing in it is secret.
 */
function site_response(): \WP_REST_Response {
	return new \WP_REST_Response(
		array(
			'id'       => site_id(),
			'home_url' => recorded_site_url(),
		),
		200,
		array( 'Cache-Control' => 'no-store' )
	);
}
