<?php
/**
 * Deletes old conversations once a day from the site's own tables, so that the promised time holds also while no sidecar runs.
 * Where the sidecar has a database of its own, it alone can delete.
 *
 * phpcs:disable WordPress.DB.DirectDatabaseQuery -- the tables are the sidecar's.
 */

declare( strict_types=1 );
namespace Itih\RagChat;
defined( 'ABSPATH' ) || exit;

const RETENTION_EVENT = 'itih_retention';
const RETENTION_OPTION = 'itih_retention_run'; // Unix time of the last run.
const RETENTION_BATCH   = 200; // Conversations in one statement, so that no lock lasts long, and statements in one run.
const RETENTION_BATCHES = 500;

add_action( 'init', __NAMESPACE__ . '\\schedule_retention' );
add_action( RETENTION_EVENT, __NAMESPACE__ . '\\delete_old_chats' );

/** Schedules the event. Not only at activation, so that an update and a new site of a network have it as well. */
function schedule_retention(): void {
	if ( ! wp_next_scheduled( RETENTION_EVENT ) ) {
		wp_schedule_event( time() + HOUR_IN_SECONDS, 'daily', RETENTION_EVENT );
	}
}

function unschedule_retention( $network_wide = false ): void {
	foreach ( array( RETENTION_EVENT, TRANSPORT_EVENT ) as $event ) {
		on_each_site( (bool) $network_wide, static fn() => wp_unschedule_hook( $event ) );
	}
}

/**
 * Deletes conversations in which nothing was asked for `privacy.retention_days`, and returns their number. Their turns go with
 * them by the foreign key. Figures of days are in another table and stay.
 */
function delete_old_chats(): int {
	global $wpdb;
	$days = (int) settings_group( 'privacy' )['retention_days'];
	if ( is_site_in_doubt() || ! has_table( 'rag_chat_sessions' ) ) { return 0; }
	// Counters of addresses and the salts of past days, as the sidecar does every minute.
	$wpdb->query( $wpdb->prepare( "DELETE FROM {$wpdb->prefix}rag_state WHERE expires_at < %d", 1000 * time() ) );
	if ( $days <= 0 ) { return 0; }
	update_option( RETENTION_OPTION, time(), false );
	$before  = 1000 * ( time() - $days * DAY_IN_SECONDS );
	$deleted = 0;
	for ( $batch = 0; $batch < RETENTION_BATCHES; $batch++ ) {
		$ids = array_map( 'intval', $wpdb->get_col( $wpdb->prepare( "SELECT id FROM {$wpdb->prefix}rag_chat_sessions WHERE last_at < %d ORDER BY last_at LIMIT %d", $before, RETENTION_BATCH ) ) );
		if ( ! $ids ) { break; }
		// Asked again for the age: a visitor may have gone on in this moment.
		$gone = $wpdb->query( $wpdb->prepare( "DELETE FROM {$wpdb->prefix}rag_chat_sessions WHERE last_at < %d AND id IN (" . implode( ', ', array_fill( 0, count( $ids ), '%d' ) ) . ')', array_merge( array( $before ), $ids ) ) );
		if ( false === $gone ) {
			log_failure( 'Old conversations were not deleted', $wpdb->last_error );
			break;
		}
		$deleted += (int) $gone;
		if ( count( $ids ) < RETENTION_BATCH ) { break; }
	}
	delete_words_of_gaps( $before );
	return $deleted;
}

/**
 * Deletes gaps that have lost all turns, and takes the words of conversations deleted before a time (in milliseconds) out of the
 * others: they are named by the latest question that is left. The sidecar counts them again when it is back.
 */
function delete_words_of_gaps( int $before ): void {
	global $wpdb;
	// phpcs:disable WordPress.DB.PreparedSQL.InterpolatedNotPrepared -- names of tables.
	$wpdb->query( $wpdb->prepare( "DELETE gaps FROM {$wpdb->prefix}rag_gaps gaps LEFT JOIN {$wpdb->prefix}rag_chats chats ON chats.gap_id = gaps.id WHERE chats.id IS NULL AND gaps.last_at < %d", $before ) );
	$wpdb->query(
		"UPDATE {$wpdb->prefix}rag_gaps gaps
		LEFT JOIN {$wpdb->prefix}rag_chats named ON named.id = gaps.question_id
		INNER JOIN ( SELECT gap_id, MAX(question_id) AS latest FROM {$wpdb->prefix}rag_chats WHERE gap_id IS NOT NULL GROUP BY gap_id ) turns ON turns.gap_id = gaps.id
		INNER JOIN {$wpdb->prefix}rag_chats asked ON asked.id = turns.latest
		SET gaps.question = asked.content, gaps.question_id = asked.id, gaps.embedder = '', gaps.dimensions = 0, gaps.embedding = NULL
		WHERE named.id IS NULL"
	);
	// phpcs:enable WordPress.DB.PreparedSQL.InterpolatedNotPrepared
}
