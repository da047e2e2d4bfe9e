<?php
/**
 * `wp itih …`: the tasks of an administrator without a browser. commands.json describes each command, and is all there is
 * to one that only calls the sidecar.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

/** Describes a group of commands, which does nothing by itself. */
final class Cli_Group {}

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

	protected static function require_certain_site(): void {
		if ( is_site_in_doubt() ) {
			\WP_CLI::error( site_doubt_sentence() . ' ' . __( 'Say whether it was moved or copied, in the admin or with "wp itih site moved" or "wp itih site copied".', 'itih-rag-chat' ) );
		}
	}

	/**
	 * Returns the options that are parameters of a call.
	 *
	 * @param array<string, string> $options
	 * @return array<string, string>
	 */
	protected static function given( array $options ): array {
		return array_map( 'strval', array_diff_key( $options, array_flip( array( 'format', 'fields', 'file', 'all', 'yes' ) ) ) );
	}

	/**
	 * @param mixed $value
	 */
	protected static function as_text( $value ): string {
		return is_scalar( $value ) && ! is_bool( $value ) ? (string) $value : (string) wp_json_encode( $value, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE );
	}
}

/** Commands without a file of their own. */
final class Cli extends Cli_Command {
	/**
	 * Registers all commands.
	 *
	 * @see https://make.wordpress.org/cli/handbook/references/internal-api/wp-cli-add-command/
	 */
	public static function register(): void {
		foreach ( wp_json_file_decode( PLUGIN_DIR . '/commands.json', array( 'associative' => true ) ) as $name => $command ) {
			$options  = $command['options'] ?? array();
			$callable = Cli_Group::class;
			if ( isset( $command['run'] ) ) {
				$callable = array( __NAMESPACE__ . '\\' . $command['run'][0], $command['run'][1] );
			} elseif ( isset( $command['list'] ) ) {
				$callable = static fn( $arguments, $options ) => self::show_list( $command, $options );
			} elseif ( isset( $command['each'] ) ) {
				$callable = static fn( $arguments, $options ) => self::call_each( $command, $arguments, $options );
			}
			$described = array(
				'shortdesc' => $command['about'],
				'longdesc'  => self::described( $command, $options ),
			);
			// A group has none.
			if ( $options ) {
				$described['synopsis'] = implode( ' ', array_keys( $options ) );
			}
			\WP_CLI::add_command( rtrim( "itih $name" ), $callable, $described );
		}
	}

	/**
	 * Returns a description in WP-CLI's format, from which it reads defaults and allowed values, too.
	 *
	 * @param array<string, string|array{about: string, default?: string, options?: list<string>}> $options By their synopsis.
	 */
	private static function described( array $command, array $options ): string {
		$parts = array( $command['more'] ?? '' );
		foreach ( $options as $synopsis => $option ) {
			$option = is_array( $option ) ? $option : array( 'about' => $option );
			$rules  = isset( $option['default'] ) ? "default: {$option['default']}\n" : '';
			$rules .= isset( $option['options'] ) ? "options:\n  - " . implode( "\n  - ", $option['options'] ) . "\n" : '';
			$parts[] = ( 1 === count( $parts ) ? "## OPTIONS\n\n" : '' ) . "$synopsis\n: {$option['about']}" . ( '' === $rules ? '' : "\n---\n$rules---" );
		}
		if ( isset( $command['examples'] ) ) {
			$parts[] = "## EXAMPLES\n\n    wp itih " . implode( "\n    wp itih ", $command['examples'] );
		}
		return implode( "\n\n", array_filter( $parts ) );
	}

	/** Shows a collection of the sidecar. */
	private static function show_list( array $command, array $options ): void {
		$found  = self::page( 'GET', $command['list'], self::given( $options ) );
		$items  = isset( $command['of'] ) ? $found['items'][ $command['of'] ] : $found['items'];
		$format = $options['format'] ?? 'table';
		if ( 'count' === $format || 'ids' === $format ) {
			\WP_CLI::line( 'count' === $format ? (string) $found['total'] : implode( ' ', array_column( $items, 'id' ) ) );
			return;
		}
		foreach ( $items as &$item ) {
			foreach ( $command['fields'] as $field ) {
				if ( 'error' === $field ) {
					$item['error'] = $item['error']['message'] ?? '';
				} elseif ( is_array( $item[ $field ] ) ) {
					$item[ $field ] = implode( ' ', $item[ $field ] );
				}
			}
		}
		self::show( $items, $options, $command['fields'] );
	}

	/** Does the same with each of the named items. */
	private static function call_each( array $command, array $ids, array $options ): void {
		list( $method, $path ) = $command['each'];
		if ( isset( $command['confirm'] ) ) {
			\WP_CLI::confirm( sprintf( $command['confirm'][ 1 === count( $ids ) ? 0 : 1 ], count( $ids ) ), $options );
		}
		$body = $command['body'] ?? array();
		foreach ( $command['flags'] ?? array() as $flag ) {
			$body[ $flag ] = ! empty( $options[ $flag ] );
		}
		foreach ( $ids as $id ) {
			self::call( $method, sprintf( $path, (int) $id ), array(), 'DELETE' === $method ? null : $body );
			\WP_CLI::success( sprintf( $command['done'], (int) $id ) );
		}
	}

	public static function index( array $arguments, array $options ): void {
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

	public static function status( array $arguments, array $options ): void {
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

	public static function ask( array $arguments, array $options ): void {
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

	public static function search( array $arguments, array $options ): void {
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

	public static function site( array $arguments ): void {
		if ( is_site_in_doubt() ) {
			resolve_site_doubt( $arguments[0] );
		}
		/* translators: %s: an address, such as https://example.com. */
		\WP_CLI::success( sprintf( __( 'This is the site at %s. A site without a sidecar of its own gets one with "wp itih sidecar install".', 'itih-rag-chat' ), current_site_url() ) );
	}

	public static function import( array $arguments, array $options ): void {
		foreach ( import_older( ! empty( $options['dry-run'] ) ) as list( $kind, $text ) ) {
			call_user_func( array( \WP_CLI::class, $kind ), self::plain( $text ) );
		}
	}

	public static function add_documents( array $arguments ): void {
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

	public static function download_model( array $arguments ): void {
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

	public static function doctor( array $arguments, array $options ): void {
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

require_once __DIR__ . '/cli-chats.php';
require_once __DIR__ . '/cli-settings.php';
require_once __DIR__ . '/cli-sidecar.php';

Cli::register();
