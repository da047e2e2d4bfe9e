<?php
/**
 * Takes over documents, conversations and settings of the plugin "ItihRag AI Chatbot". Its tables are only read:
 * https://github.com/mahavirvataliya/openrag-ai-chatbot, includes/Database/class-schema.php.
 *
 * phpcs:disable WordPress.DB -- tables of another plugin, whose names are made of the prefix alone; read once.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

/**
 * Takes over what the plugin "ItihRag AI Chatbot" knows.
 */
final class Importer {
	/** Conversations of one call, and turns of one conversation. */
	private const BATCH = 20;
	private const TURNS = 2000;

	/** @var list<array{0: string, 1: string}> Lines of the report: line, warning, success or error, and a text. */
	private static array $report = array();

	/**
	 * Takes all over, or only says what it would take over.
	 *
	 * @return list<array{0: string, 1: string}> The report: line, warning, success or error, and a text. An error ends it.
	 */
	public static function run( bool $dry ): array {
		self::$report = array();
		if ( ! has_older_data() ) {
			self::tell( 'error', __( 'There are no tables of the plugin "ItihRag AI Chatbot" in this site.', 'itih-rag-chat' ) );
			return self::$report;
		}
		try {
			self::import_settings( $dry );
			self::import_documents( $dry );
			self::import_conversations( $dry );
			self::tell( 'success', $dry ? __( 'Nothing was changed.', 'itih-rag-chat' ) : __( 'Deactivate the other plugin, look at the settings, and switch the chat on.', 'itih-rag-chat' ) );
		} catch ( \RuntimeException $failure ) {
			self::tell( 'error', $failure->getMessage() );
		}
		return self::$report;
	}

	private static function tell( string $kind, string $text ): void {
		self::$report[] = array( $kind, $text );
	}

	/**
	 * @throws \RuntimeException With the reason for the owner.
	 */
	private static function call( string $path, array $body ): array {
		$answer = sidecar_data( 'POST', $path, array(), $body );
		if ( is_wp_error( $answer ) ) {
			throw new \RuntimeException( $answer->get_error_message() ); // phpcs:ignore WordPress.Security.EscapeOutput -- escaped where it is shown.
		}
		return $answer;
	}

	private static function import_settings( bool $dry ): void {
		foreach ( imported_settings() as $group => $values ) {
			$answer = sidecar_data( 'PUT', '/settings', $dry ? array( 'check' => '1' ) : array(), array( $group => $values ) );
			if ( is_wp_error( $answer ) ) {
				/* translators: 1: name of a group of settings. 2: reason. */
				self::tell( 'warning', sprintf( __( 'The settings "%1$s" cannot be taken over: %2$s', 'itih-rag-chat' ), $group, $answer->get_error_message() . ' ' . wp_json_encode( $answer->get_error_data()['fields'] ?? array(), JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE ) ) );
				continue;
			}
			// Only names: one of the values may be a key.
			self::tell( 'line', sprintf( '%s: %s', $group, implode( ', ', array_keys( $values ) ) ) );
		}
	}

	private static function import_documents( bool $dry ): void {
		global $wpdb;
		$rows  = $wpdb->get_results( "SELECT id, title, source_url, file_path, post_id FROM `{$wpdb->prefix}openrag_documents` ORDER BY id", ARRAY_A );
		$posts = array();
		$added = 0;
		foreach ( $rows as $row ) {
			if ( (int) $row['post_id'] > 0 && '' === (string) $row['file_path'] ) {
				$posts[] = (int) $row['post_id'];
				continue;
			}
			$request = self::document_request( $row, $dry );
			if ( is_string( $request ) ) {
				/* translators: 1: title of a document. 2: reason. */
				self::tell( 'warning', sprintf( __( '"%1$s" cannot be taken over: %2$s', 'itih-rag-chat' ), $row['title'], $request ) );
				continue;
			}
			if ( ! $dry ) {
				$answer = sidecar_data( 'POST', '/documents', array(), $request );
				$why    = is_wp_error( $answer ) ? $answer->get_error_message() : ( $answer['rejected'][0]['message'] ?? '' );
				if ( '' !== $why ) {
					/* translators: 1: title of a document, 2: the reason */
					self::tell( 'warning', sprintf( __( '"%1$s" cannot be taken over: %2$s', 'itih-rag-chat' ), $row['title'], $why ) );
					continue;
				}
			}
			++$added;
		}
		if ( ! $dry ) {
			foreach ( array_chunk( array_unique( $posts ), 500 ) as $ids ) {
				self::call( '/posts/index', array( 'ids' => $ids ) );
			}
		}
		/* translators: 1: number of posts. 2: number of other documents. */
		self::tell( 'line', sprintf( __( 'Documents: %1$d posts, %2$d files and addresses.', 'itih-rag-chat' ), count( array_unique( $posts ) ), $added ) );
	}

