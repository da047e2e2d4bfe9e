<?php
/**
 * Abilities for programs and agents (WordPress 6.9): ask the chat, search the knowledge base. Older versions of WordPress never
 * fire these actions.
 */

declare( strict_types=1 );
namespace Itih\RagChat;
defined( 'ABSPATH' ) || exit;

const ABILITY_CATEGORY = 'itih';
const QUERY_LENGTH = 4000; // The sidecar's limit of a query: `searchRequest` in server/contract/search.ts.
const PAGE_URL_LENGTH = 2048; // The sidecar's limit of an address: `chatRequest` in server/contract/chat.ts.

// Since WordPress 6.9.
if ( function_exists( 'wp_register_ability_category' ) && function_exists( 'wp_register_ability' ) ) {
	add_action( 'wp_abilities_api_categories_init', __NAMESPACE__ . '\\register_ability_category' );
	add_action( 'wp_abilities_api_init', __NAMESPACE__ . '\\register_abilities' );
}

function register_ability_category(): void {
	$description = __( 'Answers and passages from the content of this site.', 'itih-rag-chat' );
	wp_register_ability_category( ABILITY_CATEGORY, array( 'label' => __( 'Chat', 'itih-rag-chat' ), 'description' => $description ) );
}

/** Both are for REST and, by `public` (WordPress 7.1), for agents. Core runs a read-only ability by GET, others by POST. */
function register_abilities(): void {
	foreach ( array( 'itih/search' => search_ability(), 'itih/ask' => ask_ability() ) as $name => $ability ) {
		$is_readonly = 'itih/search' === $name;
		$annotations = array( 'readonly' => $is_readonly, 'destructive' => false, 'idempotent' => $is_readonly );
		$meta        = array( 'public' => true, 'show_in_rest' => true, 'annotations' => $annotations );
		wp_register_ability( $name, $ability + array( 'category' => ABILITY_CATEGORY, 'meta' => $meta ) );
	}
}

function search_ability(): array {
	$passage = array(
		'title'   => schema( 'string', __( 'Title of the page or file.', 'itih-rag-chat' ) ),
		'url'     => schema( 'string', __( 'Its address; empty without one.', 'itih-rag-chat' ) ),
		'section' => schema( 'string', __( 'The headings above the passage; empty without one.', 'itih-rag-chat' ) ),
		'passage' => schema( 'string', __( 'The text.', 'itih-rag-chat' ) ),
		'score'   => schema( 'number', __( 'How near it is to the query, at most 1.', 'itih-rag-chat' ) ),
	);
	$input   = array(
		'query' => schema( 'string', __( 'A question or words.', 'itih-rag-chat' ), array( 'minLength' => 1, 'maxLength' => QUERY_LENGTH ) ),
		'limit' => schema( 'integer', __( 'Maximum number of passages; by default that of the settings.', 'itih-rag-chat' ), array( 'minimum' => 1, 'maximum' => 20 ) ),
	);
	return array(
		'label'               => __( 'Search the knowledge base', 'itih-rag-chat' ),
		'description'         => __( 'Finds the passages of this site that the chat would answer from, best first.', 'itih-rag-chat' ),
		'input_schema'        => object_schema( $input, array( 'query' ) ) + array( 'additionalProperties' => false ),
		'output_schema'       => array( 'type' => 'array', 'items' => object_schema( $passage ) ),
		// As for `POST /search`.
		'permission_callback' => static fn(): bool => current_user_can( 'manage_options' ),
		'execute_callback'    => __NAMESPACE__ . '\\search_passages',
	);
}

