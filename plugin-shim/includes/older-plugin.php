<?php
/**
 * Leads the owner from the plugin "ItihRag AI Chatbot" (version 1.1) to this one, and takes over its documents,
 * conversations and settings. That plugin has the same REST namespace, so that only one of the two can answer. Its data
 * is only read: https://github.com/mahavirvataliya/openrag-ai-chatbot, includes/class-settings.php and
 * includes/Database/class-schema.php.
 *
 * phpcs:disable WordPress.DB -- tables of another plugin, whose names are made of the prefix alone; read once.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

/** Report of the last import. */
const IMPORT_OPTION = 'itih_import';
const IMPORT_ACTION = 'itih_import';

add_action( 'admin_post_' . IMPORT_ACTION, __NAMESPACE__ . '\\import_in_browser' );
add_action( 'admin_notices', __NAMESPACE__ . '\\print_import_report' );

/** Whether the site has tables of that plugin. */
function has_older_data(): bool {
	global $wpdb;
	$table = $wpdb->prefix . 'openrag_documents';
	// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- a table of another plugin.
	return $wpdb->get_var( $wpdb->prepare( 'SHOW TABLES LIKE %s', $wpdb->esc_like( $table ) ) ) === $table;
}

function older_plugin_sentence(): string {
	return __( 'Both plugins answer at the same addresses. The chat of "ItihRag AI Chatbot" goes on, and this one stays hidden until the other is deactivated. Its data stays where it is.', 'itih-rag-chat' );
}

/**
 * Returns the notice while that plugin is active, as current_trouble() does.
 */
function older_plugin_trouble(): ?array {
	if ( ! is_older_plugin_active() ) {
		return null;
	}
	$file   = defined( 'ITIH_BASENAME' ) ? (string) constant( 'ITIH_BASENAME' ) : '';
	$switch = current_user_can( 'deactivate_plugin', $file )
		? sprintf( '<a class="button" href="%s">%s</a> ', esc_url( wp_nonce_url( admin_url( 'plugins.php?action=deactivate&plugin=' . rawurlencode( $file ) ), 'deactivate-plugin_' . $file ) ), esc_html__( 'Deactivate "ItihRag AI Chatbot"', 'itih-rag-chat' ) )
		: '';
	return array(
		'name'   => 'older',
		'level'  => 'notice-error',
		'title'  => __( 'Itih RAG Chat: the plugin "ItihRag AI Chatbot" is active, too.', 'itih-rag-chat' ),
		'says'   => older_plugin_sentence(),
		'markup' => import_form( $switch ),
	);
}

/**
 * Returns the offer to take over what that plugin knows, as current_trouble() does; null once it was taken over.
 */
function import_offer(): ?array {
	$report = get_option( IMPORT_OPTION );
	if ( ! had_contact() || ( is_array( $report ) && 'success' === end( $report )[0] ) || ! has_older_data() ) {
		return null;
	}
	return array(
		'name'   => 'import',
		'level'  => 'notice-info',
		'title'  => __( 'Itih RAG Chat can take over what "ItihRag AI Chatbot" knows.', 'itih-rag-chat' ),
		'says'   => __( 'The data of that plugin stays as it is.', 'itih-rag-chat' ),
		'markup' => import_form( '' ),
	);
}

/**
 * @param string $before Markup of a further button.
 */
function import_form( string $before ): string {
	if ( ! had_contact() || ! has_older_data() ) {
		return '<p>' . $before . '</p>';
	}
	return sprintf(
		'<form method="post" action="%s"><p>%s<input type="hidden" name="action" value="%s">%s<button class="button button-primary">%s</button></p></form>',
		esc_url( admin_url( 'admin-post.php' ) ),
		$before,
		esc_attr( IMPORT_ACTION ),
		wp_nonce_field( IMPORT_ACTION, '_wpnonce', true, false ),
		esc_html__( 'Take over its settings, documents and conversations', 'itih-rag-chat' )
	);
}

function import_in_browser(): void {
	check_admin_referer( IMPORT_ACTION );
	if ( ! current_user_can( 'manage_options' ) ) {
		wp_die( esc_html( error_sentence( 'rest_forbidden' ) ), '', array( 'response' => 403 ) );
	}
	update_option( IMPORT_OPTION, Importer::run( false ), false );
	wp_safe_redirect( admin_url( '?itih_imported=1' ) );
	exit;
}

function print_import_report(): void {
	// phpcs:ignore WordPress.Security.NonceVerification -- only shown.
	$report = isset( $_GET['itih_imported'] ) && current_user_can( 'manage_options' ) ? get_option( IMPORT_OPTION ) : null;
	if ( ! is_array( $report ) ) {
		return;
	}
	$kinds = array_column( $report, 0 );
	printf( '<div class="notice notice-%s">', in_array( 'error', $kinds, true ) ? 'error' : ( in_array( 'warning', $kinds, true ) ? 'warning' : 'success' ) );
	foreach ( array_column( $report, 1 ) as $text ) {
		printf( '<p>%s</p>', esc_html( $text ) );
	}
	echo '</div>';
}

