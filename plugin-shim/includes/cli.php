<?php
/**
 * `wp itih …`: an administrator's most frequent tasks without a browser.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

\WP_CLI::add_command( 'itih', Cli::class );

/**
 * The knowledge base of the chat.
 */
final class Cli {
	/**
	 * Queues all public posts for indexing.
	 *
	 * ## OPTIONS
	 *
	 * [--post_type=<types>]
	 * : Only these of the selected types, separated by commas.
	 *
	 * [--force]
	 * : Also embeds unchanged posts again.
	 *
	 * ## EXAMPLES
	 *
	 *     wp itih index --post_type=page,product
	 *
	 * @param list<string>          $arguments
	 * @param array<string, string> $options
	 */
	public function index( $arguments, $options ): void {
		$request = array( 'force' => ! empty( $options['force'] ) );
		if ( isset( $options['post_type'] ) ) {
			$request['post_types'] = wp_parse_list( $options['post_type'] );
		}
		$answer = self::call( 'POST', '/posts/index', (string) wp_json_encode( $request ) );
		\WP_CLI::success(
			sprintf(
				/* translators: %d: number of posts. */
				_n( '%d post is being indexed.', '%d posts are being indexed.', $answer['total'], 'itih-rag-chat' ),
				$answer['total']
			)
		);
	}

	/**
	 * Shows whether all parts work, and the length of the queue.
	 *
	 * ## OPTIONS
	 *
	 * [--format=<format>]
	 * : How to show it.
	 * ---
	 * default: list
	 * options:
	 *   - list
	 *   - json
	 * ---
	 *
	 * @param list<string>          $arguments
	 * @param array<string, string> $options
	 */
	public function status( $arguments, $options ): void {
		$status = self::call( 'GET', '/status' );
		if ( 'json' === ( $options['format'] ?? 'list' ) ) {
			\WP_CLI::line( (string) wp_json_encode( $status ) );
			return;
		}
		foreach ( $status as $name => $value ) {
			self::print_value( $name, $value );
		}
	}

	/**
	 * Prints a line for each value below a name; the items of a list repeat the name.
	 *
	 * @param mixed $value Decoded JSON.
	 */
	private static function print_value( string $name, $value ): void {
		if ( is_array( $value ) ) {
			foreach ( $value as $part => $fact ) {
				self::print_value( is_int( $part ) ? $name : $name . ' ' . $part, $fact );
			}
			return;
		}
		\WP_CLI::line( $name . ': ' . ( is_bool( $value ) ? wp_json_encode( $value ) : $value ) );
	}

	/**
	 * Calls the sidecar as an administrator: a user of WP-CLI can read the site's files and its secret. Prints the
	 * sentence of an error and ends the process.
	 */
	private static function call( string $method, string $path, string $body = '' ): array {
		if ( is_site_in_doubt() ) {
			\WP_CLI::error( site_doubt_sentence() . ' ' . __( 'Say in the admin whether it was moved or copied.', 'itih-rag-chat' ) );
		}
		$headers = '' === $body ? array() : array( 'Content-Type' => 'application/json' );
		$call    = sidecar_call( $method, '/' . contract()['namespace'] . $path, '', $body, encode_identity( 'admin' ), $headers );
		$answer  = sidecar_answer( $call, ANSWER_TIMEOUT );
		$data    = is_wp_error( $answer ) ? null : json_decode( $answer['body'], true );
		if ( ! is_array( $data ) || $answer['status'] >= 400 ) {
			$failure = is_array( $data ) ? ( translate_error( $data )['message'] ?? '' ) : '';
			\WP_CLI::error( '' !== $failure ? $failure : error_sentence( 'sidecar_unavailable' ) );
		}
		return $data;
	}
}
