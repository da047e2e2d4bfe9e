<?php
/** Translations that come with the plugin, and those of the owner's words. */

declare( strict_types=1 );
namespace Itih\RagChat;
defined( 'ABSPATH' ) || exit;

/** Locale of the translation for all regions and forms of its language. */
const LANGUAGES = array( 'ar' => 'ar', 'de' => 'de_DE', 'es' => 'es_ES', 'fr' => 'fr_FR', 'it' => 'it_IT', 'ja' => 'ja' );

add_action( 'init', static fn() => load_translations( determine_locale() ), 0 );
add_action( 'change_locale', __NAMESPACE__ . '\\load_translations' );
add_filter( 'load_textdomain_mofile', __NAMESPACE__ . '\\nearest_translation', 10, 2 );

/** Loads the translation that comes with the plugin, unless the directory has sent one, which WordPress loads itself. */
function load_translations( mixed $locale ): void {
	$file = "itih-rag-chat-$locale.mo";
	if ( ! is_readable( WP_LANG_DIR . "/plugins/$file" ) ) {
		load_textdomain( 'itih-rag-chat', PLUGIN_DIR . "/languages/$file" );
	}
}

/** Returns the translation of the same language where there is none of the locale: a page in de_AT reads de_DE. */
function nearest_translation( mixed $file, mixed $domain ): string {
	$nearest = 'itih-rag-chat' === $domain ? LANGUAGES[ strtok( substr( basename( (string) $file, '.mo' ), strlen( $domain ) + 1 ), '_' ) ] ?? '' : '';
	return '' === $nearest || is_readable( (string) $file ) ? (string) $file : PLUGIN_DIR . "/languages/$domain-$nearest.mo";
}

/**
 * Returns the owner's words by locale, where WPML or Polylang has translations of them. Both answer WPML's filters, and have
 * registered the texts under the names that WPML makes of wpml-config.xml.
 * https://wpml.org/wpml-hook/wpml_active_languages/
 * https://wpml.org/wpml-hook/wpml_translate_single_string/
 */
function owner_words(): array {
	$words = array();
	// phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals -- WPML's hook.
	$languages = apply_filters( 'wpml_active_languages', null, 'skip_missing=0' );
	foreach ( is_array( $languages ) ? $languages : array() as $code => $language ) {
		$locale = is_array( $language ) ? ( $language['default_locale'] ?? '' ) : '';
		foreach ( '' === $locale ? array() : said_settings() as $name => $text ) {
			// phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals -- WPML's hook.
			$words[ $locale ][ $name ] = '' === $text ? '' : (string) apply_filters( 'wpml_translate_single_string', $text, 'admin_texts_' . PUBLIC_OPTION, '[' . PUBLIC_OPTION . ']' . $name, (string) $code );
		}
	}
	return $words;
}
