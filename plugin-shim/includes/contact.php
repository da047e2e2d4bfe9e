<?php
/**
 * Records whether the sidecar answers, from the outcome of the last signed calls.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

const CONTACT_OPTION = 'itih_contact';

foreach ( array( 'add', 'update', 'delete' ) as $itih_change ) {
	add_action( $itih_change . '_option_' . CONTACT_OPTION, __NAMESPACE__ . '\\note_had_contact' );
}

/** Minimum seconds between two writes of an unchanged state. */
const CONTACT_PAUSE = 60;

/** Reasons that do not pass by themselves, so that the owner is told at once. */
const LASTING_REASONS = array( 'incompatible_version', 'newer_database', 'foreign_tables' );

/** Seconds for which the result of a probe is reused for all visitors. */
const PROBE_PAUSE     = 15;
const PROBE_TRANSIENT = 'itih_probe';

/** Seconds, connecting included. */
const PROBE_TIMEOUT = 1;

/**
 * Returns the recorded state. The option is not autoloaded: each write would drop all autoloaded options from an object
 * cache, and a page view needs only had_contact(). `at`: Unix time of the
 * last success, 0 for none. `since`: Unix time of the first failure in a row, 0 for none. `detail`: the site of
 * another site's sidecar, an HTTP status, or the seconds by which a clock is off. `version`: of the sidecar, as it told last.
 *
 * @return array{at: int, since: int, reason: string, detail: string, version: string}
 */
function contact(): array {
	$stored = get_option( CONTACT_OPTION );
	return ( is_array( $stored ) ? $stored : array() ) + array(
		'at'      => 0,
		'since'   => 0,
		'reason'  => '',
		'detail'  => '',
		'version' => '',
	);
}

/**
 * Records the outcome of a signed call. A new state is written at once, an unchanged one at most once a minute.
 *
 * @param string $reason  Of a failure: unreachable, silent, not_ready, not_sidecar, wrong_site, clock,
 *                        invalid_signature, incompatible_version, newer_database or foreign_tables.
 * @param string $version Of the sidecar; '' if it did not tell.
 */
function note_contact( bool $works, string $reason = '', string $detail = '', string $version = '' ): void {
	$known   = contact();
	$version = '' === $version ? $known['version'] : $version;
	$is_same = $works ? '' === $known['reason'] && time() - $known['at'] < CONTACT_PAUSE : array( $reason, $detail ) === array( $known['reason'], $known['detail'] );
	if ( $is_same && $version === $known['version'] ) {
		return;
	}
	$since = 0 === $known['since'] ? time() : $known['since'];
	save_contact(
		array(
			'at'      => $works ? time() : $known['at'],
			'since'   => $works ? 0 : $since,
			'reason'  => $works ? '' : $reason,
			'detail'  => $works ? '' : $detail,
			'version' => $version,
		)
	);
}

/**
 * Records a signed call from the sidecar. It proves that the sidecar runs, but not that this site reaches it, so
 * a recorded failure stays. Refused calls are not recorded, because anybody can send them.
 */
function note_called(): void {
	$known = contact();
	if ( time() - $known['at'] >= CONTACT_PAUSE ) {
		save_contact( array( 'at' => time() ) + $known );
	}
}

/** Keeps the part of the record that a page view needs. */
function note_had_contact(): void {
	update_option( HAD_CONTACT_OPTION, contact()['at'] > 0 ? 1 : 0, true );
}

/**
 * @param array{at: int, since: int, reason: string, detail: string, version: string} $contact
 */
function save_contact( array $contact ): void {
	update_option( CONTACT_OPTION, $contact, false );
}

/**
 * Records the outcome of a call from its answer, which the sidecar has signed. A call that only took too long changes
 * nothing.
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
	if ( 503 === $answer['status'] && 'sidecar_unavailable' === code_in( $answer['body'] ) ) {
		note_contact( false, 'not_ready' );
	} else {
		note_contact( true, '', '', version_in( $answer['headers']['x-itih-version'] ?? '' ) );
	}
}

/**
 * Records why an answer has no signature of this site's sidecar, and returns the error in its place: only its words
 * about the connection are heard, and only by owners.
 *
 * @param array{status: int, headers: array<string, string>, body: string} $answer
 */
