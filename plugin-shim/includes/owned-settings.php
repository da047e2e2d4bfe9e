<?php
/**
 * Settings that the plugin validates and stores itself, so that they can be changed while no sidecar runs, and their revisions:
 * whoever saves is told what somebody else has saved in the meantime. They are `ownedSettings` of server/contract/settings.ts.
 */

declare( strict_types=1 );
namespace Itih\RagChat;
defined( 'ABSPATH' ) || exit;

/** Error codes that mean that the sidecar did not handle the call. */
const NO_SIDECAR = array( 'sidecar_unavailable', 'invalid_signature', 'wrong_site' );

function get_settings( \WP_REST_Request $request ): \WP_REST_Response|\WP_Error {
	$answer = relay( $request );
	return is_without_sidecar( $answer ) ? owned_settings_response() : with_revision( $answer );
}

/**
 * PUT /settings. A patch that names any other setting is relayed to the sidecar as a whole, which also compares the revision of
 * all that it names.
 */
function put_settings( \WP_REST_Request $request ): \WP_REST_Response|\WP_Error {
	$patch = $request->get_json_params();
	if ( ! is_array( $patch ) || ! names_only_owned( $patch ) ) { return with_revision( relay( $request ) ); }
	$clean   = checked_patch( $patch );
	$problem = is_wp_error( $clean ) ? $clean : conflict_of( $clean, (string) $request->get_param( 'revision' ) );
	if ( null !== $problem ) { return $problem; }
	if ( $request->get_param( 'check' ) ) { return settings_of_sidecar(); }
	store_clean( $clean );
	// The sidecar then answers with the settings as they were stored.
	return Events::send_settings() ? settings_of_sidecar() : owned_settings_response();
}

function each_setting( array $groups ): \Generator {
	foreach ( $groups as $group => $values ) {
		foreach ( $values as $name => $value ) {
			yield "$group.$name" => array( $group, $name, $value );
		}
	}
}

/** Stores a patch that checked_patch() returned. */
function store_clean( array $clean ): void {
	$stored = stored_settings();
	foreach ( each_setting( $clean ) as list( $group, $name, $value ) ) {
		$stored[ $group ] = array_merge( is_array( $stored[ $group ] ?? null ) ? $stored[ $group ] : array(), array( $name => $value ) );
	}
	update_option( SETTINGS_OPTION, $stored, false );
}

function names_only_owned( array $patch ): bool {
	$groups = contract()['owned_settings']['properties'];
	foreach ( $patch as $group => $values ) {
		if ( ! isset( $groups[ $group ] ) || ! is_array( $values ) || array_diff_key( $values, $groups[ $group ]['properties'] ) ) {
			return false;
		}
	}
	return array() !== $patch;
}

/** Validates a patch and returns it as it is stored. */
function checked_patch( array $patch ): array|\WP_Error {
	$groups = contract()['owned_settings']['properties'];
	$fields = array();
	foreach ( each_setting( $patch ) as $path => list( $group, $name, $value ) ) {
		$schema = $groups[ $group ]['properties'][ $name ];
		$valid  = rest_validate_value_from_schema( $value, $schema, $path );
		if ( is_wp_error( $valid ) ) {
			$fields[ $path ] = $valid->get_error_message();
			continue;
		}
		$value                    = rest_sanitize_value_from_schema( $value, $schema, $path );
		$patch[ $group ][ $name ] = is_string( $value ) ? trim( $value ) : $value;
	}
	return $fields ? error_with_fields( 'invalid_request', $fields ) : $patch;
}

/** @param array<string, string> $fields Path of a setting => what is wrong with it. */
function error_with_fields( string $code, array $fields ): \WP_Error {
	$error = error( $code );
	$error->add_data( array( 'status' => contract()['errors'][ $code ], 'fields' => $fields ) );
	return $error;
}

