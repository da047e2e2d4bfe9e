<?php
/**
 * Core's tools for exporting and erasing personal data. Conversations of logged-in visitors carry a keyed hash of the
 * user id; those of others belong to no account and cannot be found for an address.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

const PRIVACY_TOOL = 'itih-rag-chat';

add_filter( 'wp_privacy_personal_data_exporters', __NAMESPACE__ . '\\add_exporter' );
add_filter( 'wp_privacy_personal_data_erasers', __NAMESPACE__ . '\\add_eraser' );

/**
 * @param array $exporters
 */
function add_exporter( $exporters ): array {
	$exporters                 = (array) $exporters;
	$exporters[ PRIVACY_TOOL ] = array(
		'exporter_friendly_name' => __( 'Conversations with the chat', 'itih-rag-chat' ),
		'callback'               => __NAMESPACE__ . '\\export_personal_data',
	);
	return $exporters;
}

/**
 * @param array $erasers
 */
function add_eraser( $erasers ): array {
	$erasers                 = (array) $erasers;
	$erasers[ PRIVACY_TOOL ] = array(
		'eraser_friendly_name' => __( 'Conversations with the chat', 'itih-rag-chat' ),
		'callback'             => __NAMESPACE__ . '\\erase_personal_data',
	);
	return $erasers;
}

/**
 * Returns a page of the turns of a user.
 *
 * @param string $email
 * @param int    $page
 * @return array{data: list<array>, done: bool}|\WP_Error
 */
function export_personal_data( $email, $page = 1 ) {
	$user = user_with_chats( (string) $email );
	if ( null === $user ) {
		return array(
			'data' => array(),
			'done' => true,
		);
	}
	$answer = sidecar_data( 'GET', '/privacy/' . $user->ID, array( 'page' => max( 1, (int) $page ) ), null, 'system' );
	if ( is_wp_error( $answer ) ) {
		return privacy_error( $answer );
	}
	return array(
		'data' => array_map( __NAMESPACE__ . '\\exported_turn', $answer['turns'] ),
		'done' => (bool) $answer['done'],
	);
}

/**
 * Deletes conversations of a user, some at a time: core calls again until it is done.
 *
 * @param string $email
 * @param int    $page
 * @return array{items_removed: int|bool, items_retained: bool, messages: list<string>, done: bool}|\WP_Error
 */
function erase_personal_data( $email, $page = 1 ) {
	$user   = user_with_chats( (string) $email );
	$answer = null === $user ? array(
		'deleted' => 0,
		'done'    => true,
	) : sidecar_data( 'DELETE', '/privacy/' . $user->ID, array(), null, 'system' );
	if ( is_wp_error( $answer ) ) {
		return privacy_error( $answer );
	}
	return array(
		'items_removed'  => $answer['deleted'] > 0,
		'items_retained' => false,
		'messages'       => array(),
		'done'           => (bool) $answer['done'],
	);
}

/** Returns the user with this address; null for none, or where no sidecar ever stored anything. */
function user_with_chats( string $email ): ?\WP_User {
	$user = get_user_by( 'email', trim( $email ) );
	return $user instanceof \WP_User && contact()['at'] > 0 ? $user : null;
}

/** An empty result would tell the owner that there is nothing. */
function privacy_error( \WP_Error $failure ): \WP_Error {
	return new \WP_Error(
		$failure->get_error_code(),
		/* translators: %s: an error message. */
		sprintf( __( 'The conversations with the chat could not be read, because its sidecar did not answer. Start it and try again. (%s)', 'itih-rag-chat' ), $failure->get_error_message() )
	);
}

/**
 * @param array{id: int, session: string, role: string, content: string, page_url: string, feedback: string|null, comment: string, at: string} $turn
 */
function exported_turn( array $turn ): array {
	$ratings = array(
		'up'   => __( 'helpful', 'itih-rag-chat' ),
		'down' => __( 'not helpful', 'itih-rag-chat' ),
	);
	$facts   = array(
		__( 'Time', 'itih-rag-chat' )         => $turn['at'],
		__( 'Conversation', 'itih-rag-chat' ) => $turn['session'],
		__( 'Written by', 'itih-rag-chat' )   => 'user' === $turn['role'] ? __( 'the visitor', 'itih-rag-chat' ) : __( 'the chat', 'itih-rag-chat' ),
		__( 'Text', 'itih-rag-chat' )         => esc_html( $turn['content'] ),
		__( 'Page', 'itih-rag-chat' )         => esc_url( $turn['page_url'] ),
		__( 'Rating', 'itih-rag-chat' )       => $ratings[ $turn['feedback'] ?? '' ] ?? '',
		__( 'Comment', 'itih-rag-chat' )      => esc_html( $turn['comment'] ),
	);
	$data    = array();
	foreach ( array_filter( $facts, 'strlen' ) as $name => $value ) {
		$data[] = compact( 'name', 'value' );
	}
	return array(
		'group_id'          => PRIVACY_TOOL,
		'group_label'       => __( 'Conversations with the chat', 'itih-rag-chat' ),
		'group_description' => __( 'Questions to the chat of this site, and its answers.', 'itih-rag-chat' ),
		'item_id'           => 'itih-turn-' . $turn['id'],
		'data'              => $data,
	);
}
