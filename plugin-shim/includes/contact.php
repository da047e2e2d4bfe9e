<?php
/**
 * Whether the sidecar answers, as the last signed calls have shown it.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

const CONTACT_OPTION = 'itih_contact';

/** Seconds between two writes of the option that say the same. */
const CONTACT_PAUSE = 60;

/** Seconds that one look at the sidecar is good for, for all visitors together. */
const PROBE_PAUSE     = 15;
const PROBE_TRANSIENT = 'itih_probe';

/** Seconds, connecting included. */
const PROBE_TIMEOUT = 1;

/**
 * Autoloaded, so that a page view reads it without a query. `at`: the last success, 0: there was none.
 * `since`: calls to the sidecar fail from then on, 0: they do not. `detail`: the site that is served by a
 * foreign sidecar, or a status.
 *
 * @return array{at: int, since: int, reason: string, detail: string}
 */
function contact(): array {
	$stored = get_option( CONTACT_OPTION );
	return ( is_array( $stored ) ? $stored : array() ) + array(
		'at'     => 0,
		'since'  => 0,
		'reason' => '',
		'detail' => '',
	);
}

/** A copy of a site brings along what the original knows of its sidecar, and has none itself. */
function had_contact(): bool {
	return contact()['at'] > 0 && ! is_site_in_doubt();
}

/**
 * Called after each signed call. A new state is written at once, the same one at most once a minute.
 *
 * @param string $reason Of a failure: unreachable, silent, not_ready, not_sidecar, wrong_site, clock or invalid_signature.
 */
function note_contact( bool $works, string $reason = '', string $detail = '' ): void {
	$known = contact();
	if ( $works ? '' === $known['reason'] && time() - $known['at'] < CONTACT_PAUSE : array( $reason, $detail ) === array( $known['reason'], $known['detail'] ) ) {
		return;
	}
	$since = 0 === $known['since'] ? time() : $known['since'];
	save_contact(
		array(
			'at'     => $works ? time() : $known['at'],
			'since'  => $works ? 0 : $since,
			'reason' => $works ? '' : $reason,
			'detail' => $works ? '' : $detail,
		)
	);
}

/**
 * A signed call of the sidecar has arrived. It proves that the sidecar runs, and nothing about the way to
 * it: a failure in the other direction stays. Calls that are refused are not noted: anybody can send them.
 */
function note_called(): void {
	$known = contact();
	if ( time() - $known['at'] >= CONTACT_PAUSE ) {
		save_contact( array( 'at' => time() ) + $known );
	}
}

/**
 * @param array{at: int, since: int, reason: string, detail: string} $contact
 */
function save_contact( array $contact ): void {
	update_option( CONTACT_OPTION, $contact, true );
}

/**
 * Notes how a signed call has ended. A call that only took too long proves nothing.
 *
 * @param array{status: int, headers: array<string, string>, body: string}|\WP_Error $answer
 */
function note_answer( $answer ): void {
	if ( is_wp_error( $answer ) ) {
		if ( 'sidecar_unavailable' === $answer->get_error_code() ) {
			note_contact( false, 'unreachable' );
		}
		return;
	}
	$body = json_decode( $answer['body'], true );
	$code = is_array( $body ) && is_string( $body['code'] ?? null ) ? $body['code'] : '';
	if ( null === $body && '' !== $answer['body'] && 'null' !== $answer['body'] ) {
		note_contact( false, 'not_sidecar', (string) $answer['status'] );
	} elseif ( 'wrong_site' === $code ) {
		note_contact( false, 'wrong_site', is_string( $body['data']['site'] ?? null ) ? $body['data']['site'] : '' );
	} elseif ( 'invalid_signature' === $code ) {
		note_contact( false, is_clock_off( $answer['headers']['date'] ?? '' ) ? 'clock' : 'invalid_signature' );
	} elseif ( 'sidecar_unavailable' === $code ) {
		note_contact( false, 'not_ready' );
	} elseif ( '' === $code && $answer['status'] >= 400 ) {
		note_contact( false, 'not_sidecar', (string) $answer['status'] );
	} else {
		note_contact( true );
	}
}

/**
 * Whether the sidecar's clock differs from this one by more than its signatures bear.
 *
 * @param string $date The answer's `Date`.
 */
