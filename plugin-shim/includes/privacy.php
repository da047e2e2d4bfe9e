<?php
/**
 * Core's tools for exporting and erasing personal data, and the text that WordPress suggests for the privacy policy.
 * Conversations of logged-in visitors carry a keyed hash of the user id; those of others belong to no account and cannot be found
 * for an address.
 */

declare( strict_types=1 );
namespace Itih\RagChat;
defined( 'ABSPATH' ) || exit;

const PRIVACY_TOOL = 'itih-rag-chat';

foreach ( array( 'exporter' => 'export_personal_data', 'eraser' => 'erase_personal_data' ) as $itih_tool => $itih_work ) {
	add_filter(
		"wp_privacy_personal_data_{$itih_tool}s",
		static fn( $tools ): array => array_merge(
			(array) $tools,
			array(
				PRIVACY_TOOL => array(
					"{$itih_tool}_friendly_name" => __( 'Conversations with the chat', 'itih-rag-chat' ),
					'callback'                   => __NAMESPACE__ . "\\$itih_work",
				),
			)
		)
	);
}

function export_personal_data( mixed $email, mixed $page = 1 ): array|\WP_Error {
	$answer = data_of_person( 'GET', (string) $email, array( 'page' => max( 1, (int) $page ) ) );
	return is_wp_error( $answer ) ? $answer : array(
		'data' => array_map( __NAMESPACE__ . '\\exported_turn', $answer['turns'] ?? array() ),
		'done' => (bool) $answer['done'],
	);
}

/** Deletes conversations of a user, some at a time: core calls again until it is done. */
function erase_personal_data( mixed $email ): array|\WP_Error {
	$answer = data_of_person( 'DELETE', (string) $email );
	return is_wp_error( $answer ) ? $answer : array(
		'items_removed'  => ( $answer['deleted'] ?? 0 ) > 0,
		'items_retained' => false,
		'messages'       => array(),
		'done'           => (bool) $answer['done'],
	);
}

/** Asks the sidecar about the user with this address. Where it never stored anything, or without such a user, it is done. */
function data_of_person( string $method, string $email, array $query = array() ): array|\WP_Error {
	$user = get_user_by( 'email', trim( $email ) );
	if ( ! $user instanceof \WP_User || contact()['at'] <= 0 ) { return array( 'done' => true ); }
	$answer = sidecar_data( $method, '/privacy/' . $user->ID, $query, null, 'system' );
	// An empty result would tell the owner that there is nothing.
	return ! is_wp_error( $answer ) ? $answer : new \WP_Error(
		$answer->get_error_code(),
		/* translators: %s: an error message. */
		sprintf( __( 'The conversations with the chat could not be read, because its answer service did not answer. Start it and try again. (%s)', 'itih-rag-chat' ), $answer->get_error_message() )
	);
}

/**
 * @param array{id: int, session: string, role: string, content: string, page_url: string, feedback: string|null, comment: string, at: string} $turn
 */
