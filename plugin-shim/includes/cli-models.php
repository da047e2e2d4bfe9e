<?php
/**
 * `wp itih models …`: the models on the sidecar's machine that find pages by meaning.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

/**
 * Lists and downloads the models that find pages by meaning.
 */
final class Cli_Models extends Cli_Command {
	/**
	 * Lists the models that are on the sidecar's machine.
	 *
	 * ## OPTIONS
	 *
	 * [--format=<format>]
	 * : How to show them.
	 * ---
	 * default: table
	 * options:
	 *   - table
	 *   - json
	 *   - csv
	 *   - yaml
	 * ---
	 *
	 * @subcommand list
	 *
	 * @param list<string>          $arguments
	 * @param array<string, string> $options
	 */
	public function list_( $arguments, $options ): void {
		self::show( self::call( 'GET', '/models/local' )['models'], $options, array( 'name', 'bytes', 'included' ) );
	}

	/**
	 * Downloads a model, and waits until it is there.
	 *
	 * ## OPTIONS
	 *
	 * [<model>]
	 * : The model for other languages than English, or the address of a model in the ONNX format.
	 * ---
	 * default: multilingual-e5-small
	 * ---
	 *
	 * ## EXAMPLES
	 *
	 *     wp itih models download
	 *
	 * @param list<string> $arguments
	 */
	public function download( $arguments ): void {
		$download = self::call( 'POST', '/models/local', array(), array( 'address' => $arguments[0] ) )['download'];
		while ( 'running' === $download['state'] ) {
			usleep( 500000 );
			$download = self::call( 'GET', '/models/local' )['download'];
		}
		if ( 'done' !== $download['state'] ) {
			\WP_CLI::error( (string) $download['error'] );
		}
		/* translators: %s: name of a model. */
		\WP_CLI::success( sprintf( __( '%s is on the sidecar\'s machine.', 'itih-rag-chat' ), $download['name'] ) );
	}
}
