<?php
/**
 * `wp itih chats …`: conversations of visitors.
 *
 * phpcs:disable WordPress.WP.AlternativeFunctions -- exports are streamed to a file or to standard output.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

/**
 * Lists, exports and deletes conversations.
 */
final class Cli_Chats extends Cli_Command {
	private const FILTERS = array( 'search', 'from', 'to', 'feedback', 'outcome', 'asked_on', 'language' );

	/**
	 * Lists conversations, the latest first.
	 *
	 * ## OPTIONS
	 *
	 * [--search=<words>]
	 * : Words of a question or an answer.
	 *
	 * [--from=<day>]
	 * : First day, such as 2026-01-31.
	 *
	 * [--to=<day>]
	 * : Last day.
	 *
	 * [--feedback=<feedback>]
	 * : up or down.
	 *
	 * [--outcome=<outcome>]
	 * : answered, closest, refused, failed or stopped.
	 *
	 * [--asked_on=<path>]
	 * : Path of the page where it was asked, such as /visit/.
	 *
	 * [--language=<language>]
	 * : Language of the question, such as de.
	 *
	 * [--orderby=<field>]
	 * : last_at or turns.
	 *
	 * [--order=<order>]
	 * : asc or desc.
	 *
	 * [--page=<page>]
	 * : Page of the list.
	 *
	 * [--per_page=<number>]
	 * : Conversations on a page, up to 100.
	 *
	 * [--fields=<fields>]
	 * : Columns, separated by commas.
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
	 *   - count
	 * ---
	 *
	 * ## EXAMPLES
	 *
	 *     wp itih chats list --outcome=refused --from=2026-01-01
	 *     wp itih chats list --feedback=down --format=json
	 *
	 * @subcommand list
	 *
	 * @param list<string>          $arguments
	 * @param array<string, string> $options
	 */
	public function list_( $arguments, $options ): void {
		$found = self::page( 'GET', '/chats', self::given( $options, array_merge( self::FILTERS, array( 'orderby', 'order', 'page', 'per_page' ) ) ) );
		if ( 'count' === ( $options['format'] ?? '' ) ) {
			\WP_CLI::line( (string) $found['total'] );
			return;
		}
		self::show( $found['items'], $options, array( 'session', 'first_question', 'turns', 'outcome', 'up', 'down', 'language', 'last_at' ) );
	}

	/**
	 * Writes conversations as CSV, one turn a line.
	 *
	 * ## OPTIONS
	 *
	 * [--file=<file>]
	 * : Writes to this file; without it to standard output.
	 *
	 * [--search=<words>]
	 * : Words of a question or an answer.
	 *
	 * [--from=<day>]
	 * : First day, such as 2026-01-31.
	 *
	 * [--to=<day>]
	 * : Last day.
	 *
	 * [--feedback=<feedback>]
	 * : up or down.
	 *
	 * [--outcome=<outcome>]
	 * : answered, closest, refused, failed or stopped.
	 *
	 * [--asked_on=<path>]
	 * : Path of the page where it was asked, such as /visit/.
	 *
	 * [--language=<language>]
	 * : Language of the question, such as de.
	 *
	 * ## EXAMPLES
	 *
	 *     wp itih chats export --from=2026-01-01 --file=january.csv
	 *     wp itih chats export --feedback=down | less
	 *
	 * @param list<string>          $arguments
	 * @param array<string, string> $options
	 */
	public function export( $arguments, $options ): void {
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
		self::stream_to( $target, '/chats/export', self::given( $options, self::FILTERS ) );
		fclose( $target );
		if ( isset( $options['file'] ) ) {
			/* translators: %s: name of a file. */
			\WP_CLI::success( sprintf( __( 'The conversations are in %s.', 'itih-rag-chat' ), $file ) );
		}
	}

	/**
	 * Deletes conversations: the named ones, or all that match the filters.
	 *
	 * More than 500 are deleted in the background: that goes on if this command is ended.
	 *
	 * ## OPTIONS
	 *
	 * [<session>...]
	 * : Ids as `wp itih chats list` shows them.
	 *
	 * [--all]
	 * : All conversations that match the filters; without a filter all.
	 *
	 * [--search=<words>]
	 * : Words of a question or an answer.
	 *
	 * [--from=<day>]
	 * : First day, such as 2026-01-31.
	 *
	 * [--to=<day>]
	 * : Last day.
	 *
	 * [--feedback=<feedback>]
	 * : up or down.
	 *
	 * [--outcome=<outcome>]
	 * : answered, closest, refused, failed or stopped.
	 *
	 * [--asked_on=<path>]
	 * : Path of the page where it was asked, such as /visit/.
	 *
	 * [--language=<language>]
	 * : Language of the question, such as de.
	 *
	 * [--yes]
	 * : Does not ask before it deletes.
	 *
	 * ## EXAMPLES
	 *
	 *     wp itih chats delete 3f1c2a9e-5d0b-4c7a-9b1e-0a2b3c4d5e6f
	 *     wp itih chats delete --all --to=2025-12-31 --yes
	 *
	 * @param list<string>          $arguments
	 * @param array<string, string> $options
	 */
	public function delete( $arguments, $options ): void {
		$filter = self::given( $options, self::FILTERS );
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
