<?php
/**
 * `wp itih gaps …`: questions that were not answered well.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

/**
 * Lists and ignores questions that were not answered well.
 */
final class Cli_Gaps extends Cli_Command {
	/**
	 * Lists gaps, the most frequent first.
	 *
	 * ## OPTIONS
	 *
	 * [--state=<state>]
	 * : open, done or ignored; by default open.
	 *
	 * [--reason=<reason>]
	 * : nothing, closest, model_refused, down or failed.
	 *
	 * [--search=<words>]
	 * : Words of a question.
	 *
	 * [--orderby=<field>]
	 * : count, last_at or trend.
	 *
	 * [--order=<order>]
	 * : asc or desc.
	 *
	 * [--page=<page>]
	 * : Page of the list.
	 *
	 * [--per_page=<number>]
	 * : Gaps on a page, up to 100.
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
	 *     wp itih gaps list --reason=nothing
	 *
	 * @subcommand list
	 *
	 * @param list<string>          $arguments
	 * @param array<string, string> $options
	 */
	public function list_( $arguments, $options ): void {
		$found = self::page( 'GET', '/gaps', self::given( $options, array( 'state', 'reason', 'search', 'orderby', 'order', 'page', 'per_page' ) ) );
		if ( 'count' === ( $options['format'] ?? '' ) ) {
			\WP_CLI::line( (string) $found['total'] );
			return;
		}
		$items = array_map( static fn( array $gap ): array => array( 'reasons' => implode( ' ', $gap['reasons'] ) ) + $gap, $found['items'] );
		self::show( $items, $options, array( 'id', 'question', 'count', 'trend', 'reasons', 'language', 'last_at' ) );
	}

	/**
	 * Ignores gaps: they stay away when the question is asked again.
	 *
	 * ## OPTIONS
	 *
	 * <id>...
	 * : Ids as `wp itih gaps list` shows them.
	 *
	 * ## EXAMPLES
	 *
	 *     wp itih gaps ignore 12 15
	 *
	 * @param list<string> $arguments
	 */
	public function ignore( $arguments ): void {
		foreach ( $arguments as $id ) {
			self::call( 'POST', '/gaps/' . (int) $id, array(), array( 'state' => 'ignored' ) );
			/* translators: %d: number of a gap. */
			\WP_CLI::success( sprintf( __( 'Gap %d is ignored.', 'itih-rag-chat' ), (int) $id ) );
		}
	}
}
