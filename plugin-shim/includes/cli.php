<?php
/**
 * `wp itih …`: the tasks of an administrator without a browser. Each group of commands has its own file.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

require_once __DIR__ . '/cli-calls.php';
require_once __DIR__ . '/cli-chats.php';
require_once __DIR__ . '/cli-gaps.php';
require_once __DIR__ . '/cli-models.php';
require_once __DIR__ . '/cli-settings.php';
require_once __DIR__ . '/cli-documents.php';
require_once __DIR__ . '/cli-node.php';
require_once __DIR__ . '/cli-sidecar.php';

/**
 * Manages the chat of this site, its knowledge base and its settings.
 *
 * In a network, --url names the site.
 */
final class Cli extends Cli_Command {
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
		$answer = self::call( 'POST', '/posts/index', array(), $request );
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
	 *   - table
	 *   - json
	 *   - csv
	 *   - yaml
	 * ---
	 *
	 * ## EXAMPLES
	 *
	 *     wp itih status
	 *     wp itih status --format=json
	 *
	 * @param list<string>          $arguments
	 * @param array<string, string> $options
	 */
	public function status( $arguments, $options ): void {
		$status = self::call( 'GET', '/status' );
		$format = $options['format'] ?? 'list';
		if ( '' !== older_part( $status['version'] ) ) {
			\WP_CLI::warning( versions_sentence( $status['version'] ) . ' ' . update_step( $status['version'] ) );
		}
		if ( 'json' === $format ) {
			\WP_CLI::line( (string) wp_json_encode( $status ) );
			return;
		}
		$rows = self::rows( $status );
		if ( 'list' !== $format ) {
			self::show( $rows, $options, array( 'name', 'value' ) );
			return;
		}
		foreach ( $rows as $row ) {
			self::line( $row['name'] . ': ' . $row['value'] );
		}
	}

	/**
	 * Returns a row for each value; the items of a list repeat the name.
	 *
	 * @return list<array{name: string, value: string}>
	 */
	private static function rows( array $values, string $before = '' ): array {
		$rows = array();
		foreach ( $values as $part => $value ) {
			$name = trim( is_int( $part ) ? $before : $before . ' ' . $part );
			$rows = array_merge(
				$rows,
				is_array( $value ) ? self::rows( $value, $name ) : array(
					array(
						'name'  => $name,
						'value' => is_bool( $value ) || null === $value ? (string) wp_json_encode( $value ) : (string) $value,
					),
				)
			);
		}
		return $rows;
	}

	/**
	 * Asks the chat a question, as a visitor would. Nothing is stored.
	 *
	 * ## OPTIONS
	 *
	 * <question>
	 * : The question.
	 *
	 * [--page-url=<url>]
	 * : The page on which it is asked.
	 *
	 * [--format=<format>]
	 * : How to show the answer.
	 * ---
	 * default: text
	 * options:
	 *   - text
	 *   - json
	 * ---
	 *
	 * ## EXAMPLES
	 *
	 *     wp itih ask "When are you open?"
	 *     wp itih ask "How long does it take?" --page-url=https://example.com/repairs/ --format=json
	 *
	 * @param list<string>          $arguments
	 * @param array<string, string> $options
	 */
	public function ask( $arguments, $options ): void {
		$request = array( 'message' => $arguments[0] );
		if ( isset( $options['page-url'] ) ) {
			$request['page_url'] = $options['page-url'];
		}
		$answer = self::call( 'POST', '/ask', array(), $request );
		if ( 'json' === ( $options['format'] ?? 'text' ) ) {
			\WP_CLI::line( (string) wp_json_encode( $answer ) );
			return;
		}
		self::line( $answer['reply'] . "\n" );
		foreach ( $answer['citations'] as $source ) {
			self::line( sprintf( '[%d] %s %s', $source['n'], $source['title'], $source['url'] ) );
		}
		foreach ( $answer['closest'] ?? array() as $page ) {
			self::line( sprintf( '- %s %s', $page['title'], $page['url'] ) );
		}
		self::line( sprintf( '%s, %s, %d ms', $answer['outcome'], $answer['model'], $answer['ms'] ) );
	}

	/**
	 * Searches the knowledge base, as the chat does before it answers.
	 *
	 * ## OPTIONS
	 *
	 * <words>
	 * : A question or words.
	 *
	 * [--top-k=<number>]
	 * : Maximum number of passages; by default that of the settings.
	 *
	 * [--format=<format>]
	 * : How to show the passages.
	 * ---
	 * default: table
	 * options:
	 *   - table
	 *   - json
	 *   - csv
	 *   - yaml
	 * ---
	 *
	 * ## EXAMPLES
	 *
	 *     wp itih search "opening hours" --top-k=3
	 *
	 * @param list<string>          $arguments
	 * @param array<string, string> $options
	 */
	public function search( $arguments, $options ): void {
		$request = array( 'query' => $arguments[0] );
		if ( isset( $options['top-k'] ) ) {
			$request['top_k'] = (int) $options['top-k'];
		}
		$answer = self::call( 'POST', '/search', array(), $request );
		$found  = array();
		foreach ( $answer['candidates'] as $rank => $candidate ) {
			$found[] = array(
				'rank'    => $rank + 1,
				'title'   => $candidate['title'],
				'section' => $candidate['heading_path'],
				'outcome' => $candidate['outcome'],
				'score'   => round( (float) $candidate['fused'], 4 ),
				'url'     => $candidate['url'],
				'excerpt' => $candidate['excerpt'],
			);
		}
		self::show( $found, $options, array( 'rank', 'title', 'section', 'outcome', 'score', 'url' ) );
	}

