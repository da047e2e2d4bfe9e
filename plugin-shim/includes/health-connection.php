<?php
/**
 * Checks of the calls between WordPress and the sidecar.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

/** Seconds of difference between the clocks from which on the owner is warned. */
const CLOCK_WARNING = 20;

/**
 * Calls `GET /ping`, once for each request, and returns by how many seconds the sidecar's clock differed then.
 *
 * @return int|\WP_Error
 */
function pinged() {
	static $pinged = null;
	if ( null === $pinged ) {
		$answer = ping( CHECK_TIMEOUT );
		$pinged = is_wp_error( $answer ) ? $answer : seconds_off( $answer['headers']['date'] ?? '' );
		if ( is_wp_error( $answer ) && 'provider_timeout' === $answer->get_error_code() ) {
			note_contact( false, 'silent' );
		}
	}
	return $pinged;
}

function check_connection(): array {
	if ( is_site_in_doubt() ) {
		return finding( 'critical', __( 'The chat is paused: this site was moved or copied', 'itih-rag-chat' ), site_doubt_sentence(), __( 'Answer in the admin whether it was moved or copied.', 'itih-rag-chat' ), ADMIN_PAGE );
	}
	$known = contact();
	if ( ! is_wp_error( pinged() ) ) {
		/* translators: %s: address of the sidecar. */
		return finding( 'good', __( 'The sidecar of the chat answers', 'itih-rag-chat' ), sprintf( __( 'It answers at %s and accepts the signature of this site.', 'itih-rag-chat' ), sidecar_url() ) );
	}
	$contact = contact();
	$label   = 0 === $known['at'] ? __( 'The chat was never connected to its sidecar', 'itih-rag-chat' ) : __( 'The sidecar of the chat does not answer this site', 'itih-rag-chat' );
	return finding( 0 === $known['at'] ? 'recommended' : 'critical', $label, contact_sentence( $contact ), next_step_for( $contact ), 0 === $known['at'] ? SETUP_PAGE : ADMIN_PAGE );
}

/**
 * Returns the step that ends a failure of the connection.
 *
 * @param array{reason: string} $contact
 */
function next_step_for( array $contact ): string {
	switch ( $contact['reason'] ) {
		case 'wrong_site':
		case 'not_sidecar':
			return __( 'Give the sidecar of this site a port of its own, and set ITIH_SIDECAR_URL in wp-config.php to its address.', 'itih-rag-chat' );
		case 'invalid_signature':
			return __( 'Start the sidecar again with this site\'s secret; with --wp it reads the secret itself.', 'itih-rag-chat' );
		case 'incompatible_version':
			return update_step( contact()['version'] );
		case 'newer_database':
			return __( 'Start the newer version of the sidecar, or restore a backup of its tables from before the update.', 'itih-rag-chat' );
		case 'foreign_tables':
			return __( 'Give the sidecar a database of its own: set ITIH_DATABASE_URL, for example to sqlite:/var/lib/itih/itih.sqlite. Its log names the table.', 'itih-rag-chat' );
		case 'clock':
			return __( 'Set both clocks by a time server (NTP).', 'itih-rag-chat' );
		case 'silent':
		case 'not_ready':
			return __( 'Read the log of the sidecar, then start it again.', 'itih-rag-chat' );
		default:
			$command = start_command();
			/* translators: %s: a command. */
			return '' === $command ? missing_program_sentence() : sprintf( __( 'Start it on the server: %s', 'itih-rag-chat' ), $command );
	}
}

function check_version(): array {
	$status = sidecar_status();
	if ( is_wp_error( $status ) ) {
		return unknown_finding( __( 'The version of the sidecar is unknown', 'itih-rag-chat' ) );
	}
	$version = (string) $status['version'];
	$older   = older_part( $version );
	$says    = versions_sentence( $version );
	if ( '' === $older ) {
		return finding( 'good', __( 'Plugin and sidecar have the same version', 'itih-rag-chat' ), $says );
	}
	$label = 'sidecar' === $older ? __( 'The sidecar is older than the plugin', 'itih-rag-chat' ) : __( 'The sidecar is newer than the plugin', 'itih-rag-chat' );
	return finding( 'recommended', $label, $says, update_step( $version ) );
}

