<?php
/** The AI that the owner has connected to WordPress itself (7.0). The contract is server/contract/bridge.ts. */

declare( strict_types=1 );
namespace Itih\RagChat;
defined( 'ABSPATH' ) || exit;

use WordPress\AiClient\AiClient;
use WordPress\AiClient\Messages\DTO\Message;
use WordPress\AiClient\Providers\Http\DTO\RequestOptions;
use WordPress\AiClient\Providers\Models\DTO\ModelRequirements;
use WordPress\AiClient\Providers\Models\Enums\CapabilityEnum;

/** Has the connected AI write an answer. Core chooses the model, and turns its vendor's errors into WP_Error. */
function bridge_ask_ai( \WP_REST_Request $request ): array|\WP_Error {
	$system   = $request['system'];
	$messages = $request['messages'];
	$tokens   = $request['max_tokens'];
	$prefer   = $request['prefer'];
	$seconds  = $request['seconds'];
	if ( ! is_string( $system ) || ! is_array( $messages ) || ! is_int( $tokens ) || ! is_array( $prefer ) || ! is_int( $seconds ) ) { return error( 'invalid_request' ); }
	if ( ! function_exists( 'wp_ai_client_prompt' ) ) { return ai_refusal( 'unsupported' ); }
	try {
		// No temperature: core leaves out the models that do not take one.
		$prompt = wp_ai_client_prompt( array_map( __NAMESPACE__ . '\\ai_message', $messages ) )
			->using_system_instruction( $system )
			->using_max_tokens( $tokens )
			->using_model_preference( ...array_values( $prefer ) )
			->using_request_options( RequestOptions::fromArray( array( RequestOptions::KEY_TIMEOUT => (float) $seconds ) ) );
		if ( ! $prompt->is_supported_for_text_generation() ) { return ai_refusal( 'unconnected' ); }
		$result = $prompt->generate_text_result();
		return is_wp_error( $result ) ? ai_refusal( (string) $result->get_error_code(), $result->get_error_message(), (int) ( $result->get_error_data()['status'] ?? 500 ) ) : ai_answer( $result );
	} catch ( \Throwable $problem ) { // The plugin of a vendor is anybody's.
		return ai_refusal( 'failed', $problem->getMessage() );
	}
}

/** @param array $message With a role and a content. */
function ai_message( array $message ): Message {
	return Message::fromArray( array( 'role' => 'user' === $message['role'] ? 'user' : 'model', 'parts' => array( array( 'text' => (string) $message['content'] ) ) ) );
}

function ai_refusal( string $code, string $message = '', int $status = 500 ): array {
	return array( 'error' => array( 'code' => $code, 'status' => $status, 'message' => $message ) );
}

function ai_answer( \WordPress\AiClient\Results\DTO\GenerativeAiResult $result ): array {
	$candidate = $result->getCandidates()[0];
	$text      = '';
	foreach ( $candidate->getMessage()->getParts() as $part ) {
		$text .= $part->getChannel()->isContent() ? (string) $part->getText() : ''; // Thoughts have a channel of their own.
	}
	$used  = $result->getTokenUsage();
	$usage = array( 'prompt_tokens' => $used->getPromptTokens(), 'completion_tokens' => $used->getCompletionTokens() );
	return array(
		'text'   => $text,
		'model'  => $result->getModelMetadata()->getId(),
		'finish' => array( 'length' => 'length', 'content_filter' => 'refusal' )[ $candidate->getFinishReason()->value ] ?? 'stop',
	) + ( array_sum( $usage ) > 0 ? array( 'usage' => $usage ) : array() );
}

/** Names the vendor of the connected AI that would write; '' if none can. Core asks each connected vendor for its models. */
function connected_ai(): string {
	if ( ! function_exists( 'wp_ai_client_prompt' ) ) { return ''; }
	try {
		$able = wp_ai_client_prompt( 'Hello' )->is_supported_for_text_generation();
		$from = $able ? AiClient::defaultRegistry()->findModelsMetadataForSupport( new ModelRequirements( array( CapabilityEnum::textGeneration() ), array() ) ) : array();
		return $from ? $from[0]->getProvider()->getName() : '';
	} catch ( \Throwable $problem ) {
		return '';
	}
}

/** Names the vendors that core may ask: those of the active plugins for connectors. */
function ai_vendors(): string {
	$active = static fn( array $connector ): bool => 'ai_provider' === $connector['type'] && ( $connector['plugin']['is_active'] )();
	$names  = array_column( array_filter( function_exists( 'wp_get_connectors' ) ? wp_get_connectors() : array(), $active ), 'name' );
	return $names ? implode( ', ', $names ) : __( 'the AI that is connected to WordPress', 'itih-rag-chat' );
}
