<?php
/** Records whether the sidecar answers, from the outcome of the last signed calls. */

declare( strict_types=1 );
namespace Itih\RagChat;
defined( 'ABSPATH' ) || exit;

const CONTACT_OPTION = 'itih_contact';

foreach ( array( 'add', 'update', 'delete' ) as $itih_change ) {
	// The part of the record that a page view needs.
	add_action( $itih_change . '_option_' . CONTACT_OPTION, static fn() => update_option( HAD_CONTACT_OPTION, contact()['at'] > 0 ? 1 : 0, true ) );
}

const CONTACT_PAUSE = 60; // Minimum seconds between two writes of an unchanged state.
/** Reasons that do not pass by themselves, so that the owner is told at once. */
const LASTING_REASONS = array( 'incompatible_version', 'newer_database', 'foreign_tables' );
const PROBE_PAUSE     = 15; // Seconds for which the result of a probe is reused for all visitors.
const PROBE_TRANSIENT = 'itih_probe';
const PROBE_TIMEOUT = 1; // Seconds, connecting included.

/**
 * Returns the recorded state. The option is not autoloaded: each write would drop all autoloaded options from an object cache,
 * and a page view needs only had_contact(). `at`: Unix time of the last success, 0 for none. `since`: of the first failure in a
 * row, 0 for none. `reason`: unreachable, unknown_host, bad_certificate, silent, not_ready, not_sidecar, wrong_site, clock, invalid_signature, or a lasting one.
 * `detail`: another site, an HTTP status, or the seconds by which a clock is off.
 */
function contact(): array {
	return (array) get_option( CONTACT_OPTION, array() ) + array( 'at' => 0, 'since' => 0, 'reason' => '', 'detail' => '', 'version' => '' );
}

/** Records the outcome of a signed call. A new state is written at once, an unchanged one at most once a minute. */
function note_contact( bool $works, string $reason = '', string $detail = '', string $version = '' ): void {
	$known   = contact();
	$version = '' === $version ? $known['version'] : $version;
	$is_same = $works ? '' === $known['reason'] && time() - $known['at'] < CONTACT_PAUSE : array( $reason, $detail ) === array( $known['reason'], $known['detail'] );
	if ( $is_same && $version === $known['version'] ) { return; }
	$since = 0 === $known['since'] ? time() : $known['since'];
	$failed = array( 'at' => $known['at'] ) + compact( 'since', 'reason', 'detail', 'version' );
	$worked = array( 'at' => time(), 'since' => 0, 'reason' => '', 'detail' => '', 'version' => $version );
	update_option( CONTACT_OPTION, $works ? $worked : $failed, false );
}

/**
 * Records a signed call from the sidecar. It proves that the sidecar runs, but not that this site reaches it, so a recorded
 * failure stays. Refused calls are not recorded, because anybody can send them.
 */
function note_called(): void {
	$known = contact();
	if ( time() - $known['at'] >= CONTACT_PAUSE ) {
		update_option( CONTACT_OPTION, array( 'at' => time() ) + $known, false );
	}
}

/** Records the outcome of a call from its answer, which the sidecar has signed. */
function note_answer( array $answer ): void {
	if ( 503 === $answer['status'] && 'sidecar_unavailable' === code_in( $answer['body'] ) ) {
		note_contact( false, 'not_ready' );
	} else {
		note_contact( true, '', '', version_in( $answer['headers']['x-itih-version'] ?? '' ) );
	}
}

/**
 * Records why an answer has no signature of this site's sidecar, and returns the error in its place: only its words about the
 * connection are heard, and only by owners.
 */
function unsigned_error( array $answer ): \WP_Error {
	$told    = $answer['headers']['x-itih-version'] ?? '';
	$version = version_in( $told );
	$code    = code_in( $answer['body'] );
	if ( 'incompatible_version' === $code || ! is_understood( $told ) ) {
		note_contact( false, 'incompatible_version', '', $version );
		return connection_error( 'incompatible_version' );
	}
	if ( 'wrong_site' === $code ) {
		$site = json_decode( $answer['body'], true )['data']['site'] ?? '';
		note_contact( false, 'wrong_site', is_string( $site ) ? $site : '' );
	} elseif ( 'invalid_signature' === $code ) {
		$seconds = seconds_off( $answer['headers']['date'] ?? '' );
		$is_late = $seconds > SIGNATURE_WINDOW;
		note_contact( false, $is_late ? 'clock' : $code, $is_late ? (string) $seconds : '' );
	} elseif ( in_array( $code, LASTING_REASONS, true ) ) {
		note_contact( false, $code, '', $version );
	} else {
		$is_ready = 'sidecar_unavailable' !== $code;
		$reason   = $is_ready ? 'not_sidecar' : 'not_ready';
		note_contact( false, $reason, $is_ready ? (string) $answer['status'] : '' );
		return unavailable_error( $reason, contact()['detail'] );
	}
	return connection_error( $code );
}

