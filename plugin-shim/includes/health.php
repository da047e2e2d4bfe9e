<?php
/**
 * Checks of the installation, for Site Health and `wp itih doctor`. Each says what it found and what to do next.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

/** Seconds for a call of a check. */
const CHECK_TIMEOUT = 5;

/** Checks of parts of the sidecar, which says itself whether they work: server/composition/findings.ts. */
const SIDECAR_PARTS = array( 'bridge', 'queue', 'guests', 'database', 'index', 'visitors' );

/**
 * Returns the checks by name. `calls`: it makes HTTP calls. `needs_sidecar`: it says nothing while no sidecar answers.
 *
 * @return array<string, array{label: string, run: callable, calls: bool, needs_sidecar: bool}>
 */
function health_checks(): array {
	$checks = array(
		'connection' => array( __( 'Connection to the sidecar', 'itih-rag-chat' ), true, false ),
		'version'    => array( __( 'Version of the sidecar', 'itih-rag-chat' ), true, true ),
		'clock'      => array( __( 'Clock of the sidecar', 'itih-rag-chat' ), true, true ),
		'bridge'     => array( __( 'The sidecar reaches this site', 'itih-rag-chat' ), true, true ),
		'loopback'   => array( __( 'REST API of the chat', 'itih-rag-chat' ), true, false ),
		'caches'     => array( __( 'Caches in front of the chat', 'itih-rag-chat' ), true, true ),
		'streaming'  => array( __( 'Streamed answers', 'itih-rag-chat' ), true, true ),
		'queue'      => array( __( 'Indexing queue', 'itih-rag-chat' ), true, true ),
		'guests'     => array( __( 'Pages as guests see them', 'itih-rag-chat' ), true, true ),
		'database'   => array( __( 'Database of the sidecar', 'itih-rag-chat' ), true, true ),
		'index'      => array( __( 'Search of the sidecar', 'itih-rag-chat' ), true, true ),
		'visitors'   => array( __( 'Visitors of today', 'itih-rag-chat' ), true, true ),
		'model'      => array( __( 'Vendors of the models', 'itih-rag-chat' ), true, true ),
		'salts'      => array( __( 'Keys that encrypt API keys', 'itih-rag-chat' ), false, false ),
		'secret'     => array( __( 'Secret shared with the sidecar', 'itih-rag-chat' ), false, false ),
	);
	if ( is_older_plugin_active() ) {
		$checks['older'] = array( __( 'Other chat plugin', 'itih-rag-chat' ), false, false );
	}
	$named = array();
	foreach ( $checks as $name => list( $label, $calls, $needs_sidecar ) ) {
		$named[ $name ] = array(
			'label'         => $label,
			'run'           => in_array( $name, SIDECAR_PARTS, true ) ? static fn(): array => part_finding( $name, $label ) : __NAMESPACE__ . '\\check_' . $name,
			'calls'         => $calls,
			'needs_sidecar' => $needs_sidecar,
		);
	}
	return $named;
}

/**
 * Makes the result of a check.
 *
 * @param string $status good, recommended, critical, or unknown: it could not be checked.
 * @param string $label  A sentence without a full stop: the result.
 * @param string $says   Details; may be empty.
 * @param string $next   The next step; empty when all is well.
 * @param string $page   Page of the admin that helps, such as SETTINGS_PAGE; empty for none.
 * @return array{status: string, label: string, says: string, next: string, page: string}
 */
function finding( string $status, string $label, string $says = '', string $next = '', string $page = '' ): array {
	return compact( 'status', 'label', 'says', 'next', 'page' );
}

/**
 * Returns the result for a check that needs the sidecar, which does not answer. The connection's own check says why.
 *
 * @return array{status: string, label: string, says: string, next: string, page: string}
 */
function unknown_finding( string $label, string $says = '' ): array {
	return finding(
		'unknown',
		$label,
		'' === $says ? __( 'The sidecar does not answer, so this could not be checked.', 'itih-rag-chat' ) : $says,
		__( 'See the check "Connection to the sidecar" first.', 'itih-rag-chat' )
	);
}

/**
 * Returns what the sidecar says of a part of itself.
 *
 * @return array{status: string, label: string, says: string, next: string, page: string}
 */
function part_finding( string $part, string $label ): array {
	$status = sidecar_status();
	$found  = is_wp_error( $status ) ? null : ( $status['findings'][ $part ] ?? null );
	/* translators: %s: name of a check. */
	return is_array( $found ) ? $found : unknown_finding( sprintf( __( 'Unknown: %s', 'itih-rag-chat' ), $label ) );
}

/**
 * Returns `GET /status`, called once for each request.
 *
 * @return array|\WP_Error
 */
