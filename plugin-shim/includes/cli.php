<?php
/**
 * `wp itih …`: what an administrator does most, without a browser.
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
	 * Takes up all public posts; the sidecar reads them one after another.
	 *
	 * ## OPTIONS
	 *
	 * [--post_type=<types>]
	 * : Only these of the selected types, separated by commas.
	 *
	 * [--force]
	 * : Embeds again what has not changed, too.
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
		$answer = self::ask( 'POST', '/posts/index', (string) wp_json_encode( $request ) );
		\WP_CLI::success(
			sprintf(
				/* translators: %d: number of posts. */
				_n( '%d post is being indexed.', '%d posts are being indexed.', $answer['total'], 'itih-rag-chat' ),
				$answer['total']
			)
		);
	}

	/**
	 * Shows whether all parts work, and how much waits to be read.
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
		$status = self::ask( 'GET', '/status' );
		if ( 'json' === ( $options['format'] ?? 'list' ) ) {
			\WP_CLI::line( (string) wp_json_encode( $status ) );
			return;
		}
		foreach ( $status as $name => $value ) {
			self::say( $name, $value );
		}
	}

	/**
	 * A line for each fact below a name: what is a list repeats the name.
	 *
	 * @param mixed $value As JSON has it.
	 */
	private static function say( string $name, $value ): void {
		if ( is_array( $value ) ) {
			foreach ( $value as $part => $fact ) {
				self::say( is_int( $part ) ? $name : $name . ' ' . $part, $fact );
			}
			return;
		}
		\WP_CLI::line( $name . ': ' . ( is_bool( $value ) ? wp_json_encode( $value ) : $value ) );
	}

	/**
	 * Whoever runs WP-CLI has the site's files and its secret: an administrator. Ends with an error's sentence.
	 */
	private static function ask( string $method, string $path, string $body = '' ): array {
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