function code_in( string $body ): string {
	$data = json_decode( $body, true );
	return is_array( $data ) && is_string( $data['code'] ?? null ) ? $data['code'] : '';
}

/** Returns the error for a problem that only the owner can solve: visitors are told that the chat is not available. */
function connection_error( string $code ): \WP_Error {
	if ( ! current_user_can( 'manage_options' ) ) { return error( 'sidecar_unavailable' ); }
	$contact  = contact();
	$sentence = contact_sentence( $contact ) . ( in_array( $code, LASTING_REASONS, true ) ? ' ' . next_step_for( $contact ) : '' );
	return new \WP_Error( $code, $sentence, error( $code )->get_error_data() + array( 'site' => $contact['detail'] ) );
}

/** Returns the error for a sidecar that cannot be asked. Owners alone are told why. */
function unavailable_error( string $reason, string $detail = '' ): \WP_Error {
	$error = error( 'sidecar_unavailable' );
	if ( ! current_user_can( 'manage_options' ) ) { return $error; }
	return new \WP_Error( $error->get_error_code(), contact_sentence( compact( 'reason', 'detail' ) ), array( 'reason' => $reason ) + $error->get_error_data() );
}

function site_doubt_error(): \WP_Error {
	return current_user_can( 'manage_options' ) ? told_error( 'wrong_site', site_doubt_sentence() ) : error( 'sidecar_unavailable' );
}

function site_doubt_sentence(): string {
	/* translators: 1: an address, such as https://example.com; 2: another one. */
	return sprintf( __( 'The chat is paused: it was set up for %1$s, and this site is at %2$s.', 'itih-rag-chat' ), recorded_site_url(), current_site_url() );
}

/** Returns by how many seconds the sidecar's clock differs from this server's, by its `Date` of whole seconds; 0 without one. */
function seconds_off( string $date ): int {
	$theirs = strtotime( $date );
	return false === $theirs ? 0 : (int) abs( round( microtime( true ) - $theirs - 0.5 ) );
}

/** Whether a question would be answered now. Probes the sidecar while calls fail. */
function is_available(): bool {
	if ( ! is_answering() ) {
		probe();
	}
	return is_answering();
}

function is_answering(): bool {
	return '' === contact()['reason'] && had_contact();
}

/** Calls `GET /ping`, at most every 15 seconds. */
function probe(): void {
	if ( get_transient( PROBE_TRANSIENT ) ) { return; }
	set_transient( PROBE_TRANSIENT, 1, PROBE_PAUSE );
	$answer = ping( PROBE_TIMEOUT );
	if ( is_wp_error( $answer ) && 'provider_timeout' === $answer->get_error_code() ) {
		note_contact( false, 'silent' );
	}
}

function contact_sentence( array $contact ): string {
	$says = array(
		/* translators: %s: address of the sidecar. */
		'unknown_host'      => __( 'There is no server of this name: %s', 'itih-rag-chat' ),
		/* translators: %s: address of the sidecar. */
		'bad_certificate'   => __( 'The certificate at %s is not valid for that address, so nothing is sent there.', 'itih-rag-chat' ),
		/* translators: %s: address of the sidecar. */
		'silent'            => __( 'A program accepts connections at %s, but does not answer.', 'itih-rag-chat' ),
		/* translators: %s: address of the sidecar. */
		'not_ready'         => __( 'The answer service at %s runs, but it is not ready. Its log says why.', 'itih-rag-chat' ),
		/* translators: 1: address of the sidecar. 2: HTTP status, such as 404. */
		'not_sidecar'       => __( 'A program other than the answer service answers at %1$s (HTTP status %2$s).', 'itih-rag-chat' ),
		/* translators: 1: address of the sidecar. 2: address of another site. */
		'wrong_site'        => __( 'Another site\'s answer service answers at %1$s: it serves %2$s. Give the answer service of this site its own port, and set ITIH_SIDECAR_URL in wp-config.php.', 'itih-rag-chat' ),
		/* translators: %s: address of the sidecar. */
		'clock'             => __( 'The clocks of this server and of the answer service at %s differ by more than a minute.', 'itih-rag-chat' ),
		'invalid_signature' => /* translators: %s: address of the sidecar. */ __( 'The answer service at %s has another secret than this site.', 'itih-rag-chat' ),
		/* translators: %s: address of the sidecar. */
		'newer_database'    => __( 'The answer service at %s is older than the tables of its database, so it does not touch them.', 'itih-rag-chat' ),
		/* translators: %s: address of the sidecar. */
		'foreign_tables'    => __( 'In the database of the answer service at %s a table of another plugin has a name that the answer service needs, so it touches nothing there.', 'itih-rag-chat' ),
	);
	if ( 'incompatible_version' === $contact['reason'] ) {
		return __( 'Plugin and answer service are too far apart to understand each other.', 'itih-rag-chat' ) . ' ' . versions_sentence( $contact['version'] );
	}
	/* translators: %s: address of the sidecar. */
	return sprintf( $says[ $contact['reason'] ] ?? __( 'Nothing answers at %s.', 'itih-rag-chat' ), sidecar_url(), $contact['detail'] );
}