function is_clock_off( string $date ): bool {
	$theirs = strtotime( $date );
	return false !== $theirs && abs( time() - $theirs ) > SIGNATURE_WINDOW;
}

/**
 * Whether a question would be answered now. While calls fail, the sidecar is asked again.
 */
function is_available(): bool {
	$contact = contact();
	if ( '' === $contact['reason'] && had_contact() ) {
		return true;
	}
	probe();
	return '' === contact()['reason'] && had_contact();
}

/**
 * Asks the sidecar for a sign of life and notes the answer; at most every 15 seconds. The call is signed,
 * because another site's sidecar is no help.
 */
function probe(): void {
	if ( get_transient( PROBE_TRANSIENT ) ) {
		return;
	}
	set_transient( PROBE_TRANSIENT, 1, PROBE_PAUSE );
	$call   = sidecar_call( 'GET', '/' . contract()['namespace'] . '/ping', '', '', encode_identity( 'system' ), array() );
	$answer = sidecar_answer( $call, PROBE_TIMEOUT );
	if ( is_wp_error( $answer ) && 'provider_timeout' === $answer->get_error_code() ) {
		note_contact( false, 'silent' );
	}
}

/**
 * Why the sidecar does not answer, for the owner.
 *
 * @param array{reason: string, detail: string} $contact
 */
function contact_sentence( array $contact ): string {
	$url = sidecar_url();
	switch ( $contact['reason'] ) {
		case 'silent':
			/* translators: %s: address of the sidecar. */
			return sprintf( __( 'Something accepts connections at %s, and does not answer.', 'itih-rag-chat' ), $url );
		case 'not_ready':
			/* translators: %s: address of the sidecar. */
			return sprintf( __( 'The sidecar at %s runs, but it is not ready. Its log says why.', 'itih-rag-chat' ), $url );
		case 'not_sidecar':
			/* translators: 1: address of the sidecar. 2: HTTP status, such as 404. */
			return sprintf( __( 'Another program than the sidecar answers at %1$s (HTTP status %2$s).', 'itih-rag-chat' ), $url, $contact['detail'] );
		case 'wrong_site':
			/* translators: 1: address of the sidecar. 2: address of another site. */
			return sprintf( __( 'Another site\'s sidecar answers at %1$s: it serves %2$s. Give the sidecar of this site its own port, and say which one by ITIH_SIDECAR_URL in wp-config.php.', 'itih-rag-chat' ), $url, $contact['detail'] );
		case 'clock':
			/* translators: %s: address of the sidecar. */
			return sprintf( __( 'The clocks of this server and of the sidecar at %s differ by more than a minute.', 'itih-rag-chat' ), $url );
		case 'invalid_signature':
			/* translators: %s: address of the sidecar. */
			return sprintf( __( 'The sidecar at %s has another secret than this site.', 'itih-rag-chat' ), $url );
		default:
			/* translators: %s: address of the sidecar. */
			return sprintf( __( 'Nothing answers at %s.', 'itih-rag-chat' ), $url );
	}
}

/**
 * The command that starts the sidecar of this installation; '' where its program is not on this server.
 */
function start_command(): string {
	$entry = sidecar_entry();
	return '' === $entry ? '' : 'node ' . shell_quoted( $entry ) . ' serve --wp ' . shell_quoted( untrailingslashit( ABSPATH ) );
}

/**
 * A release has the sidecar in the plugin's folder, a checkout beside it.
 */
function sidecar_entry(): string {
	$files = array( PLUGIN_DIR . '/sidecar/itih.mjs' );
	if ( 'plugin-shim' === basename( PLUGIN_DIR ) ) {
		$files[] = dirname( PLUGIN_DIR ) . '/server/itih.mjs';
	}
	foreach ( $files as $file ) {
		// phpcs:ignore WordPress.PHP.NoSilencedErrors -- a path outside of open_basedir gives a warning.
		if ( @is_file( $file ) ) {
			return $file;
		}
	}
	return '';
}

/** Paths with spaces or quotes must survive the shell. */
function shell_quoted( string $path ): string {
	return 1 === preg_match( '#^[\w./-]+$#D', $path ) ? $path : "'" . str_replace( "'", "'\\''", $path ) . "'";
}
