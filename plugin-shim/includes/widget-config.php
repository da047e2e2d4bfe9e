<?php
/**
 * Configuration of the widget. The same for every visitor, because pages may come from a cache.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

/**
 * @param array{bot_name?: string, starters?: list<string>, theme?: string, height?: int} $chosen For this place, as chat_attributes() returns it.
 */
function widget_config( array $chosen = array() ): array {
	$public     = public_settings();
	$appearance = $public['appearance'];
	// The owner's colours were chosen over another theme.
	$theme = isset( $chosen['theme'] )
		? widget_theme( $chosen['theme'], array() )
		: widget_theme( (string) $appearance['theme'], $appearance['colors'] );
	// Read on each page: translation plugins filter it by language.
	if ( $public['show_policy'] ?? false ) {
		$chosen['privacy_url'] = get_privacy_policy_url();
	}
	unset( $public['widget_enabled'], $public['where'], $public['show_policy'], $public['appearance'], $public['contact'], $public['refusal_text'], $appearance['theme'], $appearance['colors'] );
	return array(
		'theme'      => $theme,
	) + $chosen + array(
		'api'        => rest_url( contract()['namespace'] . '/' ),
		'locale'     => get_bloginfo( 'language' ),
		'rtl'        => is_rtl() || 'rtl' === text_direction(),
		'search_url' => home_url( '/?s=' ),
		'panel'      => panel_url(),
	) + array_filter( array( 'strings' => translated_strings() ) ) + $public + $appearance;
}

/**
 * Returns the texts that this page shows in another language than English: those the widget has itself.
 *
 * @return array<string, string>
 */
function translated_strings(): array {
	$untranslated = get_translations_for_domain( 'itih-rag-chat' ) instanceof \NOOP_Translations
		&& ! has_filter( 'gettext' ) && ! has_filter( 'gettext_itih-rag-chat' );
	if ( ! $untranslated ) {
		return widget_strings();
	}
	return str_starts_with( determine_locale(), 'en' ) ? array() : widget_error_strings();
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

/**
 * Returns the direction of the widget's texts: a page may be translated without WordPress' own language pack.
 */
function text_direction(): string {
	/* translators: Direction of this language: ltr or rtl. Not to be translated otherwise. */
	return _x( 'ltr', 'direction of the text', 'itih-rag-chat' );
}
