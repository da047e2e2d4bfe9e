<?php
/**
 * Settings that the plugin validates and stores itself, so that they can be changed while no sidecar runs.
 * They are `ownedSettings` of server/contract/settings.ts.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

/** Error codes that mean that the sidecar did not handle the call. */
const NO_SIDECAR = array( 'sidecar_unavailable', 'invalid_signature', 'wrong_site' );

/**
 * GET /settings
 *
 * @return \WP_REST_Response|\WP_Error
 */
function get_settings( \WP_REST_Request $request ) {
	$answer = relay( $request );
	return is_without_sidecar( $answer ) ? owned_settings_response() : with_revision( $answer );
}

/**
 * PUT /settings. A patch that names any other setting is relayed to the sidecar as a whole, which also compares the
 * revision of all that it names.
 *
 * @return \WP_REST_Response|\WP_Error
 */
function put_settings( \WP_REST_Request $request ) {
	$patch = $request->get_json_params();
	if ( ! is_array( $patch ) || ! names_only_owned( $patch ) ) {
		return with_revision( relay( $request ) );
	}
	$clean   = checked_patch( $patch );
	$problem = is_wp_error( $clean ) ? $clean : conflict_of( $clean, (string) $request->get_param( 'revision' ) );
	if ( null !== $problem ) {
		return $problem;
	}
	if ( $request->get_param( 'check' ) ) {
		return settings_of_sidecar();
	}
	store_clean( $clean );
	// The sidecar then answers with the settings as they were stored.
	return Events::send_settings() ? settings_of_sidecar() : owned_settings_response();
}

/**
 * Validates and stores a patch of settings that the plugin owns.
 *
 * @return true|\WP_Error
 */
function store_owned( array $patch ) {
	$clean = checked_patch( $patch );
	if ( is_wp_error( $clean ) ) {
		return $clean;
	}
	store_clean( $clean );
	return true;
}

/** Stores a patch that checked_patch() returned. */
function store_clean( array $clean ): void {
	update_option( SETTINGS_OPTION, array_replace_recursive( without_lists( stored_settings(), $clean ), $clean ), false );
}

/** Whether a patch names only settings that the plugin owns. */
function names_only_owned( array $patch ): bool {
	$groups = contract()['owned_settings']['properties'];
	foreach ( $patch as $group => $values ) {
		if ( ! isset( $groups[ $group ] ) || ! is_array( $values ) || array_diff_key( $values, $groups[ $group ]['properties'] ) ) {
			return false;
		}
	}
	return array() !== $patch;
}

/**
 * Validates a patch and returns it as it is stored.
 *
 * @return array|\WP_Error
 */
function checked_patch( array $patch ) {
	$groups = contract()['owned_settings']['properties'];
	$fields = array();
	foreach ( $patch as $group => $values ) {
		foreach ( $values as $name => $value ) {
			$path  = $group . '.' . $name;
			$valid = rest_validate_value_from_schema( $value, $groups[ $group ]['properties'][ $name ], $path );
			if ( is_wp_error( $valid ) ) {
				$fields[ $path ] = $valid->get_error_message();
				continue;
			}
			$value                    = rest_sanitize_value_from_schema( $value, $groups[ $group ]['properties'][ $name ], $path );
			$patch[ $group ][ $name ] = is_string( $value ) ? trim( $value ) : $value;
		}
	}
	if ( ! $fields ) {
		return $patch;
	}
	return error_with_fields( 'invalid_request', $fields );
}

/**
 * @param array<string, string> $fields Path of a setting => what is wrong with it.
 */
function error_with_fields( string $code, array $fields ): \WP_Error {
	$error = error( $code );
	$error->add_data(
		array(
			'status' => contract()['errors'][ $code ],
			'fields' => $fields,
		)
	);
	return $error;
}

/**
 * Removes the lists and colours that the patch names from the stored settings: they are replaced, not merged.
 */
function without_lists( array $stored, array $patch ): array {
	foreach ( $patch as $group => $values ) {
		foreach ( $values as $name => $value ) {
			if ( is_array( $value ) && is_array( $stored[ $group ] ?? null ) ) {
				unset( $stored[ $group ][ $name ] );
			}
		}
	}
	return $stored;
}

/**
 * Returns the sidecar's settings, or the plugin's own while it does not answer.
 *
 * @return \WP_REST_Response|\WP_Error
 */
function settings_of_sidecar() {
	$answer = sidecar_answer( sidecar_call( 'GET', '/' . contract()['namespace'] . '/settings', '', '', current_identity(), array() ), ANSWER_TIMEOUT );
	$answer = is_wp_error( $answer ) ? $answer : answer_response( $answer );
	return is_without_sidecar( $answer ) ? owned_settings_response() : with_revision( $answer );
}

/**
 * Answers with the settings that the plugin owns, marked as partial.
 */
function owned_settings_response(): \WP_REST_Response {
	$settings = array();
	foreach ( owned_settings() as $group => $values ) {
		$settings[ $group ] = restore_objects( $values, settings_shape()->$group );
	}
	return new \WP_REST_Response(
		array(
			'settings' => $settings,
			'revision' => '.' . owned_revision(),
			'partial'  => true,
		)
	);
}

/**
 * Returns the settings that the plugin owns, by group.
 *
 * @return array<string, array<string, mixed>>
 */
function owned_settings(): array {
	$settings = array();
	foreach ( contract()['owned_settings']['properties'] as $group => $schema ) {
		$settings[ $group ] = array_intersect_key( settings_group( $group ), $schema['properties'] );
	}
	return $settings;
}

/**
 * Whether the sidecar did not handle the call.
 *
 * @param \WP_REST_Response|\WP_Error $answer
 */
function is_without_sidecar( $answer ): bool {
	$code = is_wp_error( $answer ) ? $answer->get_error_code() : ( (array) $answer->get_data() )['code'] ?? '';
	return in_array( $code, NO_SIDECAR, true );
}
