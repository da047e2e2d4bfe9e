<?php
/**
 * Abilities for programs and agents (WordPress 6.9): ask the chat, search the knowledge base. Older versions of
 * WordPress never fire these actions.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

const ABILITY_CATEGORY = 'itih';

/** The sidecar's limit of a query: `searchRequest` in server/contract/search.ts. */
const QUERY_LENGTH = 4000;

/** The sidecar's limit of an address: `chatRequest` in server/contract/chat.ts. */
const PAGE_URL_LENGTH = 2048;

// Since WordPress 6.9.
if ( function_exists( 'wp_register_ability_category' ) && function_exists( 'wp_register_ability' ) ) {
	add_action( 'wp_abilities_api_categories_init', __NAMESPACE__ . '\\register_ability_category' );
	add_action( 'wp_abilities_api_init', __NAMESPACE__ . '\\register_abilities' );
}

function register_ability_category(): void {
	wp_register_ability_category(
		ABILITY_CATEGORY,
		array(
			'label'       => __( 'Chat', 'itih-rag-chat' ),
			'description' => __( 'Answers and passages from the content of this site.', 'itih-rag-chat' ),
		)
	);
}

function register_abilities(): void {
	wp_register_ability(
		'itih/search',
		array(
			'label'               => __( 'Search the knowledge base', 'itih-rag-chat' ),
			'description'         => __( 'Finds the passages of this site that the chat would answer from, best first.', 'itih-rag-chat' ),
			'category'            => ABILITY_CATEGORY,
			'input_schema'        => search_input_schema(),
			'output_schema'       => search_output_schema(),
			'permission_callback' => __NAMESPACE__ . '\\may_search',
			'execute_callback'    => __NAMESPACE__ . '\\search_passages',
			'meta'                => ability_meta( true ),
		)
	);
	wp_register_ability(
		'itih/ask',
		array(
			'label'               => __( 'Ask the chat', 'itih-rag-chat' ),
			'description'         => __( 'Answers a question from the content of this site, and names the sources. Each question is a conversation of its own; it is stored, limited and charged as one of a visitor.', 'itih-rag-chat' ),
			'category'            => ABILITY_CATEGORY,
			'input_schema'        => ask_input_schema(),
			'output_schema'       => ask_output_schema(),
			'permission_callback' => __NAMESPACE__ . '\\may_ask',
			'execute_callback'    => __NAMESPACE__ . '\\ask_chat',
			'meta'                => ability_meta( false ),
		)
	);
}

/**
 * Both are for REST and, by `public` (WordPress 7.1), for agents. Core runs a read-only ability by GET, others by POST.
 *
 * @return array{public: bool, show_in_rest: bool, annotations: array<string, bool>}
 */
function ability_meta( bool $is_readonly ): array {
	return array(
		'public'       => true,
		'show_in_rest' => true,
		'annotations'  => array(
			'readonly'    => $is_readonly,
			'destructive' => false,
			'idempotent'  => $is_readonly,
		),
	);
}

function search_input_schema(): array {
	return array(
		'type'                 => 'object',
		'properties'           => array(
			'query' => array(
				'type'        => 'string',
				'description' => __( 'A question or words.', 'itih-rag-chat' ),
				'minLength'   => 1,
				'maxLength'   => QUERY_LENGTH,
			),
			'limit' => array(
				'type'        => 'integer',
				'description' => __( 'Maximum number of passages; by default that of the settings.', 'itih-rag-chat' ),
				'minimum'     => 1,
				'maximum'     => 20,
			),
		),
		'required'             => array( 'query' ),
		'additionalProperties' => false,
	);
}

function search_output_schema(): array {
	return array(
		'type'  => 'array',
		'items' => array(
			'type'       => 'object',
			'properties' => array(
				'title'   => array(
					'type'        => 'string',
					'description' => __( 'Title of the page or file.', 'itih-rag-chat' ),
				),
				'url'     => array(
					'type'        => 'string',
					'description' => __( 'Its address; empty without one.', 'itih-rag-chat' ),
				),
				'section' => array(
					'type'        => 'string',
					'description' => __( 'The headings above the passage; empty without one.', 'itih-rag-chat' ),
				),
				'passage' => array(
					'type'        => 'string',
					'description' => __( 'The text.', 'itih-rag-chat' ),
				),
				'score'   => array(
					'type'        => 'number',
					'description' => __( 'How near it is to the query, at most 1.', 'itih-rag-chat' ),
				),
			),
			'required'   => array( 'title', 'url', 'section', 'passage', 'score' ),
		),
	);
}

