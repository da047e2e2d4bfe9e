<?php
/** Lists of posts: a column that tells whether the chat knows a post, and bulk actions with their undo. */

declare( strict_types=1 );
namespace Itih\RagChat;
defined( 'ABSPATH' ) || exit;

const CHAT_COLUMN = 'itih_chat';

/** Bulk actions, each with what undoes it. */
const BULK_ACTIONS = array( 'itih_exclude' => 'itih_include', 'itih_include' => 'itih_exclude', 'itih_read' => '' );
const NOTICE_ARGUMENTS = array( 'itih_did', 'itih_ids', 'itih_refused', 'itih_told' ); // Query arguments of the notice.

add_action( 'admin_init', __NAMESPACE__ . '\\add_to_posts_lists' );
add_action( 'admin_enqueue_scripts', __NAMESPACE__ . '\\style_posts_list' );
add_action( 'admin_notices', __NAMESPACE__ . '\\notice_bulk_action' );
add_action( 'admin_post_itih_posts', __NAMESPACE__ . '\\undo_bulk_action' );
add_filter( 'removable_query_args', static fn( $names ): array => array_merge( (array) $names, NOTICE_ARGUMENTS ) );

/** Adds the column and the bulk actions to the lists of the selected types, and to a row after Quick Edit. */
function add_to_posts_lists(): void {
	foreach ( public_post_types() as $type ) {
		add_filter( "manage_{$type}_posts_columns", __NAMESPACE__ . '\\add_chat_column' );
		add_action( "manage_{$type}_posts_custom_column", __NAMESPACE__ . '\\print_chat_column', 10, 2 );
		add_filter( "bulk_actions-edit-{$type}", __NAMESPACE__ . '\\add_bulk_actions' );
		add_filter( "handle_bulk_actions-edit-{$type}", __NAMESPACE__ . '\\handle_bulk_action', 10, 3 );
	}
}

function add_chat_column( array $columns ): array {
	$place = array_search( 'date', array_keys( $columns ), true );
	$place = false === $place ? count( $columns ) : (int) $place;
	return array_slice( $columns, 0, $place, true ) + array( CHAT_COLUMN => __( 'Chat', 'itih-rag-chat' ) ) + array_slice( $columns, $place, null, true );
}

function print_chat_column( mixed $column, mixed $id ): void {
	$post = CHAT_COLUMN === $column ? get_post( (int) $id ) : null;
	if ( ! $post ) { return; }
	$documents = documents_on_page( $post->ID );
	$state     = post_state( $post, $documents );
	$sentence  = post_state_sentence( $state, $post, $documents[ $post->ID ] ?? null );
	if ( 'unknown' === $state ) {
		printf( '<span aria-hidden="true">–</span><span class="screen-reader-text">%s</span>', esc_html( post_state_label( $state ) . '. ' . $sentence ) );
		return;
	}
	$icons = array( 'in' => 'yes-alt', 'updating' => 'update', 'outdated' => 'backup', 'failed' => 'warning', 'absent' => 'hidden' );
	printf(
		'<span class="itih-in-chat itih-in-chat-%1$s"><span class="dashicons dashicons-%2$s" aria-hidden="true"></span> %3$s</span><br>%4$s',
		esc_attr( $state ),
		esc_attr( $icons[ $state ] ?? 'clock' ),
		esc_html( post_state_label( $state ) ),
		esc_html( $sentence )
	);
}

/**
 * Returns the documents of the posts on this page of the list, asked for once.
 * @param int $id A post of the page.
 * @return array<int, array>|null See documents_of_posts().
 */
function documents_on_page( int $id ): ?array {
	static $asked     = array();
	static $documents = array();
	if ( ! isset( $asked[ $id ] ) ) {
		// A list of pages as a tree has all of them in its query.
		$listed = array_map( 'intval', wp_list_pluck( $GLOBALS['wp_query']->posts ?? array(), 'ID' ) );
		$place  = array_search( $id, $listed, true );
		$ids    = false === $place ? array( $id ) : array_slice( array_values( $listed ), POSTS_PER_CALL * intdiv( (int) $place, POSTS_PER_CALL ), POSTS_PER_CALL );
		$found  = documents_of_posts( $ids );
		if ( null === $found ) { return null; }
		$asked     += array_fill_keys( $ids, true );
		$documents += $found;
	}
	return $documents;
}

function style_posts_list( mixed $screen ): void {
	if ( 'edit.php' !== $screen ) { return; }
	wp_register_style( 'itih-posts-list', false, array( 'dashicons' ), VERSION );
	wp_enqueue_style( 'itih-posts-list' );
	wp_add_inline_style(
		'itih-posts-list',
		'.fixed .column-itih_chat{width:14%}.itih-in-chat .dashicons{font-size:18px;width:18px;height:18px;vertical-align:text-bottom}'
		. '.itih-in-chat-in .dashicons{color:#007017}.itih-in-chat-failed .dashicons{color:#b32d2e}.itih-in-chat-absent .dashicons{color:#646970}'
	);
}

