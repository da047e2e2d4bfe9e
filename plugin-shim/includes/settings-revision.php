<?php
/**
 * Revisions of the plugin's own settings: whoever saves is told what somebody else has saved in the meantime.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

/** Characters of a revision for each setting. */
const DIGEST_LENGTH = 6;

/**
 * Returns a text that tells which of the plugin's own settings differ from those of another revision.
 */
function owned_revision(): string {
	return implode( '', setting_digests() );
}

/**
 * @return array<string, string> By the path of the setting, in the order of the contract.
 */
function setting_digests(): array {
	$digests = array();
	$stored  = owned_settings();
	foreach ( contract()['owned_settings']['properties'] as $group => $schema ) {
		foreach ( array_keys( $schema['properties'] ) as $name ) {
			$value = $stored[ $group ][ $name ];
			if ( is_array( $value ) ) {
				ksort( $value ); // Colours have no order.
			}
			$digests[ $group . '.' . $name ] = substr( md5( (string) wp_json_encode( $value ) ), 0, DIGEST_LENGTH );
		}
	}
	return $digests;
}

/**
 * Returns an error if the patch names a setting that has changed since the revision; null also without a revision.
 *
 * @param string $revision As a reply had it: the plugin's own part is after the dot.
 */
function conflict_of( array $patch, string $revision ): ?\WP_Error {
	$known = explode( '.', $revision, 2 )[1] ?? '';
	if ( '' === $known ) {
		return null;
	}
	$now     = setting_digests();
	$before  = str_split( $known, DIGEST_LENGTH );
	$known   = count( $before ) === count( $now ) ? array_combine( array_keys( $now ), $before ) : array();
	$changed = array();
	foreach ( $patch as $group => $values ) {
		foreach ( array_keys( $values ) as $name ) {
			$path = $group . '.' . $name;
			if ( ( $known[ $path ] ?? '' ) !== $now[ $path ] ) {
				$changed[ $path ] = __( 'Somebody else has changed this setting in the meantime.', 'itih-rag-chat' );
			}
		}
	}
	return $changed ? error_with_fields( 'conflict', $changed ) : null;
}

/**
 * Adds the plugin's own settings, which the sidecar may have from a minute ago, and their revision to its answer.
 *
 * @param \WP_REST_Response|\WP_Error $answer
 * @return \WP_REST_Response|\WP_Error
 */
function with_revision( $answer ) {
	$data = is_wp_error( $answer ) ? null : $answer->get_data();
	if ( ! is_array( $data ) || ! is_string( $data['revision'] ?? null ) || ! isset( $data['settings'] ) || ! is_object( $data['settings'] ) ) {
		return $answer;
	}
	// The sidecar may have stored settings through another request. An option that somebody wrote with update_option()
	// is among all autoloaded ones.
	wp_cache_delete( SETTINGS_OPTION, 'options' );
	wp_cache_delete( 'notoptions', 'options' );
	wp_cache_delete( 'alloptions', 'options' );
	foreach ( owned_settings() as $group => $values ) {
		$own = (array) restore_objects( $values, settings_shape()->$group );
		// A sidecar of another version may have sent another shape.
		$data['settings']->$group = (object) array_merge( (array) ( $data['settings']->$group ?? array() ), $own );
	}
	$data['revision'] .= '.' . owned_revision();
	$answer->set_data( $data );
	return $answer;
}
