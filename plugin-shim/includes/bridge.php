<?php
/**
 * Bridge routes for settings with the keys of WordPress' own connectors, files of the media library and mails to the owner. The
 * contract is server/contract/bridge.ts.
 */

declare( strict_types=1 );
namespace Itih\RagChat;
defined( 'ABSPATH' ) || exit;

function bridge_get_settings(): array {
	return array(
		'settings'   => (object) restore_objects( stored_settings(), settings_shape() ),
		'connectors' => (object) sealed_connector_keys(),
		'site'       => array(
			'name'              => wp_specialchars_decode( get_bloginfo( 'name' ), ENT_QUOTES ),
			'home_url'          => home_url(),
			'locale'            => get_locale(),
			'time_zone'         => wp_timezone_string(),
			'wordpress_version' => get_bloginfo( 'version' ),
			'plugin_version'    => VERSION,
			'supports_ai'       => supports_ai(),
			'oauth'             => array( 'redirect_url' => oauth_redirect_url(), 'client_url' => oauth_client_url() ),
			'nonce'             => anonymous_nonce_rules(),
			'words'             => (object) owner_words(),
		),
	);
}

/** Stores the settings unchanged; the sidecar has validated and normalised them. */
function bridge_put_settings( \WP_REST_Request $request ): array|\WP_Error {
	$body     = $request->get_json_params();
	$settings = is_array( $body ) ? ( $body['settings'] ?? null ) : null;
	if ( ! is_array( $settings ) || ( $settings && array_is_a_list( $settings ) ) ) {
		return error( 'invalid_request' );
	}
	// The change comes from the sidecar, so no event tells it.
	Events::ignore_settings();
	update_option( SETTINGS_OPTION, $settings, false );
	return bridge_get_settings();
}

function array_is_a_list( array $items ): bool {
	return array_keys( $items ) === range( 0, count( $items ) - 1 );
}

/**
 * Returns the keys of the connectors (WordPress 7.0), each encrypted with the secret that the sidecar shares and bound to its
 * connector, in the form that server/secrets/secrets.ts opens: the bridge's answers may cross a network in clear.
 * @return array<string, string> By the connector's id.
 */
function sealed_connector_keys(): array {
	if ( ! function_exists( 'wp_get_connectors' ) || ! function_exists( 'openssl_encrypt' ) ) { return array(); }
	$sealed = array();
	foreach ( array_intersect_key( wp_get_connectors(), array_flip( CONNECTORS ) ) as $id => $connector ) {
		$text = connector_key( (array) ( $connector['authentication'] ?? array() ) );
		if ( '' !== $text ) {
			$key  = hash_hkdf( 'sha256', secret(), 32, 'itih-rag-chat secrets', '' );
			$iv   = random_bytes( 12 );
			$tag  = '';
			$body = (string) openssl_encrypt( $text, 'aes-256-gcm', $key, OPENSSL_RAW_DATA, $iv, $tag, "connector $id" );
			$sealed[ $id ] = 'enc:2:' . base64_encode( $iv . $tag . $body ); // phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions -- ciphertext is bytes.
		}
	}
	return $sealed;
}

/**
 * Returns a connector's key as core finds it: environment, constant, option (_wp_connectors_get_api_key_source()).
 * @param array<string, mixed> $authentication As the connector is registered.
 */
function connector_key( array $authentication ): string {
	if ( 'api_key' !== ( $authentication['method'] ?? '' ) ) { return ''; }
	$environment = (string) ( $authentication['env_var_name'] ?? '' );
	$constant    = (string) ( $authentication['constant_name'] ?? '' );
	$option      = (string) ( $authentication['setting_name'] ?? '' );
	// Environment and constants belong to the whole network, whose sidecars serve one site each.
	$candidates = array(
		'' !== $environment && ! is_multisite() ? getenv( $environment ) : '',
		'' !== $constant && ! is_multisite() && defined( $constant ) ? constant( $constant ) : '',
		'' !== $option ? get_option( $option, '' ) : '',
	);
	foreach ( $candidates as $candidate ) {
		if ( is_string( $candidate ) && '' !== trim( $candidate ) ) { return trim( $candidate ); }
	}
	return '';
}

const ATTACHMENT_LIMIT = 50 * MB_IN_BYTES;

add_filter( 'upload_mimes', __NAMESPACE__ . '\\allow_documents', 10, 2 );

/**
 * Lets administrators upload Markdown and e-books, which WordPress does not know. The MIME type of Markdown is `text/plain`,
 * because WordPress compares it with the type that it detects in the file.
 */
function allow_documents( mixed $types, mixed $user = null ): array {
	return ( user_can( $user ?? wp_get_current_user(), 'manage_options' ) ? array( 'md|markdown' => 'text/plain', 'epub' => 'application/epub+zip' ) : array() ) + (array) $types;
}

