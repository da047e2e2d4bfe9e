<?php
/**
 * Leads the owner from the plugin "ItihRag AI Chatbot" (version 1.1) to this one. That plugin has the same REST namespace, so
 * that only one of the two can answer. The sidecar takes over what it knows (server/ingestion/older-plugin.ts): here it is found
 * and handed out. It is only read.
 *
 * phpcs:disable WordPress.DB -- tables of another plugin, whose names are made of the prefix alone; read once.
 */

declare( strict_types=1 );
namespace Itih\RagChat;
defined( 'ABSPATH' ) || exit;

const IMPORT_OPTION = 'itih_import'; // Report of the last import.
const IMPORT_ACTION = 'itih_import';

add_action( 'admin_post_' . IMPORT_ACTION, __NAMESPACE__ . '\\import_in_browser' );
add_action( 'admin_notices', __NAMESPACE__ . '\\print_import_report' );

function older_plugin_sentence(): string {
	return __( 'Both plugins answer at the same addresses. The chat of "ItihRag AI Chatbot" goes on, and this one stays hidden until the other is deactivated. Its data stays where it is.', 'itih-rag-chat' );
}

/** Returns the notice while that plugin is active, as current_trouble() does. */
function older_plugin_trouble(): ?array {
	if ( ! is_older_plugin_active() ) { return null; }
	$file   = defined( 'ITIH_BASENAME' ) ? (string) constant( 'ITIH_BASENAME' ) : '';
	$switch = current_user_can( 'deactivate_plugin', $file )
		? sprintf( '<a class="button" href="%s">%s</a> ', esc_url( wp_nonce_url( admin_url( 'plugins.php?action=deactivate&plugin=' . rawurlencode( $file ) ), 'deactivate-plugin_' . $file ) ), esc_html__( 'Deactivate "ItihRag AI Chatbot"', 'itih-rag-chat' ) )
		: '';
	return trouble( 'older', 'notice-error', __( 'Itih RAG Chat: the plugin "ItihRag AI Chatbot" is active, too.', 'itih-rag-chat' ), older_plugin_sentence(), import_form( $switch ) );
}

/** Returns the offer to take over what that plugin knows, as current_trouble() does; null once it was taken over. */
function import_offer(): ?array {
	$report = get_option( IMPORT_OPTION );
	if ( ! had_contact() || ( is_array( $report ) && 'success' === end( $report )[0] ) || ! has_table( 'openrag_documents' ) ) {
		return null;
	}
	return trouble( 'import', 'notice-info', __( 'Itih RAG Chat can take over what "ItihRag AI Chatbot" knows.', 'itih-rag-chat' ), __( 'The data of that plugin stays as it is.', 'itih-rag-chat' ), import_form( '' ) );
}

/** @param string $before Markup of a further button. */
function import_form( string $before ): string {
	if ( ! had_contact() || ! has_table( 'openrag_documents' ) ) { return '<p>' . $before . '</p>'; }
	return sprintf(
		'<form method="post" action="%s"><p>%s<input type="hidden" name="action" value="%s">%s<button class="button button-primary">%s</button></p></form>',
		esc_url( admin_url( 'admin-post.php' ) ),
		$before,
		esc_attr( IMPORT_ACTION ),
		wp_nonce_field( IMPORT_ACTION, '_wpnonce', true, false ),
		esc_html__( 'Take over its settings, documents and conversations', 'itih-rag-chat' )
	);
}

function import_in_browser(): void {
	check_admin_referer( IMPORT_ACTION );
	if ( ! current_user_can( 'manage_options' ) ) {
		wp_die( esc_html( error_sentence( 'rest_forbidden' ) ), '', array( 'response' => 403 ) );
	}
	update_option( IMPORT_OPTION, import_older( false ), false );
	wp_safe_redirect( admin_url( '?itih_imported=1' ) );
	exit;
}

function print_import_report(): void {
	// phpcs:ignore WordPress.Security.NonceVerification -- only shown.
	$report = isset( $_GET['itih_imported'] ) && current_user_can( 'manage_options' ) ? get_option( IMPORT_OPTION ) : null;
	if ( ! is_array( $report ) ) { return; }
	$kinds = array_column( $report, 0 );
	printf( '<div class="notice notice-%s">', in_array( 'error', $kinds, true ) ? 'error' : ( in_array( 'warning', $kinds, true ) ? 'warning' : 'success' ) );
	foreach ( array_column( $report, 1 ) as $text ) {
		printf( '<p>%s</p>', esc_html( $text ) );
	}
	echo '</div>';
}