	/**
	 * Answers whether a site whose address has changed was moved or copied. Until then its chat is paused.
	 *
	 * A copy, such as a staging site, gets an identity and a secret of its own and needs a sidecar of its own.
	 *
	 * ## OPTIONS
	 *
	 * <answer>
	 * : moved or copied.
	 * ---
	 * options:
	 *   - moved
	 *   - copied
	 * ---
	 *
	 * ## EXAMPLES
	 *
	 *     wp itih site copied
	 *
	 * @param list<string> $arguments
	 */
	public function site( $arguments ): void {
		if ( is_site_in_doubt() ) {
			resolve_site_doubt( $arguments[0] );
		}
		/* translators: %s: an address, such as https://example.com. */
		\WP_CLI::success( sprintf( __( 'This is the site at %s. A site without a sidecar of its own gets one with "wp itih sidecar install".', 'itih-rag-chat' ), current_site_url() ) );
	}

	/**
	 * Takes over documents, conversations and settings of the plugin "ItihRag AI Chatbot".
	 *
	 * Nothing of that plugin is changed. Documents are read again from their sources; conversations and settings are
	 * taken as they are. What was taken over before is not taken twice. The chat is not switched on.
	 *
	 * ## OPTIONS
	 *
	 * [--dry-run]
	 * : Only says what would be taken over, and what not.
	 *
	 * ## EXAMPLES
	 *
	 *     wp itih import --dry-run
	 *     wp itih import
	 *
	 * @param list<string>               $arguments
	 * @param array<string, string|bool> $options
	 */
	public function import( $arguments, $options ): void {
		foreach ( Importer::run( ! empty( $options['dry-run'] ) ) as list( $kind, $text ) ) {
			call_user_func( array( \WP_CLI::class, $kind ), self::plain( $text ) );
		}
	}

	/**
	 * Checks the installation: connection, version, clock, streaming, queue, database, vendors, keys.
	 *
	 * Ends with the status 1 if a check fails. The check of streaming finds the best way for answers, and remembers it.
	 *
	 * ## OPTIONS
	 *
	 * [--snippets=<server>]
	 * : Prints instead the configuration with which a web server needs no PHP worker for an answer.
	 * ---
	 * options:
	 *   - nginx
	 *   - apache
	 *   - caddy
	 * ---
	 *
	 * [--public=<url>]
	 * : With --snippets: address of the sidecar's port for visitors.
	 * ---
	 * default: http://127.0.0.1:8791
	 * ---
	 *
	 * [--bundle=<file>]
	 * : Writes instead a zip archive for whoever helps: versions, checks, settings without texts and keys, the end of
	 * the log. The sidecar's own program writes it.
	 *
	 * [--node=<path>]
	 * : With --bundle: program of Node.js, where it is not found by itself.
	 *
	 * [--program=<path>]
	 * : With --bundle: itih.mjs of another sidecar than that of the plugin.
	 *
	 * [--format=<format>]
	 * : How to show the results.
	 * ---
	 * default: list
	 * options:
	 *   - list
	 *   - table
	 *   - json
	 *   - csv
	 *   - yaml
	 * ---
	 *
	 * ## EXAMPLES
	 *
	 *     wp itih doctor
	 *     wp itih doctor --format=json
	 *     wp itih doctor --snippets=nginx
	 *     wp itih doctor --bundle=support.zip
	 *
	 * @param list<string>          $arguments
	 * @param array<string, string> $options
	 */
	public function doctor( $arguments, $options ): void {
		if ( isset( $options['snippets'] ) ) {
			\WP_CLI::line( snippet( $options['snippets'], untrailingslashit( $options['public'] ?? PUBLIC_URL ) ) );
			return;
		}
		if ( isset( $options['bundle'] ) ) {
			Cli_Sidecar::write_bundle( (string) $options['bundle'], $options );
			return;
		}
		$results = array();
		$words   = array(
			'good'        => 'ok',
			'recommended' => 'warn',
			'critical'    => 'fail',
			'unknown'     => 'skip',
		);
		foreach ( health_checks() as $name => $check ) {
			$found     = call_user_func( $check['run'] );
			$results[] = array(
				'check'  => $name,
				'result' => $words[ $found['status'] ],
				'label'  => $found['label'],
				'says'   => $found['says'],
				'next'   => $found['next'],
			);
		}
		if ( 'list' === ( $options['format'] ?? 'list' ) ) {
			foreach ( $results as $result ) {
				self::line( rtrim( sprintf( '%-4s  %s. %s', $result['result'], $result['label'], $result['says'] ) ) );
				if ( '' !== $result['next'] ) {
					self::line( '      → ' . $result['next'] );
				}
			}
		} else {
			self::show( $results, $options, array( 'check', 'result', 'label', 'says', 'next' ) );
		}
		if ( in_array( 'fail', array_column( $results, 'result' ), true ) ) {
			\WP_CLI::halt( 1 );
		}
	}
}

// At the end: a class that extends another is declared where it stands, and WP-CLI refuses one that does not exist.
\WP_CLI::add_command( 'itih', Cli::class );
\WP_CLI::add_command( 'itih chats', Cli_Chats::class );
\WP_CLI::add_command( 'itih gaps', Cli_Gaps::class );
\WP_CLI::add_command( 'itih models', Cli_Models::class );
\WP_CLI::add_command( 'itih settings', Cli_Settings::class );
\WP_CLI::add_command( 'itih documents', Cli_Documents::class );
\WP_CLI::add_command( 'itih sidecar', Cli_Sidecar::class );
