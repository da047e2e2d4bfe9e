<?php
/**
 * A post's place in the chat, for those who may edit it: state, exclusion, and being read again.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

/**
 * GET /posts/<id>/chat
 *
 * @return \WP_REST_Response|\WP_Error
 */
function get_post_chat( \WP_REST_Request $request ) {
	$post = get_post( (int) $request['id'] );
	return $post ? post_chat_response( $post ) : error( 'not_found' );
}

/**
 * POST /posts/<id>/chat
 *
 * @return \WP_REST_Response|\WP_Error
 */
function change_post_chat( \WP_REST_Request $request ) {
	$post = get_post( (int) $request['id'] );
	$body = $request->get_json_params();
	if ( ! $post ) {
		return error( 'not_found' );
	}
	if ( is_array( $body ) && array( 'excluded' ) === array_keys( $body ) && is_bool( $body['excluded'] ) ) {
		if ( ! can_exclude( $post->ID ) ) {
			return error( 'rest_forbidden' );
		}
		if ( null === exclude_posts( array( $post->ID ), $body['excluded'] ) ) {
			return error( 'too_large' );
		}
	} elseif ( array( 'reindex' => true ) !== $body ) {
		return error( 'invalid_request' );
	}
	Events::want( array( $post->ID ) );
	return post_chat_response( $post, Events::send_now() );
}

/**
 * @param bool $told False: the sidecar does not know of a change yet.
 */
function post_chat_response( \WP_Post $post, bool $told = true ): \WP_REST_Response {
	$documents = '' === post_absence( $post ) ? documents_of_posts( array( $post->ID ) ) : array();
	$document  = $documents[ $post->ID ] ?? null;
	$state     = post_state( $post, $documents );
	$shows     = null !== $document && current_user_can( 'manage_options' );
	return new \WP_REST_Response(
		array(
			'state'        => $state,
			'label'        => post_state_label( $state ),
			'sentence'     => post_state_sentence( $state, $post, $document ),
			'can_read'     => ! in_array( $state, array( 'absent', 'unknown' ), true ),
			'excluded'     => in_array( $post->ID, excluded_ids(), true ),
			'can_exclude'  => can_exclude( $post->ID ),
			'answers'      => $document['answers'] ?? null,
			'document_url' => $shows ? admin_url( 'admin.php?page=' . KNOWLEDGE_PAGE . '&document=' . $document['document_id'] ) : '',
			'told'         => $told,
		)
	);
}

/**
 * Whether the current user may exclude a post from the chat, and take it in again.
 */
function can_exclude( int $id ): bool {
	/**
	 * Filters the capability that lets a user exclude a post from the chat. It is checked for the post.
	 *
	 * @param string $capability
	 */
	$capability = apply_filters( 'itih_exclude_capability', 'edit_post' );
	return current_user_can( 'edit_post', $id ) && is_string( $capability ) && '' !== $capability && current_user_can( $capability, $id );
}

/**
 * Excludes posts or takes them in.
 *
 * @param list<int> $ids
 * @return list<int>|null The posts that were not so before; null: the list would be too long.
 */
function exclude_posts( array $ids, bool $excluded ): ?array {
	$before  = excluded_ids();
	$after   = $excluded ? array_unique( array_merge( $before, $ids ) ) : array_diff( $before, $ids );
	$changed = $excluded ? array_diff( $ids, $before ) : array_intersect( $ids, $before );
	if ( $excluded && count( $after ) > contract()['owned_settings']['properties']['indexing']['properties']['exclude_ids']['maxItems'] ) {
		return null;
	}
	if ( $changed ) {
		$settings                            = stored_settings();
		$settings['indexing']['exclude_ids'] = array_values( $after );
		update_option( SETTINGS_OPTION, $settings, false );
	}
	return array_values( $changed );
}
