<?php
/**
 * Reads contract.json, which is generated from server/contract.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

/**
 * Returns the shared contract: routes, error statuses, default settings, themes, types of readable files.
 *
 * @return array{namespace: string, protocol: array{number: int, least: int}, connect_app_id: string, routes: list<array>, errors: array<string, int>, settings: array, themes: array, file_types: list<string>}
 */
function contract(): array {
	static $contract = null;
	if ( null === $contract ) {
		$contract = wp_json_file_decode( PLUGIN_DIR . '/contract.json', array( 'associative' => true ) );
	}
	return $contract;
}

/**
 * Returns the default settings as JSON objects, which distinguish `{}` from `[]`.
 */
function settings_shape(): object {
	static $shape = null;
	if ( null === $shape ) {
		$shape = wp_json_file_decode( PLUGIN_DIR . '/contract.json' )->settings;
	}
	return $shape;
}
