<?php
/** Tells those who may edit a post whether the chat knows it and why not, and lets them exclude it or have it read again. */

declare( strict_types=1 );
namespace Itih\RagChat;
defined( 'ABSPATH' ) || exit;

const POSTS_TIMEOUT = 1; // Seconds. A list of posts waits for it.
const POSTS_PER_CALL = 1000; // Maximum number of posts in one call.

/**
 * Asks the sidecar for the documents of posts. After a call without an answer, it is not asked again in this request.
 * @param list<int> $ids At most POSTS_PER_CALL.
 * @return array<int, array>|null The contract's postDocument by post; null: no answer.
 */
function documents_of_posts( array $ids ): ?array {
	static $silent = false;
	if ( $silent || ! $ids ) { return $ids ? null : array(); }
	$reply  = sidecar_data( 'POST', '/posts/chat', array(), array( 'ids' => $ids ), 'system', POSTS_TIMEOUT );
	$silent = is_wp_error( $reply ) || ! is_array( $reply['posts'] ?? null );
	return $silent ? null : array_column( $reply['posts'], null, 'post_id' );
}

/**
 * Returns the first reason why a post may not be used; '' if it may.
 * @return string excluded, type, private, draft, password, filtered, a reason of kept_back() or ''.
 */
function post_absence( \WP_Post $post ): string {
	return match ( true ) {
		in_array( $post->ID, excluded_ids(), true )               => 'excluded',
		! in_array( $post->post_type, public_post_types(), true ) => 'type',
		'private' === $post->post_status                          => 'private',
		'publish' !== $post->post_status                          => 'draft',
		'' !== $post->post_password                               => 'password',
		'' !== kept_back( $post )                                 => kept_back( $post ),
		default                                                   => is_public_post( $post ) ? '' : 'filtered',
	};
}

/** Returns the contract's postState. @param array|null $documents The answer of documents_of_posts(). */
function post_state( \WP_Post $post, ?array $documents ): string {
	if ( '' !== post_absence( $post ) ) { return 'absent'; }
	$document  = $documents[ $post->ID ] ?? null;
	$automatic = (bool) settings_group( 'indexing' )['auto_index'];
	return match ( true ) {
		null === $documents                      => 'unknown',
		null === $document                       => $automatic ? 'waiting' : 'unread',
		'failed' === $document['status']         => 'failed',
		'completed' !== $document['status']      => $document['chunk_count'] > 0 ? 'updating' : 'waiting',
		! is_older_than_post( $document, $post ) => 'in',
		default                                  => $automatic ? 'updating' : 'outdated',
	};
}

/**
 * Whether a document was last read before the last change of its post. The times are compared only if it is not known which
 * change was read: they come from two clocks.
 */
function is_older_than_post( array $document, \WP_Post $post ): bool {
	if ( modified_at( $post ) === ( $document['modified'] ?? '' ) ) { return false; }
	$changed = (int) strtotime( modified_at( $post ) );
	return $changed <= time() && (int) strtotime( (string) $document['checked_at'] ) < $changed;
}

function post_state_label( string $state ): string {
	return match ( $state ) {
		'in', 'updating' => __( 'In the chat', 'itih-rag-chat' ),
		'outdated'       => __( 'In the chat, an older version', 'itih-rag-chat' ),
		'waiting'        => __( 'Waiting to be read', 'itih-rag-chat' ),
		'unread'         => __( 'Not read yet', 'itih-rag-chat' ),
		'failed'         => __( 'Could not be read', 'itih-rag-chat' ),
		'absent'         => __( 'Not in the chat', 'itih-rag-chat' ),
		default          => __( 'Unknown', 'itih-rag-chat' ),
	};
}

