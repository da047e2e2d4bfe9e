<?php
/**
 * Configuration of the widget. The same for every visitor, because pages may come from a cache.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

function widget_config(): array {
	$public     = public_settings();
	$appearance = $public['appearance'];
	$theme      = widget_theme( (string) $appearance['theme'], $appearance['colors'] );
	unset( $public['widget_enabled'], $public['where'], $public['appearance'], $appearance['theme'], $appearance['colors'] );
	return array(
		'api'        => rest_url( contract()['namespace'] . '/' ),
		'locale'     => get_bloginfo( 'language' ),
		'rtl'        => is_rtl(),
		'theme'      => $theme,
		'search_url' => home_url( '/?s=' ),
		'strings'    => widget_strings(),
	) + $public + $appearance;
}

/**
 * Returns the owner's colours over those of the theme; `dark`, in the theme auto, for visitors who prefer it.
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