function ask_input_schema(): array {
	return array(
		'type'                 => 'object',
		'properties'           => array(
			'question' => array(
				'type'        => 'string',
				'description' => __( 'The question.', 'itih-rag-chat' ),
				'minLength'   => 1,
				'maxLength'   => public_settings()['max_message_chars'],
			),
			'page_url' => array(
				'type'        => 'string',
				'description' => __( 'Address of the page that the question is about.', 'itih-rag-chat' ),
				'maxLength'   => PAGE_URL_LENGTH,
			),
			'consent'  => array(
				'type'        => 'boolean',
				'description' => __( 'Whether the user has agreed to the notice of this chat. Without it, a site that has a notice answers with it.', 'itih-rag-chat' ),
			),
		),
		'required'             => array( 'question' ),
		'additionalProperties' => false,
	);
}

function ask_output_schema(): array {
	return array(
		'type'       => 'object',
		'properties' => array(
			'answer'  => array(
				'type'        => 'string',
				'description' => __( 'The answer in Markdown; [n] is the source with that number.', 'itih-rag-chat' ),
			),
			'sources' => array(
				'type'        => 'array',
				'description' => __( 'The sources of the answer, or the closest pages.', 'itih-rag-chat' ),
				'items'       => array(
					'type'       => 'object',
					'properties' => array(
						'n'     => array( 'type' => 'integer' ),
						'title' => array( 'type' => 'string' ),
						'url'   => array( 'type' => 'string' ),
					),
					'required'   => array( 'n', 'title', 'url' ),
				),
			),
			'outcome' => array(
				'type'        => 'string',
				'description' => __( 'Whether it is an answer, only names the closest pages, found nothing, or was stopped.', 'itih-rag-chat' ),
				'enum'        => array( 'answered', 'closest', 'refused', 'stopped' ),
			),
		),
		'required'   => array( 'answer', 'sources', 'outcome' ),
	);
}

/** Whether the current user may search: as for `POST /search`. */
function may_search(): bool {
	return current_user_can( 'manage_options' );
}

/**
 * Whether the current user may ask: logged in, while the chat is switched on and not only for visitors who are not.
 * The answer is a bool because core takes an error of this callback for a mistake of the caller.
 */
function may_ask(): bool {
	return is_user_logged_in() && supports_ai() && is_open_to( get_current_user_id() );
}

/**
 * @param array{query: string, limit?: int|string} $input Core before 7.1 leaves numbers of a query string as text.
 * @return list<array{title: string, url: string, section: string, passage: string, score: float}>|\WP_Error
 */
function search_passages( array $input ) {
	$request = array( 'query' => $input['query'] );
	if ( isset( $input['limit'] ) ) {
		$request['top_k'] = (int) $input['limit'];
	}
	$answer = sidecar_data( 'POST', '/search', array(), $request, '' );
	if ( is_wp_error( $answer ) ) {
		return $answer;
	}
	return array_map(
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
 * @param array{question: string, page_url?: string, consent?: bool|string} $input
 * @return array{answer: string, sources: list<array{n: int, title: string, url: string}>, outcome: string}|\WP_Error
 */
function ask_chat( array $input ) {
	$request = array( 'message' => $input['question'] );
	if ( isset( $input['page_url'] ) ) {
		$request['page_url'] = $input['page_url'];
	}
	if ( isset( $input['consent'] ) ) {
		$request['consent'] = rest_sanitize_boolean( $input['consent'] );
	}
	$answer = sidecar_data( 'POST', '/chat/sync', array(), $request, '' );
	if ( is_wp_error( $answer ) ) {
		return $answer;
	}
	return array(
		'answer'  => $answer['reply'],
		'sources' => named_sources( $answer ),
		'outcome' => $answer['outcome'],
	);
}

/**
 * Returns the sources of an answer, or the closest pages if it only points to pages.
 *
 * @param array $answer Of `POST /chat/sync`.
 * @return list<array{n: int, title: string, url: string}>
 */
function named_sources( array $answer ): array {
	$named = array();
	foreach ( $answer['citations'] ? $answer['citations'] : ( $answer['closest'] ?? array() ) as $index => $source ) {
		$named[] = array(
			'n'     => $source['n'] ?? $index + 1,
			'title' => $source['title'],
			'url'   => $source['url'],
		);
	}
	return $named;
}