function ask_ability(): array {
	$source = array( 'n' => array( 'type' => 'integer' ), 'title' => array( 'type' => 'string' ), 'url' => array( 'type' => 'string' ) );
	$input  = array(
		'question' => schema( 'string', __( 'The question.', 'itih-rag-chat' ), array( 'minLength' => 1, 'maxLength' => public_settings()['max_message_chars'] ) ),
		'page_url' => schema( 'string', __( 'Address of the page that the question is about.', 'itih-rag-chat' ), array( 'maxLength' => PAGE_URL_LENGTH ) ),
		'consent'  => schema( 'boolean', __( 'Whether the user has agreed to the notice of this chat. Without it, a site that has a notice answers with it.', 'itih-rag-chat' ) ),
	);
	$output = array(
		'answer'  => schema( 'string', __( 'The answer in Markdown; [n] is the source with that number.', 'itih-rag-chat' ) ),
		'sources' => schema( 'array', __( 'The sources of the answer, or the closest pages.', 'itih-rag-chat' ), array( 'items' => object_schema( $source ) ) ),
		'outcome' => schema( 'string', __( 'Whether it is an answer, only names the closest pages, found nothing, or was stopped.', 'itih-rag-chat' ), array( 'enum' => array( 'answered', 'closest', 'refused', 'stopped' ) ) ),
	);
	return array(
		'label'               => __( 'Ask the chat', 'itih-rag-chat' ),
		'description'         => __( 'Answers a question from the content of this site, and names the sources. Each question is a conversation of its own; it is stored, limited and charged as one of a visitor.', 'itih-rag-chat' ),
		'input_schema'        => object_schema( $input, array( 'question' ) ) + array( 'additionalProperties' => false ),
		'output_schema'       => object_schema( $output ),
		'permission_callback' => __NAMESPACE__ . '\\may_ask',
		'execute_callback'    => __NAMESPACE__ . '\\ask_chat',
	);
}

function schema( string $type, string $description, array $rules = array() ): array {
	return array( 'type' => $type, 'description' => $description ) + $rules;
}

/** @param list<string>|null $required null: all. */
function object_schema( array $properties, ?array $required = null ): array {
	return array( 'type' => 'object', 'properties' => $properties, 'required' => $required ?? array_keys( $properties ) );
}

/**
 * Whether the current user may ask: logged in, while the chat is switched on and not only for visitors who are not. The answer is
 * a bool because core takes an error of this callback for a mistake of the caller.
 */
function may_ask(): bool {
	return is_user_logged_in() && supports_ai() && is_open_to( get_current_user_id() );
}

/** @param array{query: string, limit?: int|string} $input Core before 7.1 leaves numbers of a query string as text. */
function search_passages( array $input ): array|\WP_Error {
	$limit  = isset( $input['limit'] ) ? array( 'top_k' => (int) $input['limit'] ) : array();
	$answer = sidecar_data( 'POST', '/search', array(), array( 'query' => $input['query'] ) + $limit, '' );
	return is_wp_error( $answer ) ? $answer : array_map(
		static fn( array $chunk ): array => array(
			'title'   => $chunk['title'],
			'url'     => $chunk['url'],
			'section' => $chunk['heading_path'],
			'passage' => $chunk['content'],
			'score'   => $chunk['score'],
		),
		$answer['chunks']
	);
}

/**
 * Answers with the sources, or the closest pages if the answer only points to pages.
 * @param array{question: string, page_url?: string, consent?: bool|string} $input
 */
function ask_chat( array $input ): array|\WP_Error {
	$request = array( 'message' => $input['question'] ) + array_intersect_key( $input, array( 'page_url' => true ) );
	if ( isset( $input['consent'] ) ) {
		$request['consent'] = rest_sanitize_boolean( $input['consent'] );
	}
	$answer = sidecar_data( 'POST', '/chat/sync', array(), $request, '' );
	if ( is_wp_error( $answer ) ) { return $answer; }
	$sources = array();
	foreach ( $answer['citations'] ? $answer['citations'] : ( $answer['closest'] ?? array() ) as $index => $source ) {
		$sources[] = array( 'n' => $source['n'] ?? $index + 1, 'title' => $source['title'], 'url' => $source['url'] );
	}
	return array( 'answer' => $answer['reply'], 'sources' => $sources, 'outcome' => $answer['outcome'] );
}