function sidecar_status() {
	static $status = null;
	if ( null === $status ) {
		$status = sidecar_data( 'GET', '/status', array(), null, 'admin', CHECK_TIMEOUT );
	}
	return $status;
}

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

/** Headers by which caches name themselves. */
const CACHE_HEADERS = array( 'x-litespeed-cache', 'cf-cache-status', 'x-varnish', 'x-cache', 'x-cache-status', 'x-proxy-cache', 'x-fastcgi-cache', 'age', 'via' );

/** Asks for a nonce twice as old programs do, and twice as the chat does: at an address that was never used before. */
function check_caches(): array {
	$plain = ask_session_twice( false );
	$fresh = ask_session_twice( true );
	if ( null === $plain || null === $fresh ) {
		return finding( 'unknown', __( 'It is unknown whether a cache stores answers of the chat', 'itih-rag-chat' ), __( 'The site could not compare two answers of its own.', 'itih-rag-chat' ), __( 'See the check "REST API of the chat" first.', 'itih-rag-chat' ) );
	}
	if ( ! $plain['stored'] && ! $fresh['stored'] ) {
		return finding( 'good', __( 'No cache stores answers of the chat', 'itih-rag-chat' ) );
	}
	/* translators: %s: an address. */
	$says = sprintf( __( 'Two calls of %s got the same answer.', 'itih-rag-chat' ), rest_url( contract()['namespace'] . '/session' ) );
	$next = cache_remedy( ( $fresh['stored'] ? $fresh : $plain )['headers'] );
	if ( $fresh['stored'] ) {
		return finding( 'critical', __( 'A cache answers in place of the chat', 'itih-rag-chat' ), $says . ' ' . __( 'Visitors get old answers, and those of others.', 'itih-rag-chat' ), $next );
	}
	return finding( 'recommended', __( 'A cache stores answers of the chat', 'itih-rag-chat' ), $says . ' ' . __( 'The chat itself asks at a new address each time, but other programs do not.', 'itih-rag-chat' ), $next );
}

/**
 * @param bool $is_fresh Whether each call has an address of its own.
 * @return array{stored: bool, headers: array<string, string>}|null Null if the answers cannot be compared.
 */
function ask_session_twice( bool $is_fresh ): ?array {
	$ids = array();
	for ( $n = 0; $n < 2; $n++ ) {
		$answer = loopback_get( '/session', $is_fresh ? array( '_' => wp_generate_uuid4() ) : array() );
		$ids[]  = is_wp_error( $answer ) ? '' : (string) wp_remote_retrieve_header( $answer, 'x-request-id' );
		if ( '' === $ids[ $n ] || 200 !== wp_remote_retrieve_response_code( $answer ) ) {
			return null;
		}
	}
	$headers = array();
	foreach ( CACHE_HEADERS as $name ) {
		$headers[ $name ] = (string) wp_remote_retrieve_header( $answer, $name );
	}
	return array(
		'stored'  => $ids[0] === $ids[1],
		'headers' => array_filter( $headers ),
	);
}

/**
 * Returns what ends it.
 *
 * @param array<string, string> $headers Of a stored answer.
 */
function cache_remedy( array $headers ): string {
	$path = (string) wp_parse_url( rest_url( contract()['namespace'] . '/' ), PHP_URL_PATH );
	if ( isset( $headers['x-litespeed-cache'] ) ) {
		/* translators: %s: beginning of a path. */
		return sprintf( __( 'In LiteSpeed Cache › Cache › Excludes, add %s to "Do Not Cache URIs", and purge the cache.', 'itih-rag-chat' ), $path );
	}
	if ( isset( $headers['cf-cache-status'] ) ) {
		/* translators: %s: beginning of a path. */
		return sprintf( __( 'In Cloudflare, add a cache rule that bypasses the cache for paths that start with %s, and purge the cache.', 'itih-rag-chat' ), $path );
	}
	/* translators: %s: beginning of a path. */
	$next = sprintf( __( 'Find the cache in front of WordPress, of a plugin, the web server, the host or a CDN. Have it leave out paths that start with %s, and empty it.', 'itih-rag-chat' ), $path );
	$told = array();
	foreach ( $headers as $name => $value ) {
		$told[] = $name . ': ' . sanitize_text_field( $value );
	}
	/* translators: %s: headers of an answer. */
	return $told ? $next . ' ' . sprintf( __( 'It names itself: %s', 'itih-rag-chat' ), implode( ', ', $told ) ) : $next;
}

