<?php
/**
 * `wp itih documents …`: the knowledge base.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

/**
 * Lists, adds, processes and deletes documents of the knowledge base.
 */
final class Cli_Documents extends Cli_Command {
	/**
	 * Lists documents, the newest first.
	 *
	 * ## OPTIONS
	 *
	 * [--kind=<kind>]
	 * : post, attachment, url or text.
	 *
	 * [--status=<status>]
	 * : pending, queued, processing, completed or failed.
	 *
	 * [--search=<words>]
	 * : Words of the title or the address.
	 *
	 * [--orderby=<field>]
	 * : id, title, status or updated_at.
	 *
	 * [--order=<order>]
	 * : asc or desc.
	 *
	 * [--page=<page>]
	 * : Page of the list.
	 *
	 * [--per_page=<number>]
	 * : Documents on a page, up to 100.
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
	 *   - ids
	 *   - count
	 * ---
	 *
	 * ## EXAMPLES
	 *
	 *     wp itih documents list --status=failed
	 *     wp itih documents process $(wp itih documents list --status=failed --format=ids)
	 *
	 * @subcommand list
	 *
	 * @param list<string>          $arguments
	 * @param array<string, string> $options
	 */
	public function list_( $arguments, $options ): void {
		$found = self::page( 'GET', '/documents', self::given( $options, array( 'kind', 'status', 'search', 'orderby', 'order', 'page', 'per_page' ) ) );

		$format = $options['format'] ?? 'table';
		if ( 'count' === $format || 'ids' === $format ) {
			\WP_CLI::line( 'count' === $format ? (string) $found['total'] : implode( ' ', array_column( $found['items'], 'id' ) ) );
			return;
		}
		$items = array_map( static fn( array $document ): array => array( 'error' => $document['error']['message'] ?? '' ) + $document, $found['items'] );
		self::show( $items, $options, array( 'id', 'kind', 'title', 'status', 'chunk_count', 'error' ) );
	}

	/**
	 * Adds a page of the web by its address, or a file of the media library by its id.
	 *
	 * ## OPTIONS
	 *
	 * <source>...
	 * : Addresses, or ids of attachments.
	 *
	 * ## EXAMPLES
	 *
	 *     wp itih documents add https://example.com/terms/
	 *     wp itih documents add 412
	 *
	 * @param list<string> $arguments
	 */
	public function add( $arguments ): void {
		foreach ( $arguments as $source ) {
			$request = ctype_digit( $source ) ? array( 'attachment_id' => (int) $source ) : array( 'url' => $source );
			$answer  = self::call( 'POST', '/documents', array(), $request );
			foreach ( $answer['rejected'] as $rejected ) {
				\WP_CLI::error( self::plain( $rejected['value'] . ': ' . $rejected['message'] ) );
			}
			foreach ( $answer['documents'] as $document ) {
				/* translators: 1: number of a document. 2: its title or address. 3: its status. */
				\WP_CLI::success( sprintf( __( 'Document %1$d (%2$s): %3$s.', 'itih-rag-chat' ), $document['id'], $source, $document['status'] ) );
			}
		}
	}

	/**
	 * Reads documents again.
	 *
	 * ## OPTIONS
	 *
	 * <id>...
	 * : Ids as `wp itih documents list` shows them.
	 *
	 * [--force]
	 * : Also embeds unchanged text again.
	 *
	 * ## EXAMPLES
	 *
	 *     wp itih documents process 12 15
	 *
	 * @param list<string>          $arguments
	 * @param array<string, string> $options
	 */
	public function process( $arguments, $options ): void {
		foreach ( $arguments as $id ) {
			self::call( 'POST', '/documents/' . (int) $id . '/process', array(), array( 'force' => ! empty( $options['force'] ) ) );
			/* translators: %d: number of a document. */
			\WP_CLI::success( sprintf( __( 'Document %d is being read again.', 'itih-rag-chat' ), (int) $id ) );
		}
	}

	/**
	 * Removes documents from the knowledge base. Posts and files of the site stay.
	 *
	 * ## OPTIONS
	 *
	 * <id>...
	 * : Ids as `wp itih documents list` shows them.
	 *
	 * [--yes]
	 * : Does not ask before it removes.
	 *
	 * ## EXAMPLES
	 *
	 *     wp itih documents delete 12 --yes
	 *
	 * @param list<string>          $arguments
	 * @param array<string, string> $options
	 */
	public function delete( $arguments, $options ): void {
		$count = count( $arguments );
		/* translators: %d: number of documents. */
		\WP_CLI::confirm( sprintf( _n( 'Remove %d document from the knowledge base?', 'Remove %d documents from the knowledge base?', $count, 'itih-rag-chat' ), $count ), $options );
		foreach ( $arguments as $id ) {
			self::call( 'DELETE', '/documents/' . (int) $id );
			/* translators: %d: number of a document. */
			\WP_CLI::success( sprintf( __( 'Document %d is removed.', 'itih-rag-chat' ), (int) $id ) );
		}
	}
}
