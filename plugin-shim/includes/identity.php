<?php
/** Identity of the caller of a relayed request. */

declare( strict_types=1 );
namespace Itih\RagChat;
defined( 'ABSPATH' ) || exit;

const WORKERS_TRANSIENT = 'itih_php_workers';

/**
 * Returns the value of the header X-Itih-Identity.
 * @param string $role visitor, reader, admin or system.
 * @param int $workers Number of PHP workers, one of which waits for the answer; 0 if unknown; -1: none waits, because the web server takes the request over.
 */
function encode_identity( string $role, int $user_id = 0, string $ip = '', string $locale = '', int $workers = 0 ): string {
	return 'role=' . rawurlencode( $role )
		. '&user_id=' . $user_id
		. '&ip=' . rawurlencode( $ip )
		. '&locale=' . rawurlencode( $locale )
		. ( $workers < 0 ? '&handed_over=1' : '&workers=' . $workers );
}

/** @param bool $waits Whether a PHP worker waits for the answer. */
function current_identity( bool $waits = true ): string {
	$role = current_user_can( 'manage_options' ) ? 'admin' : ( can_read_chats() ? 'reader' : 'visitor' );
	return encode_identity( $role, get_current_user_id(), client_ip(), get_user_locale(), $waits ? php_workers() : -1 );
}

/**
 * Returns the number of PHP's workers, or 0 if unknown. PHP-FPM is asked once in an hour: a worker that asks while others begin
 * or end requests may crash (php/php-src#12705, #19974).
 */
function php_workers(): int {
	if ( ! function_exists( 'fpm_get_status' ) ) { return 0; }
	$known = get_transient( WORKERS_TRANSIENT );
	if ( false !== $known ) { return (int) $known; }
	// Not again at once, should it crash.
	set_transient( WORKERS_TRANSIENT, 0, HOUR_IN_SECONDS );
	$workers = workers_of( (array) fpm_get_status() );
	set_transient( WORKERS_TRANSIENT, $workers, HOUR_IN_SECONDS );
	return $workers;
}

/**
 * Reads the number of workers. Unless the process manager is `static`, PHP-FPM does not tell the maximum (php/php-src#16221), but
 * how many there are and have been at work: it is at least that. Of less than four nothing follows, since a pool begins small.
 */
function workers_of( array $status ): int {
	$now = (int) ( $status['total-processes'] ?? 0 );
	if ( 'static' === ( $status['process-manager'] ?? '' ) ) { return $now; }
	$seen = max( $now, (int) ( $status['max-active-processes'] ?? 0 ) );
	return $seen >= 4 ? $seen : 0;
}

/**
 * Returns the visitor's address, or '' when there is none. X-Forwarded-For is trusted only as far as the peers that report it are
 * listed in limits.trusted_proxies: anybody can send the header.
 */
function client_ip(): string {
	// phpcs:disable WordPress.Security.ValidatedSanitizedInput -- every address is validated below.
	$ip        = isset( $_SERVER['REMOTE_ADDR'] ) ? without_port( (string) wp_unslash( $_SERVER['REMOTE_ADDR'] ) ) : '';
	$forwarded = isset( $_SERVER['HTTP_X_FORWARDED_FOR'] ) ? (string) wp_unslash( $_SERVER['HTTP_X_FORWARDED_FOR'] ) : '';
	// phpcs:enable
	if ( '' !== $forwarded ) {
		$hops    = array_map( __NAMESPACE__ . '\\without_port', explode( ',', $forwarded ) );
		$trusted = array_filter( (array) settings_group( 'limits' )['trusted_proxies'], 'is_string' );
		while ( $hops && array_filter( $trusted, static fn( string $block ): bool => in_block( $ip, $block ) ) ) {
			$ip = array_pop( $hops );
		}
	}
	/**
	 * Filters the visitor's address, by which the chat is rate limited.
	 * @param string $ip REMOTE_ADDR, or the address that a trusted proxy reported.
	 */
	$ip = without_port( (string) apply_filters( 'itih_client_ip', $ip ) );
	return filter_var( $ip, FILTER_VALIDATE_IP ) ? $ip : '';
}

/** Takes the port off an address, which some load balancers add: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function without_port( string $address ): string {
	$address = trim( $address );
	return preg_match( '/^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/D', $address, $parts ) ? end( $parts ) : $address;
}

/** Whether an address is in a block, which is an address or CIDR notation. */
function in_block( string $ip, string $block ): bool {
	list( $network, $bits ) = explode( '/', $block, 2 ) + array( 1 => '' );
	if ( ! filter_var( $ip, FILTER_VALIDATE_IP ) || ! filter_var( $network, FILTER_VALIDATE_IP ) ) { return false; }
	$address = inet_pton( $ip );
	$network = inet_pton( $network );
	if ( strlen( $address ) !== strlen( $network ) || ( '' !== $bits && ! ctype_digit( $bits ) ) ) { return false; }
	$bits  = '' === $bits ? 8 * strlen( $network ) : (int) $bits;
	$bytes = intdiv( $bits, 8 );
	$mask  = chr( ( 0xff << ( 8 - $bits % 8 ) ) & 0xff );
	return $bits <= 8 * strlen( $network )
		&& substr( $address, 0, $bytes ) === substr( $network, 0, $bytes )
		&& ( 0 === $bits % 8 || ( $address[ $bytes ] & $mask ) === ( $network[ $bytes ] & $mask ) );
}