function unsigned_error( array $answer ): \WP_Error {
	$told    = $answer['headers']['x-itih-version'] ?? '';
	$version = version_in( $told );
	$code    = code_in( $answer['body'] );
	if ( 'incompatible_version' === $code || ! is_understood( $told ) ) {
		note_contact( false, 'incompatible_version', '', $version );
		return connection_error( 'incompatible_version' );
	}
	switch ( $code ) {
		case 'wrong_site':
			$data = json_decode( $answer['body'], true )['data'] ?? null;
			$site = is_array( $data ) && is_string( $data['site'] ?? null ) ? $data['site'] : '';
			note_contact( false, 'wrong_site', $site );
			return connection_error( 'wrong_site' );
		case 'invalid_signature':
			$seconds = seconds_off( $answer['headers']['date'] ?? '' );
			note_contact( false, $seconds > SIGNATURE_WINDOW ? 'clock' : 'invalid_signature', $seconds > SIGNATURE_WINDOW ? (string) $seconds : '' );
			return connection_error( 'invalid_signature' );
		case 'newer_database':
		case 'foreign_tables':
			note_contact( false, $code, '', $version );
			return connection_error( $code );
		case 'sidecar_unavailable':
			note_contact( false, 'not_ready' );
			return error( 'sidecar_unavailable' );
		default:
			note_contact( false, 'not_sidecar', (string) $answer['status'] );
			return error( 'sidecar_unavailable' );
	}
}

/** Returns the code of an error of the contract; '' for any other text. */
function code_in( string $body ): string {
	$data = json_decode( $body, true );
	return is_array( $data ) && is_string( $data['code'] ?? null ) ? $data['code'] : '';
}

/**
 * Returns the error for a problem between plugin and sidecar, which only the owner can solve: visitors are told that
 * the chat is not available.
 */
function connection_error( string $code ): \WP_Error {
	if ( ! current_user_can( 'manage_options' ) ) {
		return error( 'sidecar_unavailable' );
	}
	$contact  = contact();
	$sentence = contact_sentence( $contact ) . ( in_array( $code, LASTING_REASONS, true ) ? ' ' . next_step_for( $contact ) : '' );
	return new \WP_Error( $code, $sentence, error( $code )->get_error_data() + array( 'site' => $contact['detail'] ) );
}

/**
 * Returns the precise reason for administrators; for others the chat is not available.
 */
function site_doubt_error(): \WP_Error {
	if ( ! current_user_can( 'manage_options' ) ) {
		return error( 'sidecar_unavailable' );
	}
	return new \WP_Error( 'wrong_site', site_doubt_sentence(), array( 'status' => contract()['errors']['wrong_site'] ) );
}

function site_doubt_sentence(): string {
	return sprintf(
		/* translators: 1: an address, such as https://example.com; 2: another one. */
		__( 'The chat is paused: it was set up for %1$s, and this site is at %2$s.', 'itih-rag-chat' ),
		recorded_site_url(),
		current_site_url()
	);
}

/**
 * Returns by how many seconds the sidecar's clock differs from this server's; 0 if it does not tell.
 *
 * @param string $date The answer's `Date`, which has whole seconds.
 */
function seconds_off( string $date ): int {
	$theirs = strtotime( $date );
	return false === $theirs ? 0 : (int) abs( round( microtime( true ) - $theirs - 0.5 ) );
}

/**
 * Whether a question would be answered now. Probes the sidecar while calls fail.
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
 * Calls `GET /ping`, at most every 15 seconds.
 */
function probe(): void {
	if ( get_transient( PROBE_TRANSIENT ) ) {
		return;
	}
	set_transient( PROBE_TRANSIENT, 1, PROBE_PAUSE );
	$answer = ping( PROBE_TIMEOUT );
	if ( is_wp_error( $answer ) && 'provider_timeout' === $answer->get_error_code() ) {
		note_contact( false, 'silent' );
	}
}

/**
 * Returns the reason why the sidecar does not answer, for the owner.
 *
 * @param array{reason: string, detail: string, version: string} $contact
 */
