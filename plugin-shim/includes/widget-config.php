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
