<?php
/**
 * Leads the owner from the plugin "ItihRag AI Chatbot" to this one. That plugin has the same REST namespace, so that only
 * one of the two can answer; nothing of its data is changed. https://github.com/mahavirvataliya/openrag-ai-chatbot
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

/** Report of the last import. */
const IMPORT_OPTION = 'itih_import';
const IMPORT_ACTION = 'itih_import';

add_action( 'admin_post_' . IMPORT_ACTION, __NAMESPACE__ . '\\import_in_browser' );
add_action( 'admin_notices', __NAMESPACE__ . '\\print_import_report' );

/** Whether the site has tables of that plugin. */
function has_older_data(): bool {
	global $wpdb;
	$table = $wpdb->prefix . 'openrag_documents';
	// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- a table of another plugin.
	return $wpdb->get_var( $wpdb->prepare( 'SHOW TABLES LIKE %s', $wpdb->esc_like( $table ) ) ) === $table;
}

function older_plugin_sentence(): string {
	return __( 'Both plugins answer at the same addresses. The chat of "ItihRag AI Chatbot" goes on, and this one stays hidden until the other is deactivated. Its data stays where it is.', 'itih-rag-chat' );
}

/**
 * Returns the notice while that plugin is active, as current_trouble() does.
 */
function older_plugin_trouble(): ?array {
	if ( ! is_older_plugin_active() ) {
		return null;
	}
	$file   = defined( 'ITIH_BASENAME' ) ? (string) constant( 'ITIH_BASENAME' ) : '';
	$switch = current_user_can( 'deactivate_plugin', $file )
		? sprintf( '<a class="button" href="%s">%s</a> ', esc_url( wp_nonce_url( admin_url( 'plugins.php?action=deactivate&plugin=' . rawurlencode( $file ) ), 'deactivate-plugin_' . $file ) ), esc_html__( 'Deactivate "ItihRag AI Chatbot"', 'itih-rag-chat' ) )
		: '';
	return array(
		'name'   => 'older',
		'level'  => 'notice-error',
		'title'  => __( 'Itih RAG Chat: the plugin "ItihRag AI Chatbot" is active, too.', 'itih-rag-chat' ),
		'says'   => older_plugin_sentence(),
		'markup' => import_form( $switch ),
	);
}

/**
 * Returns the offer to take over what that plugin knows, as current_trouble() does; null once it was taken over.
 */
function import_offer(): ?array {
	$report = get_option( IMPORT_OPTION );
	if ( ! had_contact() || ( is_array( $report ) && 'success' === end( $report )[0] ) || ! has_older_data() ) {
		return null;
	}
	return array(
		'name'   => 'import',
		'level'  => 'notice-info',
		'title'  => __( 'Itih RAG Chat can take over what "ItihRag AI Chatbot" knows.', 'itih-rag-chat' ),
		'says'   => __( 'The data of that plugin stays as it is.', 'itih-rag-chat' ),
		'markup' => import_form( '' ),
	);
}

/**
 * @param string $before Markup of a further button.
 */
function import_form( string $before ): string {
	if ( ! had_contact() || ! has_older_data() ) {
		return '<p>' . $before . '</p>';
	}
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
	update_option( IMPORT_OPTION, Importer::run( false ), false );
	wp_safe_redirect( admin_url( '?itih_imported=1' ) );
	exit;
}

function print_import_report(): void {
	// phpcs:ignore WordPress.Security.NonceVerification -- only shown.
	$report = isset( $_GET['itih_imported'] ) && current_user_can( 'manage_options' ) ? get_option( IMPORT_OPTION ) : null;
	if ( ! is_array( $report ) ) {
		return;
	}
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