function check_clock(): array {
	$pinged  = pinged();
	$seconds = is_wp_error( $pinged ) && 'clock' === contact()['reason'] ? (int) contact()['detail'] : $pinged;
	if ( is_wp_error( $seconds ) ) {
		return unknown_finding( __( 'The clock of the sidecar could not be compared', 'itih-rag-chat' ) );
	}
	/* translators: 1: seconds. 2: seconds. */
	$says = sprintf( __( 'The clocks of WordPress and of the sidecar differ by %1$d s; signed calls are refused from %2$d s on.', 'itih-rag-chat' ), $seconds, SIGNATURE_WINDOW );
	$next = __( 'Set both clocks by a time server (NTP).', 'itih-rag-chat' );
	if ( $seconds > SIGNATURE_WINDOW ) {
		return finding( 'critical', __( 'The clocks differ so much that the sidecar refuses this site', 'itih-rag-chat' ), $says, $next );
	}
	return $seconds > CLOCK_WARNING
		? finding( 'recommended', __( 'The clocks of WordPress and of the sidecar drift apart', 'itih-rag-chat' ), $says, $next )
		: finding( 'good', __( 'WordPress and the sidecar agree about the time', 'itih-rag-chat' ), $says );
}

function check_bridge(): array {
	$status = sidecar_status();
	if ( is_wp_error( $status ) ) {
		return unknown_finding( __( 'It is unknown whether the sidecar reaches this site', 'itih-rag-chat' ) );
	}
	if ( $status['bridge']['ok'] ) {
		return finding( 'good', __( 'The sidecar reaches this site', 'itih-rag-chat' ), __( 'It reads posts and settings with signed calls.', 'itih-rag-chat' ) );
	}
	return finding(
		'critical',
		__( 'The sidecar does not reach this site', 'itih-rag-chat' ),
		__( 'It cannot read posts and settings, so the chat knows nothing new.', 'itih-rag-chat' ) . ' ' . $status['bridge']['message'],
		/* translators: %s: address of this site. */
		sprintf( __( 'Let the sidecar\'s server call %s: a firewall, a password for the whole site, a security plugin or a wrong ITIH_SITE_URL stops it.', 'itih-rag-chat' ), home_url() )
	);
}

/** Calls `GET /site` through the site's own address, as a visitor's browser would. */
function check_loopback(): array {
	$answer = loopback_get( '/site', array( '_' => wp_generate_uuid4() ) );
	$data   = is_wp_error( $answer ) ? null : json_decode( wp_remote_retrieve_body( $answer ), true );
	$url    = rest_url( contract()['namespace'] );
	if ( is_array( $data ) && site_id() === ( $data['id'] ?? '' ) ) {
		return finding( 'good', __( 'The REST API of the chat can be reached', 'itih-rag-chat' ), $url );
	}
	$status = is_wp_error( $answer ) ? 0 : (int) wp_remote_retrieve_response_code( $answer );
	if ( 401 === $status && false !== stripos( (string) wp_remote_retrieve_header( $answer, 'www-authenticate' ), 'basic' ) ) {
		return finding( 'unknown', __( 'It is unknown whether the REST API of the chat can be reached', 'itih-rag-chat' ), __( 'The web server asks for a user name and a password.', 'itih-rag-chat' ), __( 'Start the sidecar with ITIH_SITE_AUTH=user:password, so that it can read this site. Site Health in the browser uses the password with which you came.', 'itih-rag-chat' ) );
	}
	$why = is_wp_error( $answer ) ? $answer->get_error_message() : trim( 'HTTP ' . $status . ' ' . sanitize_text_field( is_string( $data['message'] ?? null ) ? $data['message'] : '' ) );
	return finding(
		'critical',
		__( 'The REST API of the chat cannot be reached', 'itih-rag-chat' ),
		/* translators: 1: an address. 2: an error message. */
		sprintf( __( 'A call to %1$s failed: %2$s', 'itih-rag-chat' ), $url . '/site', $why ),
		__( 'Visitors\' browsers call this address. Look for a security plugin or a rule of the web server that blocks the REST API. Where only this server cannot call itself, ask the host to allow it.', 'itih-rag-chat' ) . ' ' . open_rest_sentence()
	);
}

/** Says where the owner has closed the routes of the chat, too; else ''. */
function open_rest_sentence(): string {
	return settings_group( 'general' )['open_rest'] ? '' : __( 'In the settings of the chat, "Keep the chat open where a plugin closes the REST API" is switched off.', 'itih-rag-chat' );
}
