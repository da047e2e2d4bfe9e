<?php
/**
 * `wp itih …`: the tasks of an administrator without a browser. commands.json describes each command, and is all there is to one
 * that only calls the sidecar.
 *
 * phpcs:disable WordPress.WP.AlternativeFunctions -- exports are streamed to a file or to standard output.
 */

declare( strict_types=1 );
namespace Itih\RagChat;
defined( 'ABSPATH' ) || exit;

/** Describes a group of commands, which does nothing by itself. */
final class Cli_Group {}

/**
 * Calls the sidecar as an administrator: a user of WP-CLI can read the site's files and its secret. An error ends the process
 * with its sentence.
 */
abstract class Cli_Command {
	protected static function call( string $method, string $path, array $query = array(), mixed $body = null ): array {
		return self::page( $method, $path, $query, $body )['items'];
	}

	/** Returns the answer with the number of all items, of which it may be a page. @return array{items: array, total: int} */
	protected static function page( string $method, string $path, array $query = array(), mixed $body = null ): array {
		self::require_certain_site();
		$answer = sidecar_answer( data_call( $method, $path, $query, $body, 'admin' ), ANSWER_TIMEOUT );
		$data   = is_wp_error( $answer ) ? $answer : decoded_answer( $answer );
		if ( is_wp_error( $data ) ) {
			self::fail( $data );
		}
		return array( 'items' => $data, 'total' => (int) ( $answer['headers']['x-wp-total'] ?? count( $data ) ) );
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
	 * Removes control characters from a text, and returns anything else as it is: visitors, crawled pages and vendors write what
	 * is shown, and must not control the terminal.
	 */
	public static function plain( mixed $value ): mixed {
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

	/** Returns the options that are parameters of a call. */
	protected static function given( array $options ): array {
		return array_map( 'strval', array_diff_key( $options, array_flip( array( 'format', 'fields', 'file', 'all', 'yes' ) ) ) );
	}

	protected static function as_text( mixed $value ): string {
		return is_scalar( $value ) && ! is_bool( $value ) ? (string) $value : (string) wp_json_encode( $value, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE );
	}
}

/** Registers all commands, and runs those without a class of their own. */
final class Cli extends Cli_Command {
	/** @see https://make.wordpress.org/cli/handbook/references/internal-api/wp-cli-add-command/ */
	public static function register(): void {
		foreach ( wp_json_file_decode( PLUGIN_DIR . '/commands.json', array( 'associative' => true ) ) as $name => $command ) {
			$run = static fn( $arguments, $options ) => match ( true ) {
				isset( $command['list'] ) => self::show_list( $command, $options ),
				isset( $command['each'] ) => self::call_each( $command, $arguments, $options ),
				isset( $command['run'] )  => call_user_func( array( __NAMESPACE__ . '\\' . $command['run'][0], $command['run'][1] ), $arguments, $options ),
				default                   => Cli_Sidecar::run( $command['program'], $options ),
			};
			$options   = $command['options'] ?? array();
			$described = array( 'shortdesc' => $command['about'], 'longdesc' => self::described( $command, $options ) );
			$is_group  = ! array_intersect( array( 'list', 'each', 'run', 'program' ), array_keys( $command ) );
			$synopsis  = $options ? array( 'synopsis' => implode( ' ', array_keys( $options ) ) ) : array();
			\WP_CLI::add_command( rtrim( "itih $name" ), $is_group ? Cli_Group::class : $run, $described + $synopsis );
		}
	}

	/**
	 * Returns a description in WP-CLI's format, from which it reads defaults and allowed values, too.
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
		$types = isset( $options['post_type'] ) ? array( 'post_types' => wp_parse_list( $options['post_type'] ) ) : array();
		$total = self::call( 'POST', '/posts/index', array(), $types + array( 'force' => ! empty( $options['force'] ) ) )['total'];
		/* translators: %d: number of posts. */
		\WP_CLI::success( sprintf( _n( '%d post is being indexed.', '%d posts are being indexed.', $total, 'itih-rag-chat' ), $total ) );
	}

	public static function status( array $arguments, array $options ): void {
		$status = self::call( 'GET', '/status' );
		$format = $options['format'] ?? 'list';
		if ( '' !== older_part( $status['version'] ) ) {
			\WP_CLI::warning( versions_sentence( $status['version'] ) . ' ' . update_step( $status['version'] ) );
		}
		if ( 'json' === $format ) {
			\WP_CLI::line( (string) wp_json_encode( $status ) );
		} elseif ( 'list' !== $format ) {
			self::show( self::rows( $status ), $options, array( 'name', 'value' ) );
		} else {
			foreach ( self::rows( $status ) as $row ) {
				self::line( $row['name'] . ': ' . $row['value'] );
			}
		}
	}

	/** Returns a row for each value; the items of a list repeat the name. */
	private static function rows( array $values, string $before = '' ): array {
		$rows = array();
		foreach ( $values as $part => $value ) {
			$name = trim( is_int( $part ) ? $before : $before . ' ' . $part );
			if ( ! is_array( $value ) ) {
				$value = is_bool( $value ) || null === $value ? (string) wp_json_encode( $value ) : (string) $value;
			}
			array_push( $rows, ...( is_array( $value ) ? self::rows( $value, $name ) : array( compact( 'name', 'value' ) ) ) );
		}
		return $rows;
	}

	public static function ask( array $arguments, array $options ): void {
		$page   = isset( $options['page-url'] ) ? array( 'page_url' => $options['page-url'] ) : array();
		$answer = self::call( 'POST', '/ask', array(), array( 'message' => $arguments[0] ) + $page );
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
		$number = isset( $options['top-k'] ) ? array( 'top_k' => (int) $options['top-k'] ) : array();
		$found  = array();
		foreach ( self::call( 'POST', '/search', array(), array( 'query' => $arguments[0] ) + $number )['candidates'] as $index => $candidate ) {
			$found[] = array(
				'rank'    => $index + 1,
				'section' => $candidate['heading_path'],
				'score'   => round( (float) $candidate['fused'], 4 ),
			) + $candidate;
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
			$answer = self::call( 'POST', '/documents', array(), ctype_digit( $source ) ? array( 'attachment_id' => (int) $source ) : array( 'url' => $source ) );
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
		\WP_CLI::success( sprintf( /* translators: %s: name of a model. */ __( '%s is on the sidecar\'s machine.', 'itih-rag-chat' ), $download['name'] ) );
	}

	public static function doctor( array $arguments, array $options ): void {
		if ( isset( $options['snippets'] ) ) {
			\WP_CLI::line( snippet( $options['snippets'], untrailingslashit( $options['public'] ?? PUBLIC_URL ) ) );
			return;
		}
		if ( isset( $options['bundle'] ) ) {
			Cli_Sidecar::run( array( 'doctor', '--bundle', (string) $options['bundle'] ), $options );
			return;
		}
		$words   = array( 'good' => 'ok', 'recommended' => 'warn', 'critical' => 'fail', 'unknown' => 'skip' );
		$results = array();
		foreach ( health_checks() as $check => $described ) {
			$found     = call_user_func( $described['run'] );
			$result    = $words[ $found['status'] ];
			$results[] = compact( 'check', 'result' ) + $found;
		}
		if ( 'list' !== ( $options['format'] ?? 'list' ) ) {
			self::show( $results, $options, array( 'check', 'result', 'label', 'says', 'next' ) );
		} else {
			foreach ( $results as $found ) {
				self::line( rtrim( sprintf( '%-4s  %s. %s', $found['result'], $found['label'], $found['says'] ) ) );
				if ( '' !== $found['next'] ) {
					self::line( '      → ' . $found['next'] );
				}
			}
		}
		if ( in_array( 'fail', array_column( $results, 'result' ), true ) ) {
			\WP_CLI::halt( 1 );
		}
	}

	public static function export_chats( array $arguments, array $options ): void {
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
		self::require_certain_site();
		$call   = data_call( 'GET', '/chats/export', self::given( $options ), null, 'admin' );
		$answer = sidecar_answer( $call, SILENCE_LIMIT, $target );
		$answer = is_wp_error( $answer ) || '' === $answer['body'] ? $answer : decoded_answer( $answer );
		if ( is_wp_error( $answer ) && 'cut' === $answer->get_error_code() ) {
			\WP_CLI::error( __( 'The export broke off, so the file is not complete: ', 'itih-rag-chat' ) . $answer->get_error_message() );
		} elseif ( is_wp_error( $answer ) ) {
			self::fail( $answer );
		}
		fclose( $target );
		if ( isset( $options['file'] ) ) {
			\WP_CLI::success( sprintf( /* translators: %s: name of a file. */ __( 'The conversations are in %s.', 'itih-rag-chat' ), $file ) );
		}
	}

	public static function delete_chats( array $sessions, array $options ): void {
		$filter = self::given( $options );
		if ( ! empty( $options['all'] ) === (bool) $sessions || ( $sessions && $filter ) ) {
			\WP_CLI::error( __( 'Name conversations, or use --all with the filters that you want.', 'itih-rag-chat' ) );
		}
		$count = $sessions ? count( $sessions ) : self::page( 'GET', '/chats', $filter + array( 'per_page' => 1 ) )['total'];
		/* translators: %d: number of conversations. */
		\WP_CLI::confirm( sprintf( _n( 'Delete %d conversation for ever?', 'Delete %d conversations for ever?', $count, 'itih-rag-chat' ), $count ), $options );
		$deleted = 0;
		foreach ( array_chunk( $sessions, 100 ) as $some ) {
			$deleted += self::call( 'POST', '/chats/delete', array(), array( 'sessions' => $some ) )['deleted'];
		}
		if ( ! $sessions ) {
			$answer  = self::call( 'POST', '/chats/delete', array(), array( 'filter' => (object) $filter ) );
			$deleted = isset( $answer['deletion'] ) ? self::follow( $answer['deletion'] ) : $answer['deleted'];
		}
		/* translators: %d: number of conversations. */
		\WP_CLI::success( sprintf( _n( '%d conversation is deleted.', '%d conversations are deleted.', $deleted, 'itih-rag-chat' ), $deleted ) );
	}

	/**
	 * Shows how far the deletion of many conversations is, at every tenth. Returns how many were deleted.
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
				break; // It has ended, and somebody has read so in the admin.
			}
			$deletion = $latest;
		}
		if ( 'stopped' === $deletion['state'] ) {
			\WP_CLI::error( __( 'Somebody has stopped the deletion: not all of these conversations are deleted.', 'itih-rag-chat' ) );
		}
		return $deletion['deleted'];
	}
}