function next_step_for( array $contact ): string {
	$command = start_command();
	return match ( $contact['reason'] ) {
		'wrong_site', 'not_sidecar' => __( 'Give the answer service of this site a port of its own, and set ITIH_SIDECAR_URL in wp-config.php to its address.', 'itih-rag-chat' ),
		'invalid_signature'         => __( 'Start the answer service again with this site\'s secret; with --wp it reads the secret itself.', 'itih-rag-chat' ),
		'incompatible_version'      => update_step( contact()['version'] ),
		'newer_database'            => __( 'Start the newer version of the answer service, or restore a backup of its tables from before the update.', 'itih-rag-chat' ),
		'foreign_tables'            => __( 'Give the answer service a database of its own: set ITIH_DATABASE_URL, for example to sqlite:/var/lib/itih/itih.sqlite. Its log names the table.', 'itih-rag-chat' ),
		'clock'                     => __( 'Set both clocks by a time server (NTP).', 'itih-rag-chat' ),
		'silent', 'not_ready'       => __( 'Read the log of the answer service, then start it again.', 'itih-rag-chat' ),
		/* translators: %s: a command. */
		default                     => '' === $command ? missing_program_sentence() : sprintf( __( 'Start it on the server: %s', 'itih-rag-chat' ), $command ),
	};
}

function missing_program_sentence(): string {
	if ( is_sidecar_elsewhere() ) {
		/* translators: %s: address of the sidecar. */
		return sprintf( __( 'The answer service is on another machine. Look there whether it runs, and whether this server reaches %s.', 'itih-rag-chat' ), sidecar_url() );
	}
	return __( 'The program of the answer service is not on this server. It is in the release of Itih RAG Chat, in the folder "sidecar", and in its source, in the folder "server".', 'itih-rag-chat' );
}

/** Whether the sidecar is looked for on another machine, or in another container. */
function is_sidecar_elsewhere(): bool {
	return ! is_local_host( (string) wp_parse_url( sidecar_url(), PHP_URL_HOST ) );
}

/**
 * Returns the command that starts the sidecar of this installation, of a release as a service; '' when its program is not on this
 * server, or another machine's sidecar is used.
 */
function start_command(): string {
	if ( is_sidecar_elsewhere() ) { return ''; }
	$entry = sidecar_entry();
	if ( PLUGIN_DIR . '/sidecar/itih.mjs' === $entry ) {
		return 'wp itih sidecar install --path=' . shell_quoted( untrailingslashit( ABSPATH ) );
	}
	return '' === $entry ? '' : 'node ' . shell_quoted( $entry ) . ' serve --wp ' . shell_quoted( untrailingslashit( ABSPATH ) );
}

/** Returns the path of the sidecar's program: in the plugin's folder in a release, beside it in a checkout. */
function sidecar_entry(): string {
	$files = array( PLUGIN_DIR . '/sidecar/itih.mjs', 'plugin-shim' === basename( PLUGIN_DIR ) ? dirname( PLUGIN_DIR ) . '/server/itih.mjs' : '' );
	// phpcs:ignore WordPress.PHP.NoSilencedErrors -- a path outside of open_basedir gives a warning.
	$found = array_filter( $files, static fn( string $file ): bool => '' !== $file && @is_file( $file ) );
	return (string) reset( $found );
}

/** Quotes a path for the shell if it has spaces or special characters. */
function shell_quoted( string $path ): string {
	return 1 === preg_match( '#^[\w./-]+$#D', $path ) ? $path : "'" . str_replace( "'", "'\\''", $path ) . "'";
}
