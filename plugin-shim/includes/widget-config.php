<?php
/**
 * What the widget is told, the same for every visitor: pages may come out of a cache.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

function widget_config(): array {
	$public     = public_settings();
	$appearance = $public['appearance'];
	return array(
		'api'               => rest_url( contract()['namespace'] . '/' ),
		'locale'            => get_bloginfo( 'language' ),
		'rtl'               => is_rtl(),
		'theme'             => widget_theme( (string) $appearance['theme'], $appearance['colors'] ),
		'position'          => $appearance['position'],
		'bot_name'          => $appearance['bot_name'],
		'welcome'           => $appearance['welcome'],
		'avatar'            => $appearance['avatar'],
		'logo'              => $appearance['logo'],
		'show_credit'       => (bool) $appearance['show_credit'],
		'starters'          => $public['starters'],
		'consent_text'      => $public['consent_text'],
		'search_url'        => home_url( '/?s=' ),
		'max_message_chars' => $public['max_message_chars'],
		'strings'           => widget_strings(),
	);
}

/**
 * The owner's colours over those of the theme; `dark` is for visitors who prefer it, in theme auto.
 *
 * @param array<string, string> $overrides
 */
function widget_theme( string $name, array $overrides ): array {
	$themes = contract()['themes'];
	$theme  = array(
		'name'   => $name,
		'colors' => $overrides + ( $themes[ $name ] ?? $themes['light'] ),
	);
	if ( 'auto' === $name ) {
		$theme['dark'] = $overrides + $themes['dark'];
	}
	return $theme;
}

/**
 * @return array<string, string>
 */
function widget_strings(): array {
	return array(
		'open'               => __( 'Open chat', 'itih-rag-chat' ),
		'close'              => __( 'Close chat', 'itih-rag-chat' ),
		'title'              => __( 'Chat with us', 'itih-rag-chat' ),
		'welcome'            => __( 'Hello! Ask me anything about this site.', 'itih-rag-chat' ),
		'placeholder'        => __( 'Type your question…', 'itih-rag-chat' ),
		'send'               => __( 'Send', 'itih-rag-chat' ),
		'stop'               => __( 'Stop', 'itih-rag-chat' ),
		'retry'              => __( 'Try again', 'itih-rag-chat' ),
		'copy'               => __( 'Copy', 'itih-rag-chat' ),
		'copied'             => __( 'Copied', 'itih-rag-chat' ),
		'sources'            => __( 'Sources', 'itih-rag-chat' ),
		'helpful'            => __( 'Helpful', 'itih-rag-chat' ),
		'not_helpful'        => __( 'Not helpful', 'itih-rag-chat' ),
		'thanks'             => __( 'Thank you!', 'itih-rag-chat' ),
		'clear'              => __( 'Clear conversation', 'itih-rag-chat' ),
		'clear_confirm'      => __( 'Delete this conversation?', 'itih-rag-chat' ),
		'cancel'             => __( 'Cancel', 'itih-rag-chat' ),
		'latest'             => __( 'Jump to latest', 'itih-rag-chat' ),
		'thinking'           => __( 'Thinking…', 'itih-rag-chat' ),
		'reasoning'          => __( 'Reasoning', 'itih-rag-chat' ),
		'stopped'            => __( 'Stopped.', 'itih-rag-chat' ),
		/* translators: %s: the text of the answer, read out by screen readers */
		'answered'           => __( 'Answer: %s', 'itih-rag-chat' ),
		'you'                => __( 'You', 'itih-rag-chat' ),
		'assistant'          => __( 'Assistant', 'itih-rag-chat' ),
		'new_tab'            => __( 'opens in a new tab', 'itih-rag-chat' ),
		'error_generic'      => __( 'Something went wrong. Please try again.', 'itih-rag-chat' ),
		'error_offline'      => __( 'You seem to be offline.', 'itih-rag-chat' ),
		'error_rate_limited' => __( 'Too many messages. Please wait a moment.', 'itih-rag-chat' ),
		'error_unavailable'  => __( 'The chat is not available right now.', 'itih-rag-chat' ),
		'available_again'    => __( 'The chat is available again.', 'itih-rag-chat' ),
		'search_site'        => __( 'Search this site', 'itih-rag-chat' ),
		'error_too_long'     => __( 'This message is too long.', 'itih-rag-chat' ),
		'powered_by'         => __( 'Powered by Itih RAG Chat', 'itih-rag-chat' ),
		'consent_accept'     => __( 'Start chat', 'itih-rag-chat' ),
	);
}