function exported_turn( array $turn ): array {
	$ratings = array( 'up' => __( 'helpful', 'itih-rag-chat' ), 'down' => __( 'not helpful', 'itih-rag-chat' ) );
	$facts   = array(
		_x( 'Time', 'date and hour', 'itih-rag-chat' ) => $turn['at'],
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

add_action( 'admin_init', __NAMESPACE__ . '\\suggest_privacy_policy' );

function suggest_privacy_policy(): void {
	$hint = __( 'This text follows the settings of the chat; copy it again when you change them.', 'itih-rag-chat' );
	$text = '<p class="privacy-policy-tutorial">' . esc_html( $hint ) . '</p><strong class="privacy-policy-tutorial">' . esc_html__( 'Suggested text:', 'itih-rag-chat' ) . ' </strong>';
	foreach ( policy_sentences() as $paragraph ) {
		$text .= '<p>' . esc_html( implode( ' ', $paragraph ) ) . '</p>';
	}
	wp_add_privacy_policy_content( 'Itih RAG Chat', wp_kses_post( $text ) );
}

/** Returns the sentences that apply to the settings, by paragraph. @return array<list<string>> */
function policy_sentences(): array {
	$privacy  = settings_group( 'privacy' );
	$stores   = (bool) $privacy['store_chats'];
	$days     = (int) $privacy['retention_days'];
	$is_mail  = '' !== settings_group( 'chat' )['mail_to'];
	$llm      = settings_group( 'llm' );
	$models   = implode( ', ', array_unique( array_filter( array( recipient( 'llm', (string) $llm['provider'] ), recipient( 'llm', (string) $llm['fallback'] ) ) ) ) );
	$embedder = recipient( 'embeddings', (string) settings_group( 'embeddings' )['provider'] );
	$reranker = recipient( 'rerank', (string) settings_group( 'rerank' )['provider'] );
	$sends    = array(
		/* translators: %s: names of companies. */
		'' !== $models ? sprintf( __( 'To write an answer, your question, earlier messages of the conversation and passages of this site are sent to %s.', 'itih-rag-chat' ), $models ) : '',
		/* translators: %s: name of a company. */
		'' !== $embedder ? sprintf( __( 'To find passages, your question is sent to %s.', 'itih-rag-chat' ), $embedder ) : '',
		/* translators: %s: name of a company. */
		'' !== $reranker ? sprintf( __( 'To put the passages that were found into order, your question and these passages are sent to %s.', 'itih-rag-chat' ), $reranker ) : '',
		'vectorize' === settings_group( 'vector_store' )['engine'] ? __( 'To find passages, a vector of numbers that is computed from your question is sent to Cloudflare.', 'itih-rag-chat' ) : '',
		'' !== $models && settings_group( 'mcp' )['enabled'] ? __( 'The language model may use connected services; what it sends them may repeat what you wrote.', 'itih-rag-chat' ) : '',
	);
	$limits   = (int) settings_group( 'limits' )['per_ip_max'] > 0 ? __( 'To prevent abuse, questions from an address are counted for a short time under a hash of it.', 'itih-rag-chat' ) : '';
	$stored   = $stores ? array(
		__( 'When you ask the chat of this site, we store your question, the answer with its sources, the time, the page where you asked, and your rating and comment if you give them.', 'itih-rag-chat' ),
		__( 'Your browser keeps the number of your conversation and a password for it in its local storage, so that you find the conversation again; the chat sets no cookies.', 'itih-rag-chat' ),
		'hashed' === $privacy['store_ip']
			? __( 'With the conversation we store a hash of your network address that changes every day, and not the address itself.', 'itih-rag-chat' )
			: __( 'We do not store your network address with the conversation.', 'itih-rag-chat' ),
		$limits,
		__( 'If you are logged in, a hash of the number of your account is stored with the conversation, so that we can give you a copy of it or delete it when you ask us.', 'itih-rag-chat' ),
	) : array(
		__( 'When you ask the chat of this site, your questions and the answers are kept in the memory of our server for an hour after your last question, so that you can go on. We do not store them.', 'itih-rag-chat' ),
		__( 'Your browser keeps the number of your conversation and a password for it in its local storage; the chat sets no cookies.', 'itih-rag-chat' ),
		$limits,
	);
	$kept     = 0 === $days
		? __( 'Conversations are kept until you or we delete them.', 'itih-rag-chat' )
		/* translators: %d: number of days. */
		: sprintf( _n( 'A conversation is deleted %d day after its last question.', 'A conversation is deleted %d days after its last question.', $days, 'itih-rag-chat' ), $days );
	$paragraphs = array(
		$stored,
		array( $stores ? $kept : '', __( 'You can delete your conversation at any time in the chat itself.', 'itih-rag-chat' ) ),
		array_filter( $sends ) ? $sends : array( __( 'Questions are answered on our own server; the chat sends nothing that you write to anybody else.', 'itih-rag-chat' ) ),
		array( $is_mail ? __( 'If you write to us in the chat, your e-mail address, your message, the page and the conversation are sent to us by e-mail, so that we can answer you. We keep the e-mail also when the conversation is deleted.', 'itih-rag-chat' ) : '' ),
	);
	return array_filter( array_map( static fn( array $sentences ): array => array_values( array_filter( $sentences ) ), $paragraphs ) );
}

/** Returns who gets what visitors write; '' for models on the own server. @param string $group llm, embeddings or rerank. */
function recipient( string $group, string $provider ): string {
	if ( in_array( $provider, array( '', 'none', 'builtin', 'local' ), true ) ) { return ''; }
	if ( 'wordpress' === $provider ) { return ai_vendors(); }
	$address = (string) ( settings_group( $group )[ $provider ]['base_url'] ?? '' );
	$host    = strtolower( (string) wp_parse_url( $address, PHP_URL_HOST ) );
	if ( in_array( $host, array( 'localhost', '127.0.0.1', '[::1]' ), true ) || ( 'ollama' === $provider && '' === $host ) ) {
		return '';
	}
	return '' === $host ? ( contract()['companies'][ $provider ] ?? $provider ) : $host;
}
