<?php
/**
 * Calls and output that all commands of `wp itih` share.
 *
 * phpcs:disable WordPress.WP.AlternativeFunctions -- exports are streamed to a file or to standard output.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

/**
 * Calls the sidecar as an administrator: a user of WP-CLI can read the site's files and its secret. An error ends the
 * process with its sentence.
 */
abstract class Cli_Command {
	/**
	 * @param array<string, string|int> $query
	 * @param mixed                     $body
	 */
	protected static function call( string $method, string $path, array $query = array(), $body = null ): array {
		return self::page( $method, $path, $query, $body )['items'];
	}

	/**
	 * Returns the answer with the number of all items, of which it may be a page.
	 *
	 * @param array<string, string|int> $query
	 * @param mixed                     $body
	 * @return array{items: array, total: int}
	 */
	protected static function page( string $method, string $path, array $query = array(), $body = null ): array {
		self::require_certain_site();
		$answer = sidecar_answer( data_call( $method, $path, $query, $body, 'admin' ), ANSWER_TIMEOUT );
		$data   = is_wp_error( $answer ) ? $answer : decoded_answer( $answer );
		if ( is_wp_error( $data ) ) {
			self::fail( $data );
		}
		return array(
			'items' => $data,
			'total' => (int) ( $answer['headers']['x-wp-total'] ?? count( $data ) ),
		);
	}

	/**
	 * Writes an answer to a file or stream piece by piece, whatever its length.
	 *
	 * @param array<string, string|int> $query
	 * @param resource                  $target
	 */
	protected static function stream_to( $target, string $path, array $query ): void {
		self::require_certain_site();
		$call = data_call( 'GET', $path, $query, null, 'admin' );
		if ( is_wp_error( $call ) ) {
			self::fail( $call );
		}
		$headers = array();
		$refusal = '';
		$write   = static function ( $curl, string $data ) use ( $target, &$headers, &$refusal ): int {
			if ( is_stream_signed( $curl, $headers ) ) {
				return (int) fwrite( $target, $data );
			}
			$refusal .= $data;
			return strlen( $refusal ) <= MAX_UNSIGNED ? strlen( $data ) : 0;
		};
		curl_setopt_array(
			$call,
			array(
				CURLOPT_HEADERFUNCTION  => static function ( $curl, string $line ) use ( &$headers ): int {
					read_header( $line, $headers );
					return strlen( $line );
				},
				CURLOPT_WRITEFUNCTION   => $write,
				CURLOPT_LOW_SPEED_LIMIT => 1,
				CURLOPT_LOW_SPEED_TIME  => SILENCE_LIMIT,
			)
		);
		$complete = curl_exec( $call );
		if ( '' !== $refusal ) {
			$answer = verified_answer( $call, $headers, $refusal );
			self::fail( is_wp_error( $answer ) ? $answer : self::failure_of( $answer ) );
		}
		if ( ! $complete ) {
			\WP_CLI::error( __( 'The export broke off, so the file is not complete: ', 'itih-rag-chat' ) . curl_error( $call ) );
		}
	}

	/** @param array{status: int, body: string} $answer */
	private static function failure_of( array $answer ): \WP_Error {
		$failure = decoded_answer( $answer );
		return is_wp_error( $failure ) ? $failure : error( 'sidecar_unavailable' );
	}

	/** Prints items as `--format` says, with the options of WP-CLI's formatter. */
	protected static function show( array $items, array $options, array $fields ): void {
		$formatter = new \WP_CLI\Formatter( $options, $fields );
		$formatter->display_items( map_deep( $items, array( self::class, 'plain' ) ) );
	}

	protected static function line( string $text ): void {
		\WP_CLI::line( self::plain( $text ) );
	}

	/**
	 * Removes control characters from a text: visitors, crawled pages and vendors write what is shown, and must not
	 * control the terminal.
	 *
	 * @param mixed $value Anything else is returned as it is.
	 * @return mixed
	 */
	public static function plain( $value ) {
		return is_string( $value )
			? preg_replace( '/(?![\n\t])[\p{Cc}\p{Cf}]/u', '', $value ) ?? preg_replace( '/[^\n\t -~]/', '?', $value )
			: $value;
	}

	/** @return never */
	protected static function fail( \WP_Error $failure ): void {
		$message = $failure->get_error_message();
		if ( 'sidecar_unavailable' === $failure->get_error_code() && '' !== contact()['reason'] ) {
			$message = contact_sentence( contact() ) . ' ' . next_step_for( contact() );
		}
		foreach ( (array) ( $failure->get_error_data()['fields'] ?? array() ) as $path => $reason ) {
			$message .= "\n$path: $reason";
		}
		\WP_CLI::error( self::plain( $message ) );
	}

	private static function require_certain_site(): void {
		if ( is_site_in_doubt() ) {
			\WP_CLI::error( site_doubt_sentence() . ' ' . __( 'Say whether it was moved or copied, in the admin or with "wp itih site moved" or "wp itih site copied".', 'itih-rag-chat' ) );
		}
	}

	/**
	 * Returns the named options that were given, as parameters of a call.
	 *
	 * @param array<string, string> $options
	 * @param list<string>          $names
	 * @return array<string, string>
	 */
	protected static function given( array $options, array $names ): array {
		return array_map( 'strval', array_intersect_key( $options, array_flip( $names ) ) );
	}

	/**
	 * @param mixed $value
	 */
	protected static function as_text( $value ): string {
		return is_scalar( $value ) && ! is_bool( $value ) ? (string) $value : (string) wp_json_encode( $value, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE );
	}
}