function check_older(): array {
	return finding( 'critical', __( 'The plugin "ItihRag AI Chatbot" is active, too', 'itih-rag-chat' ), older_plugin_sentence(), __( 'Deactivate "ItihRag AI Chatbot". What it knows is taken over on the dashboard, or with: wp itih import', 'itih-rag-chat' ) );
}

/**
 * Has the sidecar take all over, or only say what it would take over.
 * @return list<array{0: string, 1: string}> Report: line, warning, success or error, and a text. An error ends it.
 */
function import_older( bool $dry ): array {
	if ( ! has_table( 'openrag_documents' ) ) {
		return array( array( 'error', __( 'There are no tables of the plugin "ItihRag AI Chatbot" in this site.', 'itih-rag-chat' ) ) );
	}
	$settings = array();
	foreach ( array( 'chat', 'indexing', 'appearance', 'providers', 'embeddings' ) as $group ) {
		$settings[ $group ] = (object) get_option( 'itih_' . $group, array() );
	}
	$answer = sidecar_data( 'POST', '/import', array(), compact( 'dry', 'settings' ), 'system' );
	return is_wp_error( $answer ) ? array( array( 'error', $answer->get_error_message() ) ) : $answer['report'];
}

/** Tables that are handed out: the column by which they are paged, and those that are read. */
const OLDER_TABLES = array(
	'documents' => array( 'id', 'id, title, source_url, file_path, post_id' ),
	'chats'     => array( 'session_id', 'id, session_id, role, content, citations, model, prompt_tokens, completion_tokens, response_time_ms, feedback, feedback_comment, created_at' ),
);

const OLDER_PAGE = 20; // Documents or conversations of one call.

function bridge_older( \WP_REST_Request $request ): \WP_REST_Response|\WP_Error {
	global $wpdb;
	$table = (string) $request['table'];
	if ( ! isset( OLDER_TABLES[ $table ] ) || ! has_table( 'openrag_documents' ) ) { return error( 'not_found' ); }
	$key     = esc_sql( OLDER_TABLES[ $table ][0] );
	$columns = esc_sql( OLDER_TABLES[ $table ][1] );
	$from    = $wpdb->prefix . 'openrag_' . $table;
	$rows    = $wpdb->get_results( $wpdb->prepare( "SELECT $columns FROM `$from` INNER JOIN ( SELECT DISTINCT $key FROM `$from` WHERE $key > %s ORDER BY $key LIMIT %d ) page USING ( $key ) ORDER BY $key, id", (string) $request['after'], OLDER_PAGE ), ARRAY_A );
	foreach ( $rows as &$row ) {
		if ( isset( $row['created_at'] ) ) {
			$row['created_at'] = get_gmt_from_date( $row['created_at'] ); // That plugin stores the site's local time.
		} elseif ( '' !== (string) ( $row['file_path'] ?? '' ) ) {
			$row['attachment_id'] = older_attachment( $row['file_path'], (string) $row['title'], true === $request['adopt'] );
		}
	}
	return new \WP_REST_Response(
		array( $table => $rows, 'next' => count( array_unique( array_column( $rows, $key ) ) ) < OLDER_PAGE ? null : end( $rows )[ $key ] )
	);
}

/** Returns the attachment of a file of the uploads, 0 if the media library does not know it; `adopt` makes one. Null: no such file. */
function older_attachment( string $path, string $title, bool $adopt ): ?int {
	$uploads = wp_get_upload_dir();
	$file    = realpath( $path );
	$base    = trailingslashit( (string) realpath( $uploads['basedir'] ) );
	if ( false === $file || ! str_starts_with( $file, $base ) ) { return null; }
	$known = attachment_url_to_postid( $uploads['baseurl'] . '/' . substr( $file, strlen( $base ) ) );
	return 0 !== $known || ! $adopt ? $known : (int) wp_insert_attachment(
		array(
			'post_title'     => '' === $title ? basename( $file ) : $title,
			'post_mime_type' => (string) wp_check_filetype( $file )['type'],
			'post_status'    => 'inherit',
		),
		$file
	);
}
