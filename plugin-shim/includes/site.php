<?php
/**
 * Identity of the site: an id, and the address that it was made for. Every signed call contains both. A copied database contains
 * the same id; the address then distinguishes the copy from the original.
 */

declare( strict_types=1 );
namespace Itih\RagChat;
defined( 'ABSPATH' ) || exit;

const SITE_ID_OPTION  = 'itih_site_id';
const SITE_URL_OPTION = 'itih_site_url';

function site_id(): string {
	return made_once( SITE_ID_OPTION, 'wp_generate_uuid4', true );
}

/** Returns the address that the id was made for: the site's own until it is copied or moved. */
function recorded_site_url(): string {
	return made_once( SITE_URL_OPTION, __NAMESPACE__ . '\\current_site_url', true );
}

/**
 * Returns an option, and makes it where it is missing: the site may have joined a network after activation. Reading back makes two
 * concurrent first requests agree.
 */
function made_once( string $option, callable $make, bool $autoload ): string {
	if ( '' === (string) get_option( $option, '' ) ) {
		add_option( $option, $make(), '', $autoload );
	}
	return (string) get_option( $option, '' );
}

/** Returns the site's address from the option: multilingual plugins change home_url() from page to page. */
function current_site_url(): string {
	/**
	 * Filters the address that distinguishes a copy of this site from the original. A site with several host names returns the
	 * same address for all of them.
	 * @param string $url The site's home address.
	 */
	return untrailingslashit( (string) apply_filters( 'itih_site_url', (string) get_option( 'home' ) ) );
}

/** Returns host, port and path: addresses that differ in scheme or `www.` are the same site. The sidecar compares in the same way. */
function comparable_url( string $url ): string {
	$host = preg_replace( '/^www\./', '', strtolower( (string) wp_parse_url( $url, PHP_URL_HOST ) ) );
	$port = (int) wp_parse_url( $url, PHP_URL_PORT );
	return $host . ( in_array( $port, array( 0, 80, 443 ), true ) ? '' : ':' . $port ) . rtrim( (string) wp_parse_url( $url, PHP_URL_PATH ), '/' );
}

/**
 * Whether the site's address is not the one that its id was made for. Until an administrator answers whether it was moved or
 * copied, the plugin neither calls the sidecar nor answers it.
 */
function is_site_in_doubt(): bool {
	return comparable_url( recorded_site_url() ) !== comparable_url( current_site_url() );
}

/** Returns the value of the header X-Itih-Site. */
function encode_site(): string {
	return 'id=' . rawurlencode( site_id() ) . '&url=' . rawurlencode( current_site_url() );
}

function is_this_site( string $header ): bool {
	parse_str( $header, $named );
	return ! is_site_in_doubt()
		&& hash_equals( site_id(), (string) ( $named['id'] ?? '' ) )
		&& comparable_url( (string) ( $named['url'] ?? '' ) ) === comparable_url( current_site_url() );
}

/** Tells a sidecar that knows only an address which site it serves. The answer is not secret. */
function site_response(): array {
	return array( 'id' => site_id(), 'home_url' => recorded_site_url() );
}

const HAD_CONTACT_OPTION = 'itih_had_contact'; // Autoloaded, and written only when the answer changes.

/** Whether a sidecar has ever answered. A copied database contains the original's record, so a site in doubt has none. */
function had_contact(): bool {
	return (bool) get_option( HAD_CONTACT_OPTION ) && ! is_site_in_doubt();
}