function contact_sentence( array $contact ): string {
	$url = sidecar_url();
	switch ( $contact['reason'] ) {
		case 'silent':
			/* translators: %s: address of the sidecar. */
			return sprintf( __( 'A program accepts connections at %s, but does not answer.', 'itih-rag-chat' ), $url );
		case 'not_ready':
			/* translators: %s: address of the sidecar. */
			return sprintf( __( 'The sidecar at %s runs, but it is not ready. Its log says why.', 'itih-rag-chat' ), $url );
		case 'not_sidecar':
			/* translators: 1: address of the sidecar. 2: HTTP status, such as 404. */
			return sprintf( __( 'A program other than the sidecar answers at %1$s (HTTP status %2$s).', 'itih-rag-chat' ), $url, $contact['detail'] );
		case 'wrong_site':
			/* translators: 1: address of the sidecar. 2: address of another site. */
			return sprintf( __( 'Another site\'s sidecar answers at %1$s: it serves %2$s. Give the sidecar of this site its own port, and set ITIH_SIDECAR_URL in wp-config.php.', 'itih-rag-chat' ), $url, $contact['detail'] );
		case 'clock':
			/* translators: %s: address of the sidecar. */
			return sprintf( __( 'The clocks of this server and of the sidecar at %s differ by more than a minute.', 'itih-rag-chat' ), $url );
		case 'invalid_signature':
			/* translators: %s: address of the sidecar. */
			return sprintf( __( 'The sidecar at %s has another secret than this site.', 'itih-rag-chat' ), $url );
		case 'incompatible_version':
			return __( 'Plugin and sidecar are too far apart to understand each other.', 'itih-rag-chat' ) . ' ' . versions_sentence( $contact['version'] );
		case 'newer_database':
			/* translators: %s: address of the sidecar. */
			return sprintf( __( 'The sidecar at %s is older than the tables of its database, so it does not touch them.', 'itih-rag-chat' ), $url );
		case 'foreign_tables':
			/* translators: %s: address of the sidecar. */
			return sprintf( __( 'In the database of the sidecar at %s a table of another plugin has a name that the sidecar needs, so it touches nothing there.', 'itih-rag-chat' ), $url );
		default:
			/* translators: %s: address of the sidecar. */
			return sprintf( __( 'Nothing answers at %s.', 'itih-rag-chat' ), $url );
	}
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

function missing_program_sentence(): string {
	if ( is_sidecar_elsewhere() ) {
		/* translators: %s: address of the sidecar. */
		return sprintf( __( 'The sidecar is on another machine. Look there whether it runs, and whether this server reaches %s.', 'itih-rag-chat' ), sidecar_url() );
	}
	return __( 'The program of the sidecar is not on this server. It is in the release of Itih RAG Chat, in the folder "sidecar", and in its source, in the folder "server".', 'itih-rag-chat' );
}

/** Whether the sidecar is looked for on another machine, or in another container. */
function is_sidecar_elsewhere(): bool {
	return ! is_local_host( (string) wp_parse_url( sidecar_url(), PHP_URL_HOST ) );
}

/**
 * Returns the command that starts the sidecar of this installation, of a release as a service; '' when its program is
 * not on this server, or another machine's sidecar is used.
 */
function start_command(): string {
	if ( is_sidecar_elsewhere() ) {
		return '';
	}
	$entry = sidecar_entry();
	if ( PLUGIN_DIR . '/sidecar/itih.mjs' === $entry ) {
		return 'wp itih sidecar install --path=' . shell_quoted( untrailingslashit( ABSPATH ) );
	}
	return '' === $entry ? '' : 'node ' . shell_quoted( $entry ) . ' serve --wp ' . shell_quoted( untrailingslashit( ABSPATH ) );
}

/**
 * Returns the path of the sidecar's program: in the plugin's folder in a release, beside it in a checkout.
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

/** Quotes a path for the shell if it has spaces or special characters. */
function shell_quoted( string $path ): string {
	return 1 === preg_match( '#^[\w./-]+$#D', $path ) ? $path : "'" . str_replace( "'", "'\\''", $path ) . "'";
}