function check_streaming(): array {
	if ( is_wp_error( sidecar_status() ) ) {
		return unknown_finding( __( 'Streaming could not be measured', 'itih-rag-chat' ) );
	}
	$test = test_transport();
	if ( '' === $test['use'] ) {
		/* translators: %s: an error message. */
		$says = sprintf( __( 'The site could not call itself: %s', 'itih-rag-chat' ), $test['measured']['failure'] );
		return finding( 'unknown', __( 'Streaming could not be measured', 'itih-rag-chat' ), $says, __( 'Try the chat on a page: if whole answers appear at once, the host holds them back.', 'itih-rag-chat' ) );
	}
	/* translators: 1: number of frames. 2: milliseconds. 3: milliseconds. */
	$says  = sprintf( __( '%1$d parts that were sent within %2$d ms arrived within %3$d ms.', 'itih-rag-chat' ), $test['measured']['frames'], $test['measured']['sent_ms'], $test['measured']['arrived_ms'] );
	$says .= ' ' . transport_sentence( $test );
	if ( 'sync' === $test['use'] ) {
		return finding(
			'recommended',
			__( 'The host holds answers back until they are complete', 'itih-rag-chat' ),
			$says,
			__( 'Switch off buffering and compression for the path of the REST API in the web server or proxy (nginx: fastcgi_buffering off or proxy_buffering off; Cloudflare and others: no caching, no optimisation).', 'itih-rag-chat' )
		);
	}
	$reports = held_back()['count'];
	if ( $reports > 0 ) {
		/* translators: 1: number of reports. 2: number of days. */
		$told = sprintf( _n( '%1$d browser told within %2$d days that two answers came in one piece.', '%1$d browsers told within %2$d days that two answers came in one piece.', $reports, 'itih-rag-chat' ), $reports, HELD_BACK_DAYS );
		return finding(
			'recommended',
			__( 'Some visitors get answers in one piece', 'itih-rag-chat' ),
			$told . ' ' . $says,
			__( 'If it goes on, look at what is between visitors and this server, such as a CDN: it must not cache, compress or optimise the path of the REST API. The network of a company can do the same, which you cannot change.', 'itih-rag-chat' )
		);
	}
	return finding( 'good', __( 'Answers reach visitors word by word', 'itih-rag-chat' ), $says );
}

/** Says which way answers take, and why it is not a better one. */
function transport_sentence( array $test ): string {
	$ways = array(
		'edge'  => __( 'The web server leads the chat of anonymous visitors straight to the sidecar; no PHP worker is needed.', 'itih-rag-chat' ),
		'accel' => __( 'PHP checks each question, and nginx fetches the answer from the sidecar; no PHP worker waits.', 'itih-rag-chat' ),
		'relay' => __( 'PHP relays each answer, which takes one of its workers until the end.', 'itih-rag-chat' ),
		'sync'  => __( 'The chat asks for whole answers, because streams are held back.', 'itih-rag-chat' ),
	);
	$says = $ways[ $test['use'] ] ?? '';
	if ( isset( $test['why']['edge'] ) ) {
		/* translators: %s: a reason. */
		$says .= ' ' . sprintf( __( 'Not straight to the sidecar: %s', 'itih-rag-chat' ), $test['why']['edge'] );
	}
	if ( isset( $test['why']['accel'] ) ) {
		/* translators: %s: a reason. */
		$says .= ' ' . sprintf( __( 'Not through nginx after PHP: %s', 'itih-rag-chat' ), $test['why']['accel'] );
	}
	return 'edge' === $test['use'] ? $says : $says . ' ' . __( 'For many visitors at once, wp itih doctor --snippets=nginx (or apache, caddy) prints a configuration.', 'itih-rag-chat' );
}

/** Length from which on the sidecar accepts a secret. */
const MIN_SECRET = 32;

/** Whether a key or salt of wp-config.php is set, as core's wp_salt() sees it. */
function is_real_salt( string $name ): bool {
	$value = defined( $name ) ? (string) constant( $name ) : '';
	return '' !== $value && 'put your unique phrase here' !== $value;
}

function check_salts(): array {
	if ( defined( 'ITIH_ENCRYPTION_KEY' ) && strlen( (string) constant( 'ITIH_ENCRYPTION_KEY' ) ) >= MIN_SECRET ) {
		return finding( 'good', __( 'API keys are encrypted with a key of their own', 'itih-rag-chat' ), 'ITIH_ENCRYPTION_KEY' );
	}
	$missing = array_filter( array( 'AUTH_KEY', 'AUTH_SALT', 'NONCE_KEY', 'NONCE_SALT' ), static fn( string $name ): bool => ! is_real_salt( $name ) );
	if ( ! $missing ) {
		return finding( 'good', __( 'API keys are encrypted with the keys of wp-config.php', 'itih-rag-chat' ) );
	}
	return finding(
		'recommended',
		__( 'The keys of wp-config.php are not set', 'itih-rag-chat' ),
		/* translators: %s: names of constants. */
		sprintf( __( 'Missing: %s. WordPress keeps keys in its database instead, so whoever has a copy of it can decrypt the API keys of the chat.', 'itih-rag-chat' ), implode( ', ', $missing ) ),
		__( 'Put the keys and salts into wp-config.php, start the sidecar again, and enter API keys once more if it asks for them.', 'itih-rag-chat' )
	);
}

