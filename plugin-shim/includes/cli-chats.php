<?php
/**
 * `wp itih chats …`: exports and deletes conversations of visitors.
 *
 * phpcs:disable WordPress.WP.AlternativeFunctions -- exports are streamed to a file or to standard output.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

/**
 * Exports and deletes conversations.
 */
final class Cli_Chats extends Cli_Command {
	public static function export( array $arguments, array $options ): void {
		$file   = $options['file'] ?? 'php://output';
		$target = fopen( $file, 'wb' );
		if ( false === $target ) {
			/* translators: %s: name of a file. */
			\WP_CLI::error( sprintf( __( '%s cannot be written. Choose a folder that you may write to.', 'itih-rag-chat' ), $file ) );
		}
		// Without a buffer each part leaves at once, so that memory stays flat.
		while ( 'php://output' === $file && ob_get_level() > 0 && ob_end_flush() ) {
			continue;
		}
		self::stream_to( $target, '/chats/export', self::given( $options ) );
		fclose( $target );
		if ( isset( $options['file'] ) ) {
			/* translators: %s: name of a file. */
			\WP_CLI::success( sprintf( __( 'The conversations are in %s.', 'itih-rag-chat' ), $file ) );
		}
	}

	/**
	 * Writes an answer to a file or stream piece by piece, whatever its length.
	 *
	 * @param array<string, string|int> $query
	 * @param resource                  $target
	 */
	private static function stream_to( $target, string $path, array $query ): void {
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

	public static function delete( array $arguments, array $options ): void {
		$filter = self::given( $options );
		if ( ! empty( $options['all'] ) === (bool) $arguments || ( $arguments && $filter ) ) {
			\WP_CLI::error( __( 'Name conversations, or use --all with the filters that you want.', 'itih-rag-chat' ) );
		}
		if ( $arguments ) {
			$count = count( $arguments );
		} else {
			$count = self::page( 'GET', '/chats', $filter + array( 'per_page' => 1 ) )['total'];
		}
		/* translators: %d: number of conversations. */
		\WP_CLI::confirm( sprintf( _n( 'Delete %d conversation for ever?', 'Delete %d conversations for ever?', $count, 'itih-rag-chat' ), $count ), $options );
		$deleted = 0;
		if ( $arguments ) {
			foreach ( array_chunk( $arguments, 100 ) as $sessions ) {
				$deleted += self::call( 'POST', '/chats/delete', array(), array( 'sessions' => $sessions ) )['deleted'];
			}
		} else {
			$answer  = self::call( 'POST', '/chats/delete', array(), array( 'filter' => (object) $filter ) );
			$deleted = isset( $answer['deletion'] ) ? self::follow( $answer['deletion'] ) : $answer['deleted'];
		}
		/* translators: %d: number of conversations. */
		\WP_CLI::success( sprintf( _n( '%d conversation is deleted.', '%d conversations are deleted.', $deleted, 'itih-rag-chat' ), $deleted ) );
	}

	/**
	 * Shows how far the deletion of many conversations is, at every tenth. Returns how many were deleted.
	 *
	 * @param array{id: string, state: string, total: int, deleted: int, ended_at: string|null} $deletion
	 */
	private static function follow( array $deletion ): int {
		$shown = -1;
		$id    = $deletion['id'];
		while ( null === $deletion['ended_at'] ) {
			$tenth = (int) floor( 10 * $deletion['deleted'] / max( 1, $deletion['total'] ) );
			if ( 'deleting' === $deletion['state'] && $tenth > $shown ) {
				$shown = $tenth;
				/* translators: 1: conversations that are deleted. 2: all conversations to delete. */
				\WP_CLI::log( sprintf( __( 'Deleting conversations… %1$d of %2$d done', 'itih-rag-chat' ), $deletion['deleted'], $deletion['total'] ) );
			}
			sleep( 1 );
			$latest = self::call( 'GET', '/chats/deletion' )['deletion'];
			if ( ! $latest || $id !== $latest['id'] ) {
				// It has ended, and somebody has read so in the admin.
				break;
			}
			$deletion = $latest;
		}
		if ( 'stopped' === $deletion['state'] ) {
			\WP_CLI::error( __( 'Somebody has stopped the deletion: not all of these conversations are deleted.', 'itih-rag-chat' ) );
		}
		return $deletion['deleted'];
	}
}