/** Returns the reason of a state, or since when. @param array|null $document The contract's postDocument. */
function post_state_sentence( string $state, \WP_Post $post, ?array $document ): string {
	return match ( $state ) {
		'updating' => __( 'The chat still uses an older version. The new one is about to be read.', 'itih-rag-chat' ),
		'outdated' => __( 'Changes are not read by themselves on this site. Have it read, so that the chat knows them.', 'itih-rag-chat' ),
		'waiting'  => __( 'It is in the chat as soon as it has been read.', 'itih-rag-chat' ),
		'unread'   => __( 'Posts are not read by themselves on this site. Have it read to put it into the chat.', 'itih-rag-chat' ),
		'failed'   => failed_sentence( (array) $document ),
		'absent'   => match ( post_absence( $post ) ) {
			'excluded' => __( 'It is excluded.', 'itih-rag-chat' ),
			'type'     => __( 'Content of this type is not selected for the chat.', 'itih-rag-chat' ),
			'private'  => __( 'It is private.', 'itih-rag-chat' ),
			'draft'    => __( 'It is not published.', 'itih-rag-chat' ),
			'password' => __( 'It is protected by a password.', 'itih-rag-chat' ),
			'shop'     => __( 'It is the cart, the checkout or the account page of the shop, which says nothing about the site.', 'itih-rag-chat' ),
			'hidden'   => __( 'The product is hidden in the shop.', 'itih-rag-chat' ),
			'soon'     => __( 'WooCommerce still shows “coming soon” in its place. It is read when the shop is live.', 'itih-rag-chat' ),
			'sample'   => __( 'It is the sample that came with WordPress. Once you change it, it is read.', 'itih-rag-chat' ),
			default    => __( 'Another plugin or the theme keeps it out.', 'itih-rag-chat' ),
		},
		default    => __( 'The answer service of the chat does not answer right now.', 'itih-rag-chat' ),
		/* translators: %s: a date. */
		'in'       => sprintf( __( 'Since %s.', 'itih-rag-chat' ), wp_date( (string) get_option( 'date_format' ), (int) strtotime( $document['created_at'] ) ) ),
	};
}

function failed_sentence( array $document ): string {
	$code   = (string) ( $document['error']['code'] ?? '' );
	$reason = (string) ( $document['error']['message'] ?? '' );
	if ( 'no_text' === $code ) {
		$reason = __( 'It has no text that the chat could use. Add some, or exclude it.', 'itih-rag-chat' );
	} elseif ( '' === $reason || ! str_starts_with( determine_locale(), 'en' ) ) {
		$reason = error_sentence( $code );
	}
	return $reason . ( $document['chunk_count'] > 0 ? ' ' . __( 'The chat still uses an older version.', 'itih-rag-chat' ) : '' );
}

function get_post_chat( \WP_REST_Request $request ): array|\WP_Error {
	$post = get_post( (int) $request['id'] );
	return $post ? post_in_chat( $post ) : error( 'not_found' );
}

function change_post_chat( \WP_REST_Request $request ): array|\WP_Error {
	$post = get_post( (int) $request['id'] );
	$body = $request->get_json_params();
	if ( ! $post ) { return error( 'not_found' ); }
	if ( is_array( $body ) && array( 'excluded' ) === array_keys( $body ) && is_bool( $body['excluded'] ) ) {
		if ( ! can_exclude( $post->ID ) ) { return error( 'rest_forbidden' ); }
		if ( null === exclude_posts( array( $post->ID ), $body['excluded'] ) ) { return error( 'too_large' ); }
	} elseif ( array( 'reindex' => true ) !== $body ) {
		return error( 'invalid_request' );
	}
	Events::want( array( $post->ID ) );
	return post_in_chat( $post, Events::send_now() );
}

/** Returns the contract's postInChat. @param bool $told False: the sidecar does not know of a change yet. */
function post_in_chat( \WP_Post $post, bool $told = true ): array {
	$documents = '' === post_absence( $post ) ? documents_of_posts( array( $post->ID ) ) : array();
	$document  = $documents[ $post->ID ] ?? null;
	$state     = post_state( $post, $documents );
	$shows     = null !== $document && current_user_can( 'manage_options' );
	return array(
		'state'        => $state,
		'label'        => post_state_label( $state ),
		'sentence'     => post_state_sentence( $state, $post, $document ),
		'can_read'     => ! in_array( $state, array( 'absent', 'unknown' ), true ),
		'excluded'     => in_array( $post->ID, excluded_ids(), true ),
		'can_exclude'  => can_exclude( $post->ID ),
		'answers'      => $document['answers'] ?? null,
		'document_url' => $shows ? admin_url( 'admin.php?page=' . KNOWLEDGE_PAGE . '&document=' . $document['document_id'] ) : '',
		'told'         => $told,
	);
}

/** Whether the current user may exclude a post from the chat, and take it in again. */
function can_exclude( int $id ): bool {
	/** Filters the capability that lets a user exclude a post from the chat. It is checked for the post. @param string $capability */
	$capability = apply_filters( 'itih_exclude_capability', 'edit_post' );
	return current_user_can( 'edit_post', $id ) && is_string( $capability ) && '' !== $capability && current_user_can( $capability, $id );
}

/** Excludes posts or takes them in. @return list<int>|null The posts that were not so before; null: the list would be too long. */
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
