<?php
/** Tables of the sidecar in the site's database. uninstall.php reads this file on any version of PHP. */

declare( strict_types=1 );
namespace Itih\RagChat;
defined( 'ABSPATH' ) || exit;

/** Children before their parents. */
const TABLES = array( 'rag_next_vectors', 'rag_sentence_vectors', 'rag_remote_vectors', 'rag_chunks', 'rag_chunk_changes', 'rag_document_answers', 'rag_documents', 'rag_chats', 'rag_chat_terms', 'rag_chat_figures', 'rag_chat_sessions', 'rag_gaps', 'rag_mcp_servers', 'rag_state' );

// Those of a site of a network that is being deleted.
add_filter( 'wpmu_drop_tables', static function ( $tables, $site ) { return array_merge( (array) $tables, tables_of( (int) $site ) ); }, 10, 2 );

function has_table( string $name ): bool {
	global $wpdb;
	$table = $wpdb->prefix . $name;
	return $wpdb->get_var( $wpdb->prepare( 'SHOW TABLES LIKE %s', $wpdb->esc_like( $table ) ) ) === $table; // phpcs:ignore WordPress.DB.DirectDatabaseQuery
}

/** @param int $site 0: without a network. @return string[] Full names. */
function tables_of( int $site ): array {
	global $wpdb;
	return substr_replace( TABLES, 0 === $site ? $wpdb->prefix : $wpdb->get_blog_prefix( $site ), 0, 0 );
}
