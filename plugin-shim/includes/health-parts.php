<?php
/**
 * Checks of the sidecar's parts and of the keys.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

/** Seconds after which a waiting document means that the queue stands still. */
const QUEUE_STUCK = 15 * MINUTE_IN_SECONDS;

/** Length from which on the sidecar accepts a secret. */
const MIN_SECRET = 32;

function check_queue(): array {
	$status = sidecar_status();
	if ( is_wp_error( $status ) ) {
		return unknown_finding( __( 'The state of the indexing queue is unknown', 'itih-rag-chat' ) );
	}
	$queue = $status['queue'] + array( 'waiting_s' => 0 );
	/* translators: 1: number of documents. 2: number. 3: number. */
	$says = sprintf( __( '%1$d documents wait, %2$d are being processed, %3$d have failed.', 'itih-rag-chat' ), $queue['queued'], $queue['processing'], $queue['failed'] );
	if ( $queue['paused'] ) {
		return finding( 'recommended', __( 'Indexing is paused', 'itih-rag-chat' ), $says, __( 'Resume it in the knowledge base.', 'itih-rag-chat' ), KNOWLEDGE_PAGE );
	}
	if ( $queue['queued'] > 0 && 0 === $queue['processing'] && $queue['waiting_s'] > QUEUE_STUCK ) {
		/* translators: %s: a length of time, such as "3 hours". */
		$waits = sprintf( __( 'The first one has waited for %s.', 'itih-rag-chat' ), human_time_diff( time() - $queue['waiting_s'] ) );
		return finding( 'critical', __( 'Indexing stands still', 'itih-rag-chat' ), $says . ' ' . $waits, __( 'Read the log of the sidecar, then start it again.', 'itih-rag-chat' ), KNOWLEDGE_PAGE );
	}
	if ( $queue['failed'] > 0 ) {
		return finding( 'recommended', __( 'Some documents could not be indexed', 'itih-rag-chat' ), $says, __( 'The knowledge base shows the reason of each, and can try again.', 'itih-rag-chat' ), KNOWLEDGE_PAGE . '&status=failed' );
	}
	return finding( 'good', __( 'The indexing queue works', 'itih-rag-chat' ), $says );
}

/** Says whether the sidecar can look at the site as a guest, by which it decides what the chat tells. */
function check_guests(): array {
	$status = sidecar_status();
	$guests = is_wp_error( $status ) ? null : ( $status['guests'] ?? null );
	if ( ! is_array( $guests ) ) {
		return unknown_finding( __( 'It is unknown what guests see of this site', 'itih-rag-chat' ) );
	}
	if ( is_array( $guests['stopped'] ?? null ) ) {
		return finding(
			'critical',
			__( 'Many pages are suddenly not shown to guests', 'itih-rag-chat' ),
			/* translators: 1: number of pages. 2: number of pages. */
			sprintf( __( '%1$d of %2$d pages were refused or lead elsewhere. The chat goes on telling them, and looks again once a day.', 'itih-rag-chat' ), $guests['stopped']['turned'], $guests['stopped']['looks'] ),
			__( 'Look whether a firewall refuses the sidecar. If the pages are meant to be closed, choose "Process again, even if unchanged" for all documents of the knowledge base.', 'itih-rag-chat' ),
			KNOWLEDGE_PAGE
		);
	}
	if ( 'unreachable' === $guests['access'] ) {
		return finding( 'recommended', __( 'The chat cannot look at the pages as a guest', 'itih-rag-chat' ), __( 'So it tells everything that is published, also what a plugin keeps for members.', 'itih-rag-chat' ) . ' ' . $guests['reason'], __( 'Let the sidecar\'s server ask for the pages of this site: a firewall, a challenge or a maintenance page stops it.', 'itih-rag-chat' ) );
	}
	if ( 'closed' === $guests['access'] ) {
		return finding( 'good', __( 'The site is closed to guests, and so is the chat', 'itih-rag-chat' ), __( 'It answers only visitors who are logged in, from everything that is published.', 'itih-rag-chat' ) );
	}
	if ( 'off' === $guests['access'] ) {
		return finding( 'good', __( 'The chat tells what is published', 'itih-rag-chat' ), __( 'It does not look at the pages as a guest: you have switched that off.', 'itih-rag-chat' ) );
	}
	/* translators: %d: number of posts. */
	return finding( 'good', __( 'The chat tells what guests are shown', 'itih-rag-chat' ), sprintf( __( '%d published posts are not used because guests are not shown them.', 'itih-rag-chat' ), $guests['withheld'] ) );
}

function check_database(): array {
	$status = sidecar_status();
	if ( is_wp_error( $status ) ) {
		return unknown_finding( __( 'The state of the sidecar\'s database is unknown', 'itih-rag-chat' ) );
	}
	$store    = $status['vector_store'];
	$database = trim( $status['database']['engine'] . ' ' . $status['database']['version'] );
	if ( 'disk_full' === ( $status['database']['problem'] ?? '' ) ) {
		return finding( 'critical', __( 'The disk with the chat\'s database is full', 'itih-rag-chat' ), __( 'Visitors get answers, but conversations are not kept, and nothing new is indexed.', 'itih-rag-chat' ), __( 'Make room on the disk; the chat goes on by itself.', 'itih-rag-chat' ) );
	}
	if ( 'locked' === ( $status['database']['problem'] ?? '' ) ) {
		return finding( 'critical', __( 'Another program holds the tables of the chat', 'itih-rag-chat' ), __( 'Visitors are asked to wait.', 'itih-rag-chat' ), __( 'Wait until the backup, or what else locks them, has ended; the chat goes on by itself.', 'itih-rag-chat' ) );
	}
	if ( ! $status['database']['ok'] ) {
		return finding( 'critical', __( 'The sidecar does not reach its database', 'itih-rag-chat' ), '', __( 'Start the database; the sidecar connects again by itself. Its log has the reason.', 'itih-rag-chat' ) );
	}
	$modes = array(
		'native' => __( 'the database compares the vectors', 'itih-rag-chat' ),
		'memory' => __( 'vectors are compared in memory', 'itih-rag-chat' ),
		'table'  => __( 'vectors are read from the table for each question', 'itih-rag-chat' ),
		'hosted' => __( 'a hosted index compares the vectors', 'itih-rag-chat' ),
		'none'   => __( 'there are no vectors, so the search compares words', 'itih-rag-chat' ),
	);
	/* translators: 1: name and version of a database. 2: how it searches. */
	$says = sprintf( __( '%1$s; %2$s.', 'itih-rag-chat' ), $database, $modes[ $store['mode'] ] ?? $store['mode'] ) . ' ' . $store['reason'];
	if ( $store['warnings'] ) {
		return finding( 'recommended', __( 'The search of the chat needs attention', 'itih-rag-chat' ), $says . ' ' . implode( ' ', $store['warnings'] ), __( 'The settings of the vector store say more.', 'itih-rag-chat' ), SETTINGS_PAGE );
	}
	if ( 'table' === $store['mode'] ) {
		return finding( 'recommended', __( 'The search of the chat is slower than it could be', 'itih-rag-chat' ), $says, __( 'Give the sidecar more memory (ITIH_SEARCH_MEMORY_MB), or use a database with vectors, such as MariaDB 11.8.', 'itih-rag-chat' ), SETTINGS_PAGE );
	}
	return finding( 'good', __( 'The database and the search of the chat work', 'itih-rag-chat' ), $says );
}

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
