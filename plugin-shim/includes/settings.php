<?php
/** The settings: one option as the sidecar normalised it, and the small part that a page view needs. */

declare( strict_types=1 );
namespace Itih\RagChat;
defined( 'ABSPATH' ) || exit;

const SETTINGS_OPTION = 'itih_settings';
const PUBLIC_OPTION   = 'itih_public';

add_action( 'add_option_' . SETTINGS_OPTION, __NAMESPACE__ . '\\refresh_public_settings' );
add_action( 'update_option_' . SETTINGS_OPTION, __NAMESPACE__ . '\\refresh_public_settings' );
add_action( 'delete_option_' . SETTINGS_OPTION, __NAMESPACE__ . '\\refresh_public_settings' );

/** Returns the option as stored: partial, secrets as ciphertext. In a shop products are read unless the owner has chosen types. */
function stored_settings(): array {
	$stored = get_option( SETTINGS_OPTION, array() );
	$stored = is_array( $stored ) ? $stored : array();
	if ( class_exists( 'WooCommerce', false ) && ! isset( $stored['indexing']['post_types'] ) ) {
		$stored['indexing']['post_types'] = array_merge( contract()['settings']['indexing']['post_types'], array( 'product' ) );
	}
	return $stored;
}

/** Returns a complete group of settings: stored values over the contract's defaults. */
function settings_group( string $group ): array {
	$stored = stored_settings()[ $group ] ?? array();
	return array_merge( contract()['settings'][ $group ], is_array( $stored ) ? $stored : array() );
}

/**
 * Returns the settings that a page view needs. Their option is autoloaded, so that they cost no query.
 * @return array{widget_enabled: bool, where: array, max_message_chars: int, starters: list<string>, ai: bool, show_policy: bool, fields: list<string>, appearance: array, consent_text: string, contact: string, refusal_text: string}
 */
function public_settings(): array {
	$public = get_option( PUBLIC_OPTION );
	return is_array( $public ) && isset( $public['where'] ) ? $public : build_public_settings();
}

function refresh_public_settings(): void {
	update_option( PUBLIC_OPTION, build_public_settings(), true );
}

function build_public_settings(): array {
	$chat       = settings_group( 'chat' );
	$appearance = array_intersect_key( settings_group( 'appearance' ), contract()['settings']['appearance'] );
	$appearance['colors'] = array_filter( array_map( 'sanitize_hex_color', array_filter( (array) $appearance['colors'], 'is_string' ) ) );
	$appearance['avatar'] = esc_url_raw( (string) $appearance['avatar'], array( 'http', 'https' ) );
	$appearance['logo']   = esc_url_raw( (string) $appearance['logo'], array( 'http', 'https' ) );
	$general = settings_group( 'general' );
	return array(
		'widget_enabled'    => (bool) $general['widget_enabled'],
		'where'             => array(
			'show'     => (string) $general['show'],
			'types'    => array_values( array_filter( (array) $general['show_types'], 'is_string' ) ),
			'ids'      => array_map( 'intval', (array) $general['show_ids'] ),
			'hide'     => array_map( 'intval', (array) $general['hide_ids'] ),
			'audience' => (string) $general['audience'],
		),
		'max_message_chars' => (int) $chat['max_message_chars'],
		'starters'          => array_values( array_filter( (array) $chat['starters'], 'is_string' ) ),
		'ai'                => 'builtin' !== settings_group( 'llm' )['provider'],
		'show_policy'       => (bool) settings_group( 'privacy' )['show_policy'],
		'fields'            => array_values( array_filter( (array) settings_group( 'indexing' )['fields'], 'is_string' ) ),
		'appearance'        => $appearance,
	) + said_settings();
}

function said_settings(): array {
	$chat = settings_group( 'chat' );
	return array(
		'consent_text' => (string) settings_group( 'privacy' )['consent_text'],
		'contact'      => (string) $chat['contact'],
		'refusal_text' => (string) $chat['refusal_text'],
	);
}

/**
 * Turns arrays into objects where the defaults have objects: PHP has one empty array for JSON's `{}` and `[]`.
 * @param mixed $value A stored value.
 * @param mixed $shape The default value at the same place.
 */
function restore_objects( mixed $value, mixed $shape ): mixed {
	if ( ! is_array( $value ) || ! is_object( $shape ) ) { return $value; }
	foreach ( $value as $name => $item ) {
		$value[ $name ] = restore_objects( $item, $shape->$name ?? null );
	}
	return (object) $value;
}