function bridge_attachment( \WP_REST_Request $request ): array|\WP_Error {
	$id   = (int) $request['id'];
	$file = attachment_file( $id );
	return is_wp_error( $file ) ? $file : array(
		'id'        => $id,
		'title'     => plain_text( get_the_title( $id ) ),
		'filename'  => wp_basename( $file ),
		'mime_type' => (string) get_post_mime_type( $id ),
		'url'       => (string) wp_get_attachment_url( $id ),
		'bytes'     => (int) filesize( $file ),
	);
}

function bridge_attachment_file( \WP_REST_Request $request ): \WP_REST_Response|\WP_Error {
	$file = attachment_file( (int) $request['id'] );
	if ( is_wp_error( $file ) ) { return $file; }
	$response = new \WP_REST_Response( null, 200, array( 'Content-Type' => 'application/octet-stream' ) );
	add_filter(
		'rest_pre_serve_request',
		static function ( $served, $result ) use ( $response, $file ) {
			if ( $result !== $response ) { return $served; }
			while ( ob_get_level() > 0 && ob_end_clean() ) {
				continue; // An output buffer would hold the whole file in memory.
			}
			readfile( $file ); // phpcs:ignore WordPress.WP.AlternativeFunctions -- passes it on without reading it into memory.
			return true;
		},
		10,
		2
	);
	return $response;
}

/** Returns the path of an attachment that exists, is public and lies inside the uploads folder. */
function attachment_file( int $id ): string|\WP_Error {
	$post    = get_post( $id );
	$path    = $post && 'attachment' === $post->post_type ? get_attached_file( $id ) : false;
	$file    = $path ? realpath( $path ) : false;
	$uploads = realpath( wp_upload_dir( null, false )['basedir'] );
	if ( ! $file || ! $uploads || ! str_starts_with( $file, $uploads . DIRECTORY_SEPARATOR ) || ! is_file( $file ) || ! is_public_file( $post ) ) {
		return error( 'not_found' );
	}
	return filesize( $file ) > ATTACHMENT_LIMIT ? error( 'too_large' ) : $file;
}

/**
 * Sends a mail as plain text, in the language of the user with the address, else in the site's.
 * https://developer.wordpress.org/reference/functions/switch_to_locale/
 *
 * Plugins that turn mails into HTML do so by a filter; in this one visitors' words would become markup.
 * https://developer.wordpress.org/reference/hooks/wp_mail_content_type/
 * @param callable $write Returns the subject, with %s for the site's name, and the paragraphs.
 */
function mail_owner( string $address, callable $write, array $headers = array() ): bool {
	$owner    = get_user_by( 'email', $address );
	$switched = switch_to_locale( $owner ? get_user_locale( $owner ) : get_locale() );
	$site     = wp_specialchars_decode( get_bloginfo( 'name' ), ENT_QUOTES );
	$is_plain = static fn(): string => 'text/plain';
	add_filter( 'wp_mail_content_type', $is_plain, PHP_INT_MAX );
	list( $subject, $paragraphs ) = $write();
	$is_sent                      = wp_mail( $address, sprintf( $subject, $site ), implode( "\n\n", $paragraphs ), $headers );
	remove_filter( 'wp_mail_content_type', $is_plain, PHP_INT_MAX );
	if ( $switched ) {
		restore_previous_locale();
	}
	return $is_sent;
}

function bridge_tell_budget( \WP_REST_Request $request ): array|\WP_Error {
	$unit    = $request['unit'];
	$used    = $request['used'];
	$limit   = $request['limit'];
	$ends_at = is_string( $request['ends_at'] ) ? strtotime( $request['ends_at'] ) : false;
	if ( ! in_array( $unit, array( 'day', 'month' ), true ) || ! is_int( $used ) || ! is_int( $limit ) || false === $ends_at ) {
		return error( 'invalid_request' );
	}
	return array( 'sent' => mail_owner( (string) get_option( 'admin_email' ), static fn(): array => budget_mail( 'day' === $unit, $used, $limit, $ends_at ) ) );
}

/** @param int $ends_at Unix time. @return array{string, string[]} See mail_owner(). */
function budget_mail( bool $is_day, int $used, int $limit, int $ends_at ): array {
	$used_text  = number_format_i18n( $used );
	$limit_text = number_format_i18n( $limit );
	$ends_text  = wp_date( get_option( 'date_format' ) . ' ' . get_option( 'time_format' ), $ends_at );
	return array(
		/* translators: %s: the site's name. */
		$is_day ? __( '[%s] The chat has almost used today\'s tokens', 'itih-rag-chat' ) : __( '[%s] The chat has almost used this month\'s tokens', 'itih-rag-chat' ),
		array(
			$is_day
				/* translators: 1: number of tokens used. 2: number of tokens allowed. */
				? sprintf( __( 'Today the chat has used %1$s of the %2$s tokens that you allow it in a day.', 'itih-rag-chat' ), $used_text, $limit_text )
				/* translators: 1: number of tokens used. 2: number of tokens allowed. */
				: sprintf( __( 'This month the chat has used %1$s of the %2$s tokens that you allow it in a month.', 'itih-rag-chat' ), $used_text, $limit_text ),
			/* translators: %s: date and time. */
			sprintf( __( 'When they are used up, the built-in answers take over at no cost if you keep them in reserve. Otherwise the chat tells visitors that it has reached its limit. The next tokens come by themselves: %s.', 'itih-rag-chat' ), $ends_text ),
			__( 'To change the limit, open the settings:', 'itih-rag-chat' ) . "\n" . admin_url( 'admin.php?page=' . SETTINGS_PAGE . '&tab=limits' ),
		),
	);
}

