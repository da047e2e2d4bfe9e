<?php
/**
 * Maps the settings of the plugin "ItihRag AI Chatbot" (version 1.1) to those of this one. That plugin keeps each group
 * in an option of its own: https://github.com/mahavirvataliya/openrag-ai-chatbot, includes/class-settings.php.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

/** Providers there and here, with the beginning of the names of their settings there. */
const IMPORTED_PROVIDERS = array(
	'openai'            => array( 'openai', 'openai' ),
	'groq'              => array( 'groq', 'groq' ),
	'openai-compatible' => array( 'openai_compatible', 'compatible' ),
	'compatible'        => array( 'openai_compatible', 'compatible' ),
	'anthropic'         => array( 'anthropic', 'anthropic' ),
	'cloudflare'        => array( 'workers_ai', 'cloudflare' ),
	'ollama'            => array( 'ollama', 'ollama' ),
);

/** Addresses that are a vendor's own, so that they need not be stored. */
const USUAL_ADDRESSES = array( 'https://api.openai.com/v1', 'https://api.groq.com/openai/v1', 'https://api.anthropic.com/v1' );

/**
 * Returns a patch for each group of settings that the other plugin has stored. Sizes of chunks and minimum scores are
 * left out, because they mean something else here; so is a hosted index, whose vectors have another form.
 *
 * @return array<string, array>
 */
function imported_settings(): array {
	$chat     = imported_group( 'chat' );
	$indexing = imported_group( 'indexing' );
	$look     = imported_group( 'appearance' );
	$patches  = array(
		'chat'       => imported_values(
			$chat,
			array(
				'system_prompt'    => 'system_prompt',
				'temperature'      => 'temperature',
				'max_tokens'       => 'max_tokens',
				'history_turns'    => 'history_turns',
				'top_k'            => 'top_k',
				'citations'        => 'citations',
				'reasoning'        => 'reasoning',
				'reasoning_effort' => 'reasoning_effort',
			)
		),
		'limits'     => imported_values(
			$chat,
			array(
				'per_ip_max'      => 'rate_limit_max',
				'per_ip_window_s' => 'rate_limit_window',
			)
		),
		'appearance' => imported_values(
			$chat + $look,
			array(
				'bot_name'    => 'bot_name',
				'welcome'     => 'welcome_message',
				'position'    => 'launcher_position',
				'show_credit' => 'show_credit',
				'theme'       => 'theme',
				'avatar'      => 'avatar',
				'logo'        => 'logo',
			)
		),
		'indexing'   => imported_values( $indexing, array( 'auto_index' => 'auto_index' ) ),
		'llm'        => imported_provider( imported_group( 'providers' ), 'llm_provider' ),
		'embeddings' => imported_provider( imported_group( 'embeddings' ), 'embedding_provider' ),
	);
	if ( is_array( $indexing['post_types'] ?? null ) ) {
		$patches['indexing']['post_types'] = array_values( array_map( 'strval', $indexing['post_types'] ) );
	}
	return array_filter( $patches );
}

function imported_group( string $name ): array {
	$stored = get_option( 'itih_' . $name );
	return is_array( $stored ) ? $stored : array();
}

/**
 * Takes values of a group as the type that they have here.
 *
 * @param array<string, mixed>  $group There.
 * @param array<string, string> $names Here => there.
 */
function imported_values( array $group, array $names ): array {
	$defaults = array_merge( ...array_values( array_map( static fn( $values ): array => (array) $values, contract()['settings'] ) ) );
	$values   = array();
	foreach ( $names as $here => $there ) {
		$value = $group[ $there ] ?? '';
		if ( ! is_scalar( $value ) || '' === $value ) {
			continue;
		}
		$default = $defaults[ $here ] ?? '';
		if ( is_bool( $default ) ) {
			$values[ $here ] = '1' === (string) $value;
		} elseif ( is_string( $default ) ) {
			$values[ $here ] = (string) $value;
		} else {
			$values[ $here ] = $value + 0;
		}
	}
	return $values;
}

/**
 * Returns the chosen provider with its model and its key.
 *
 * @param array<string, mixed> $group There.
 */
function imported_provider( array $group, string $choice ): array {
	$known = IMPORTED_PROVIDERS[ (string) ( $group[ $choice ] ?? '' ) ] ?? null;
	if ( null === $known ) {
		return array();
	}
	list( $provider, $start ) = $known;

	$text    = static fn( string $name ): string => is_string( $group[ $name ] ?? null ) ? untrailingslashit( $group[ $name ] ) : '';
	$address = $text( $start . '_base_url' );
	$model   = $text( $start . '_model' );
	if ( 'cloudflare' === $start && '' === $model ) {
		$model = $text( 'cloudflare_llm_model' );
	}
	$values = array_filter(
		array(
			'api_key'    => $text( 'cloudflare' === $start ? 'cloudflare_token' : $start . '_api_key' ),
			'base_url'   => in_array( $address, USUAL_ADDRESSES, true ) ? '' : $address,
			'model'      => $model,
			'account_id' => 'cloudflare' === $start ? $text( 'cloudflare_account' ) : '',
		),
		'strlen'
	);
	return array(
		'provider' => $provider,
		$provider  => $values,
	);
}