function check_older(): array {
	return finding( 'critical', __( 'The plugin "ItihRag AI Chatbot" is active, too', 'itih-rag-chat' ), older_plugin_sentence(), __( 'Deactivate "ItihRag AI Chatbot". What it knows is taken over on the dashboard, or with: wp itih import', 'itih-rag-chat' ) );
}

/** Providers there and here, with the beginning of the names of their settings there. */
const IMPORTED_PROVIDERS = array(
	'openai'            => array( 'openai', 'openai' ),
	'groq'              => array( 'groq', 'groq' ),
	'openai-compatible' => array( 'openai_compatible', 'compatible' ),
	'compatible'        => array( 'openai_compatible', 'compatible' ),
	'anthropic'         => array( 'anthropic', 'anthropic' ),
	'cloudflare'        => array( 'workers_ai', 'cloudflare' ),
	'ollama'            => array( 'ollama', 'ollama' ),
);

/** Addresses that are a vendor's own, so that they need not be stored. */
const USUAL_ADDRESSES = array( 'https://api.openai.com/v1', 'https://api.groq.com/openai/v1', 'https://api.anthropic.com/v1' );

/**
 * Returns a patch for each group of settings that the other plugin has stored. Sizes of chunks and minimum scores are
 * left out, because they mean something else here; so is a hosted index, whose vectors have another form.
 *
 * @return array<string, array>
 */
function imported_settings(): array {
	$chat     = imported_group( 'chat' );
	$indexing = imported_group( 'indexing' );
	$look     = imported_group( 'appearance' );
	$patches  = array(
		'chat'       => imported_values(
			$chat,
			array(
				'system_prompt'    => 'system_prompt',
				'temperature'      => 'temperature',
				'max_tokens'       => 'max_tokens',
				'history_turns'    => 'history_turns',
				'top_k'            => 'top_k',
				'citations'        => 'citations',
				'reasoning'        => 'reasoning',
				'reasoning_effort' => 'reasoning_effort',
			)
		),
		'limits'     => imported_values(
			$chat,
			array(
				'per_ip_max'      => 'rate_limit_max',
				'per_ip_window_s' => 'rate_limit_window',
			)
		),
		'appearance' => imported_values(
			$chat + $look,
			array(
				'bot_name'    => 'bot_name',
				'welcome'     => 'welcome_message',
				'position'    => 'launcher_position',
				'show_credit' => 'show_credit',
				'theme'       => 'theme',
				'avatar'      => 'avatar',
				'logo'        => 'logo',
			)
		),
		'indexing'   => imported_values( $indexing, array( 'auto_index' => 'auto_index' ) ),
		'llm'        => imported_provider( imported_group( 'providers' ), 'llm_provider' ),
		'embeddings' => imported_provider( imported_group( 'embeddings' ), 'embedding_provider' ),
	);
	if ( is_array( $indexing['post_types'] ?? null ) ) {
		$patches['indexing']['post_types'] = array_values( array_map( 'strval', $indexing['post_types'] ) );
	}
	return array_filter( $patches );
}

function imported_group( string $name ): array {
	$stored = get_option( 'itih_' . $name );
	return is_array( $stored ) ? $stored : array();
}

/**
 * Takes values of a group as the type that they have here.
 *
 * @param array<string, mixed>  $group There.
 * @param array<string, string> $names Here => there.
 */
function imported_values( array $group, array $names ): array {
	$defaults = array_merge( ...array_values( array_map( static fn( $values ): array => (array) $values, contract()['settings'] ) ) );
	$values   = array();
	foreach ( $names as $here => $there ) {
		$value = $group[ $there ] ?? '';
		if ( ! is_scalar( $value ) || '' === $value ) {
			continue;
		}
		$default = $defaults[ $here ] ?? '';
		if ( is_bool( $default ) ) {
			$values[ $here ] = '1' === (string) $value;
		} elseif ( is_string( $default ) ) {
			$values[ $here ] = (string) $value;
		} else {
			$values[ $here ] = $value + 0;
		}
	}
	return $values;
}

/**
 * Returns the chosen provider with its model and its key.
 *
 * @param array<string, mixed> $group There.
 */
function imported_provider( array $group, string $choice ): array {
	$known = IMPORTED_PROVIDERS[ (string) ( $group[ $choice ] ?? '' ) ] ?? null;
	if ( null === $known ) {
		return array();
	}
	list( $provider, $start ) = $known;

	$text    = static fn( string $name ): string => is_string( $group[ $name ] ?? null ) ? untrailingslashit( $group[ $name ] ) : '';
	$address = $text( $start . '_base_url' );
	$model   = $text( $start . '_model' );
	if ( 'cloudflare' === $start && '' === $model ) {
		$model = $text( 'cloudflare_llm_model' );
	}
	$values = array_filter(
		array(
			'api_key'    => $text( 'cloudflare' === $start ? 'cloudflare_token' : $start . '_api_key' ),
			'base_url'   => in_array( $address, USUAL_ADDRESSES, true ) ? '' : $address,
			'model'      => $model,
			'account_id' => 'cloudflare' === $start ? $text( 'cloudflare_account' ) : '',
		),
		'strlen'
	);
	return array(
		'provider' => $provider,
		$provider  => $values,
	);
}

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