function bridge_tell_week( \WP_REST_Request $request ): array|\WP_Error {
	$conversations = $request['conversations'];
	$unanswered    = $request['unanswered'];
	if ( ! is_int( $conversations ) || ! is_int( $unanswered ) ) { return error( 'invalid_request' ); }
	return array( 'sent' => mail_owner( (string) get_option( 'admin_email' ), static fn(): array => week_mail( $conversations, $unanswered ) ) );
}

/** @return array{string, string[]} See mail_owner(). */
function week_mail( int $conversations, int $unanswered ): array {
	/* translators: %s: number of conversations. */
	$paragraphs = array( sprintf( _n( 'In the last seven days the chat had %s conversation.', 'In the last seven days the chat had %s conversations.', $conversations, 'itih-rag-chat' ), number_format_i18n( $conversations ) ) );
	if ( $unanswered > 0 ) {
		/* translators: %s: number of questions. */
		$paragraphs[] = sprintf( _n( '%s question has no good answer yet. Answer it here:', '%s questions have no good answer yet. Answer them here:', $unanswered, 'itih-rag-chat' ), number_format_i18n( $unanswered ) ) . "\n" . admin_url( 'admin.php?page=' . GAPS_PAGE );
	}
	$paragraphs[] = __( 'To get no more of these mails, switch them off in the settings:', 'itih-rag-chat' ) . "\n" . admin_url( 'admin.php?page=' . SETTINGS_PAGE );
	/* translators: %s: the site's name. */
	return array( __( '[%s] The week of your chat', 'itih-rag-chat' ), $paragraphs );
}

/** The recipient is read here, so that nothing that is sent can change it. */
function bridge_mail_conversation( \WP_REST_Request $request ): array|\WP_Error {
	$to    = (string) settings_group( 'chat' )['mail_to'];
	$email = $request['email'];
	$note  = $request['note'];
	$page  = $request['page_url'];
	$turns = $request['turns'];
	if ( ! is_email( $to ) ) { return error( 'not_configured' ); }
	// Plugins can filter is_email(). Without these the address cannot become another header or a further recipient.
	if ( ! is_string( $email ) || is_email( $email ) !== $email || preg_match( '/[\s,;<>"]/', $email ) ) {
		return error( 'invalid_request' );
	}
	if ( ! is_string( $note ) || ! is_string( $page ) || ! is_array( $turns ) ) { return error( 'invalid_request' ); }
	return array( 'sent' => mail_owner( $to, static fn(): array => conversation_mail( $email, $note, $page, $turns ), array( 'Reply-To: ' . $email ) ) );
}

/** @param array $turns Each with a role and a content. @return array{string, string[]} See mail_owner(). */
function conversation_mail( string $email, string $note, string $page, array $turns ): array {
	/* translators: %s: e-mail address. */
	$paragraphs = array( sprintf( __( 'A visitor of the chat asks for your answer: %s. A reply to this mail goes there.', 'itih-rag-chat' ), $email ) );
	if ( '' !== trim( $note ) ) {
		$paragraphs[] = __( 'Message:', 'itih-rag-chat' ) . "\n" . $note;
	}
	// The visitor's browser names the page: only this site's is shown.
	if ( wp_parse_url( $page, PHP_URL_HOST ) === wp_parse_url( home_url(), PHP_URL_HOST ) ) {
		$paragraphs[] = __( 'Page:', 'itih-rag-chat' ) . ' ' . esc_url_raw( $page, array( 'http', 'https' ) );
	}
	$paragraphs[] = __( 'The conversation:', 'itih-rag-chat' );
	foreach ( $turns as $turn ) {
		$who          = 'user' === ( $turn['role'] ?? '' ) ? __( 'Visitor:', 'itih-rag-chat' ) : __( 'Chat:', 'itih-rag-chat' );
		$paragraphs[] = $who . ' ' . ( is_string( $turn['content'] ?? null ) ? $turn['content'] : '' );
	}
	return array( /* translators: %s: the site's name. */ __( '[%s] A visitor of the chat asks for a person', 'itih-rag-chat' ), $paragraphs );
}