function add_bulk_actions( mixed $actions ): array {
	return (array) $actions + array(
		'itih_exclude' => __( 'Exclude from the chat', 'itih-rag-chat' ),
		'itih_include' => __( 'Put into the chat', 'itih-rag-chat' ),
		'itih_read'    => __( 'Read again for the chat', 'itih-rag-chat' ),
	);
}

/** Performs a bulk action; core has checked the nonce. Returns where the browser goes next. */
function handle_bulk_action( mixed $address, mixed $action, mixed $ids ): string {
	if ( ! isset( BULK_ACTIONS[ $action ] ) ) { return (string) $address; }
	$reads   = 'itih_read' === $action;
	$ids     = array_map( 'intval', (array) $ids );
	$allowed = array_values( array_filter( $ids, static fn( int $id ): bool => $reads ? current_user_can( 'edit_post', $id ) : can_exclude( $id ) ) );
	$changed = $reads ? $allowed : exclude_posts( $allowed, 'itih_exclude' === $action );
	Events::want( $changed ?? array() );
	return add_query_arg(
		array(
			'itih_did'     => null === $changed ? 'full' : $action,
			'itih_ids'     => implode( ',', $changed ?? array() ),
			'itih_refused' => count( $ids ) - count( $allowed ),
			'itih_told'    => Events::send_now() ? 1 : 0,
		),
		remove_query_arg( NOTICE_ARGUMENTS, (string) $address )
	);
}

function notice_bulk_action(): void {
	$screen = get_current_screen();
	// phpcs:disable WordPress.Security.NonceVerification -- only shown.
	if ( ! $screen || 'edit' !== $screen->base || ! isset( $_GET['itih_did'] ) ) { return; }
	$action  = sanitize_key( wp_unslash( $_GET['itih_did'] ) );
	$ids     = wp_parse_id_list( isset( $_GET['itih_ids'] ) ? sanitize_text_field( wp_unslash( $_GET['itih_ids'] ) ) : '' );
	$refused = absint( $_GET['itih_refused'] ?? 0 );
	$told    = '0' !== sanitize_key( wp_unslash( $_GET['itih_told'] ?? '1' ) );
	// phpcs:enable
	$sentences = array( bulk_sentence( $action, count( $ids ) ) );
	if ( $refused > 0 ) {
		/* translators: %s: a number. */
		$sentences[] = sprintf( _n( '%s of them you may not change.', '%s of them you may not change.', $refused, 'itih-rag-chat' ), number_format_i18n( $refused ) );
	}
	if ( ! $told && $ids ) {
		$sentences = 'itih_read' === $action
			? array( __( 'Nothing was read, because the answer service of the chat does not answer right now. Please try again later.', 'itih-rag-chat' ) )
			: array_merge( $sentences, array( __( 'The answer service of the chat does not answer right now. It learns of this when it is back.', 'itih-rag-chat' ) ) );
	}
	$undo = BULK_ACTIONS[ $action ] ?? '';
	if ( '' !== $undo ) {
		$link = add_query_arg( array( 'action' => 'itih_posts', 'do' => $undo, 'ids' => implode( ',', $ids ) ), admin_url( 'admin-post.php' ) );
		$undo = $ids ? sprintf( '<a href="%s">%s</a>', esc_url( wp_nonce_url( $link, 'itih_posts' ) ), esc_html__( 'Undo', 'itih-rag-chat' ) ) : '';
	}
	printf(
		'<div class="notice notice-%s is-dismissible"><p>%s %s</p></div>',
		esc_attr( 'full' === $action || $refused > 0 || ! $told ? 'warning' : 'success' ),
		esc_html( implode( ' ', $sentences ) ),
		$undo // phpcs:ignore WordPress.Security.EscapeOutput -- escaped above.
	);
}

function bulk_sentence( string $action, int $count ): string {
	if ( 'full' !== $action && 0 === $count ) { return __( 'Nothing had to be changed.', 'itih-rag-chat' ); }
	$sentence = match ( $action ) {
		/* translators: %s: a number. */
		'itih_exclude' => _n( '%s entry was excluded from the chat.', '%s entries were excluded from the chat.', $count, 'itih-rag-chat' ),
		/* translators: %s: a number. */
		'itih_include' => _n( '%s entry is no longer excluded from the chat.', '%s entries are no longer excluded from the chat.', $count, 'itih-rag-chat' ),
		/* translators: %s: a number. */
		'itih_read'    => _n( '%s entry is read again for the chat.', '%s entries are read again for the chat.', $count, 'itih-rag-chat' ),
		default        => __( 'Nothing was changed: so many entries cannot be excluded. Select fewer types of content for the chat instead.', 'itih-rag-chat' ),
	};
	return sprintf( $sentence, number_format_i18n( $count ) );
}

function undo_bulk_action(): void {
	check_admin_referer( 'itih_posts' );
	$action = isset( $_GET['do'] ) ? sanitize_key( wp_unslash( $_GET['do'] ) ) : '';
	$ids    = wp_parse_id_list( isset( $_GET['ids'] ) ? sanitize_text_field( wp_unslash( $_GET['ids'] ) ) : '' );
	$back   = wp_get_referer();
	wp_safe_redirect( handle_bulk_action( $back ? $back : admin_url( 'edit.php' ), $action, $ids ) );
	exit;
}