function check_secret(): array {
	$length = strlen( secret() );
	if ( $length >= MIN_SECRET ) {
		return finding( 'good', __( 'The secret shared with the sidecar is long enough', 'itih-rag-chat' ) );
	}
	return finding(
		'critical',
		__( 'The secret shared with the sidecar is too short', 'itih-rag-chat' ),
		/* translators: 1: number of characters. 2: number of characters. */
		sprintf( __( 'It has %1$d characters; the sidecar accepts %2$d or more.', 'itih-rag-chat' ), $length, MIN_SECRET ),
		__( 'Set ITIH_SECRET in wp-config.php to a longer random text, or remove it there so that the plugin uses its own, and start the sidecar again.', 'itih-rag-chat' )
	);
}

/** Failure of a vendor at the last check: array{at: int, says: string}; missing while they answer. */
const VENDOR_OPTION = 'itih_vendor_failure';

/** Seconds: a server of one's own may take a minute for the first word. */
const VENDOR_TIMEOUT = 70;

add_action( RETENTION_EVENT, __NAMESPACE__ . '\\check_model' );

/**
 * Asks the chosen vendors for one word and one vector, and remembers a failure for the notice. Built-in and local
 * models need no call.
 */
function check_model(): array {
	$asked = array_filter( array( 'llm', 'embedding' ), static fn( string $scope ): bool => ! in_array( chosen_vendor( $scope ), array( 'builtin', 'local', 'none' ), true ) );
	if ( ! $asked ) {
		delete_option( VENDOR_OPTION );
		$local = 'local' === chosen_vendor( 'embedding' ) && had_contact() ? sidecar_data( 'GET', '/models/local' ) : array();
		if ( ! is_wp_error( $local ) && ! empty( $local['offer']['wanted'] ) && 'english' === ( settings_group( 'embeddings' )['local']['model'] ?? 'english' ) ) {
			return finding(
				'recommended',
				__( 'The chat finds pages in the language of this site by their words alone', 'itih-rag-chat' ),
				/* translators: %s: name of a model. */
				sprintf( __( 'Questions that use other words find less, until the model %s is on the sidecar\'s machine.', 'itih-rag-chat' ), $local['offer']['name'] ),
				__( 'Download it in the settings of the embeddings, or with "wp itih models download".', 'itih-rag-chat' ),
				SETTINGS_PAGE
			);
		}
		return finding( 'good', __( 'The chat needs no vendor', 'itih-rag-chat' ), __( 'Language model and embeddings run on your server, without a key.', 'itih-rag-chat' ) );
	}
	if ( ! had_contact() ) {
		return unknown_finding( __( 'It is unknown whether the vendors answer', 'itih-rag-chat' ) );
	}
	foreach ( $asked as $scope ) {
		$answer = sidecar_data( 'POST', '/admin/test', array(), array( 'scope' => $scope ), 'admin', VENDOR_TIMEOUT );
		if ( is_wp_error( $answer ) ) {
			return unknown_finding( __( 'It is unknown whether the vendors answer', 'itih-rag-chat' ), $answer->get_error_message() );
		}
		if ( empty( $answer['ok'] ) ) {
			return failed_vendor( $scope, (string) $answer['message'] );
		}
	}
	delete_option( VENDOR_OPTION );
	return finding( 'good', __( 'The vendors of the chat answer', 'itih-rag-chat' ), implode( ', ', array_map( __NAMESPACE__ . '\\chosen_vendor', $asked ) ) );
}

function chosen_vendor( string $scope ): string {
	return (string) settings_group( 'llm' === $scope ? 'llm' : 'embeddings' )['provider'];
}

function failed_vendor( string $scope, string $message ): array {
	/* translators: 1: name of a vendor, such as openai. 2: its error message. */
	$says = sprintf( __( '%1$s does not answer: %2$s', 'itih-rag-chat' ), chosen_vendor( $scope ), $message );
	update_option(
		VENDOR_OPTION,
		array(
			'at'   => time(),
			'says' => $says,
		),
		false
	);
	$label = 'llm' === $scope ? __( 'The language model of the chat does not answer', 'itih-rag-chat' ) : __( 'The embedding model of the chat does not answer', 'itih-rag-chat' );
	return finding( 'critical', $label, $says, __( 'Check the key, the credit and the name of the model in the settings; "Test" there tries it at once.', 'itih-rag-chat' ), SETTINGS_PAGE );
}