	/**
	 * Returns the request that adds a document, or the reason why it cannot be added.
	 *
	 * @param array<string, ?string> $row
	 * @return array|string
	 */
	private static function document_request( array $row, bool $dry ) {
		$path = (string) $row['file_path'];
		if ( '' === $path ) {
			$url = (string) $row['source_url'];
			return '' === $url ? __( 'neither file nor address is known.', 'itih-rag-chat' ) : array( 'url' => $url );
		}
		$uploads = wp_get_upload_dir()['basedir'];
		$real    = realpath( $path );
		if ( false === $real || ! str_starts_with( $real, trailingslashit( (string) realpath( $uploads ) ) ) ) {
			return __( 'its file is not in the folder of uploads any more.', 'itih-rag-chat' );
		}
		$relative = ltrim( substr( $real, strlen( (string) realpath( $uploads ) ) ), '/' );
		return array( 'attachment_id' => self::attachment( $relative, $real, (string) $row['title'], $dry ) );
	}

	/** Returns the attachment of a file of the uploads; one is made for a file that the media library does not know. */
	private static function attachment( string $relative, string $path, string $title, bool $dry ): int {
		$known = attachment_url_to_postid( wp_get_upload_dir()['baseurl'] . '/' . $relative );
		if ( 0 !== $known || $dry ) {
			return $known;
		}
		return (int) wp_insert_attachment(
			array(
				'post_title'     => '' === $title ? basename( $path ) : $title,
				'post_mime_type' => (string) wp_check_filetype( $path )['type'],
				'post_status'    => 'inherit',
			),
			$path
		);
	}

	private static function import_conversations( bool $dry ): void {
		global $wpdb;
		$total = array(
			'imported' => 0,
			'known'    => 0,
			'expired'  => 0,
		);
		$last  = '';
		do {
			$sessions = $wpdb->get_col( $wpdb->prepare( "SELECT DISTINCT session_id FROM `{$wpdb->prefix}openrag_chats` WHERE session_id > %s ORDER BY session_id LIMIT %d", $last, self::BATCH ) );
			$chats    = array_values( array_filter( array_map( array( self::class, 'conversation' ), $sessions ) ) );
			$last     = (string) end( $sessions );
			if ( $dry ) {
				$total['imported'] += count( $chats );
			} elseif ( $chats ) {
				foreach ( self::call( '/chats/import', array( 'chats' => $chats ) ) as $outcome => $count ) {
					$total[ $outcome ] += $count;
				}
			}
		} while ( count( $sessions ) === self::BATCH );
		/* translators: 1: number. 2: number. 3: number. */
		self::tell( 'line', sprintf( __( 'Conversations: %1$d, besides %2$d that were here already and %3$d that are older than conversations are kept.', 'itih-rag-chat' ), $total['imported'], $total['known'], $total['expired'] ) );
	}

	/** Returns a conversation as the sidecar takes it; null without turns. */
	private static function conversation( string $session ): ?array {
		global $wpdb;
		$rows  = $wpdb->get_results( $wpdb->prepare( "SELECT * FROM `{$wpdb->prefix}openrag_chats` WHERE session_id = %s AND role IN ( 'user', 'assistant' ) ORDER BY id LIMIT %d", $session, self::TURNS ), ARRAY_A );
		$turns = array();
		foreach ( $rows as $row ) {
			$sources = json_decode( (string) $row['citations'], true );
			$turn    = array(
				'role'    => $row['role'],
				'content' => (string) $row['content'],
				// That plugin stores the site's local time.
				'at'      => 1000 * (int) strtotime( get_gmt_from_date( $row['created_at'] ) . ' UTC' ),
			);
			if ( 'assistant' === $row['role'] ) {
				$turn += array(
					'model'             => (string) $row['model'],
					'sources'           => array_map(
						static fn( $source ): array => array(
							'title' => mb_substr( (string) ( $source['title'] ?? '' ), 0, 500 ),
							'url'   => esc_url_raw( (string) ( $source['url'] ?? '' ) ),
						),
						is_array( $sources ) ? array_slice( array_values( $sources ), 0, 100 ) : array()
					),
					'prompt_tokens'     => (int) $row['prompt_tokens'],
					'completion_tokens' => (int) $row['completion_tokens'],
					'response_time_ms'  => (int) $row['response_time_ms'],
					'feedback'          => in_array( $row['feedback'], array( 'up', 'down' ), true ) ? $row['feedback'] : null,
					'feedback_comment'  => mb_substr( (string) $row['feedback_comment'], 0, 2000 ),
				);
			}
			$turns[] = $turn;
		}
		return $turns ? array(
			'key'   => $session,
			'turns' => $turns,
		) : null;
	}
}