/** Returns the sidecar's settings, or the plugin's own while it does not answer. */
function settings_of_sidecar(): \WP_REST_Response|\WP_Error {
	$answer = sidecar_answer( sidecar_call( 'GET', '/' . contract()['namespace'] . '/settings', '', '', current_identity(), array() ), ANSWER_TIMEOUT );
	$answer = is_wp_error( $answer ) ? $answer : answer_response( $answer );
	return is_without_sidecar( $answer ) ? owned_settings_response() : with_revision( $answer );
}

/** Answers with the settings that the plugin owns, marked as partial. */
function owned_settings_response(): \WP_REST_Response {
	$settings = array();
	foreach ( owned_settings() as $group => $values ) {
		$settings[ $group ] = restore_objects( $values, settings_shape()->$group );
	}
	return new \WP_REST_Response( array( 'settings' => $settings, 'revision' => '.' . implode( '', setting_digests() ), 'partial' => true ) );
}

function owned_settings(): array {
	$settings = array();
	foreach ( contract()['owned_settings']['properties'] as $group => $schema ) {
		$settings[ $group ] = array_intersect_key( settings_group( $group ), $schema['properties'] );
	}
	return $settings;
}

function is_without_sidecar( \WP_REST_Response|\WP_Error $answer ): bool {
	$code = is_wp_error( $answer ) ? $answer->get_error_code() : ( (array) $answer->get_data() )['code'] ?? '';
	return in_array( $code, NO_SIDECAR, true );
}

const DIGEST_LENGTH = 6; // Characters of a revision for each setting.

/** Returns what tells whether a setting differs from that of another revision. @return array<string, string> By the path of the setting. */
function setting_digests(): array {
	$digests = array();
	foreach ( each_setting( owned_settings() ) as $path => list( , , $value ) ) {
		if ( is_array( $value ) ) {
			ksort( $value ); // Colours have no order.
		}
		$digests[ $path ] = substr( md5( (string) wp_json_encode( $value ) ), 0, DIGEST_LENGTH );
	}
	return $digests;
}

/** Returns an error if the patch names a setting that has changed since the revision, whose part after the dot is the plugin's own. */
function conflict_of( array $patch, string $revision ): ?\WP_Error {
	$known = explode( '.', $revision, 2 )[1] ?? '';
	if ( '' === $known ) { return null; }
	$now     = setting_digests();
	$before  = str_split( $known, DIGEST_LENGTH );
	$known   = count( $before ) === count( $now ) ? array_combine( array_keys( $now ), $before ) : array();
	$changed = array();
	foreach ( each_setting( $patch ) as $path => $setting ) {
		if ( ( $known[ $path ] ?? '' ) !== $now[ $path ] ) {
			$changed[ $path ] = __( 'Somebody else has changed this setting in the meantime.', 'itih-rag-chat' );
		}
	}
	return $changed ? error_with_fields( 'conflict', $changed ) : null;
}

/** Adds the plugin's own settings, which the sidecar may have from a minute ago, and their revision to its answer. */
function with_revision( $answer ): \WP_REST_Response|\WP_Error {
	$data = is_wp_error( $answer ) ? null : $answer->get_data();
	if ( ! is_array( $data ) || ! is_string( $data['revision'] ?? null ) || ! isset( $data['settings'] ) || ! is_object( $data['settings'] ) ) {
		return $answer;
	}
	// The sidecar may have stored settings through another request. An option that somebody wrote is among all autoloaded ones.
	foreach ( array( SETTINGS_OPTION, 'notoptions', 'alloptions' ) as $cached ) {
		wp_cache_delete( $cached, 'options' );
	}
	foreach ( owned_settings() as $group => $values ) {
		$own = (array) restore_objects( $values, settings_shape()->$group );
		// A sidecar of another version may have sent another shape.
		$data['settings']->$group = (object) array_merge( (array) ( $data['settings']->$group ?? array() ), $own );
	}
	$data['revision'] .= '.' . implode( '', setting_digests() );
	$answer->set_data( $data );
	return $answer;
}
