<?php
/**
 * Bridge routes for settings, files of the media library and mails to the owner. The contract is
 * server/contract/bridge.ts.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

function bridge_get_settings(): \WP_REST_Response {
	return bridge_response(
		array(
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
				'oauth'             => array(
					'redirect_url' => oauth_redirect_url(),
					'client_url'   => oauth_client_url(),
				),
				'nonce'             => anonymous_nonce_rules(),
				'words'             => (object) owner_words(),
			),
		)
	);
}

/**
 * PUT bridge/settings: stores the settings unchanged; the sidecar has validated and normalised them.
 *
 * @return \WP_REST_Response|\WP_Error
 */
function bridge_put_settings( \WP_REST_Request $request ) {
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
 * @param mixed $data
 */
function bridge_response( $data ): \WP_REST_Response {
	return new \WP_REST_Response( $data );
}

const ATTACHMENT_LIMIT = 50 * MB_IN_BYTES;

add_filter( 'upload_mimes', __NAMESPACE__ . '\\allow_markdown', 10, 2 );

/**
 * Lets administrators upload Markdown, which WordPress does not know. The MIME type is `text/plain`, because
 * WordPress compares it with the type that it detects in the file.
 *
 * @param array<string, string>  $types By extension.
 * @param int|\WP_User|null      $user  Who uploads.
 * @return array<string, string>
 */
function allow_markdown( $types, $user = null ): array {
	$types = (array) $types;
	if ( user_can( $user ?? wp_get_current_user(), 'manage_options' ) ) {
		$types['md|markdown'] = 'text/plain';
	}
	return $types;
}

/**
 * GET bridge/attachments/<id>
 *
 * @return \WP_REST_Response|\WP_Error
 */
function bridge_attachment( \WP_REST_Request $request ) {
	$id   = (int) $request['id'];
	$file = attachment_file( $id );
	if ( is_wp_error( $file ) ) {
		return $file;
	}
	return bridge_response(
		array(
			'id'        => $id,
			'title'     => plain_text( get_the_title( $id ) ),
			'filename'  => wp_basename( $file ),
			'mime_type' => (string) get_post_mime_type( $id ),
			'url'       => (string) wp_get_attachment_url( $id ),
			'bytes'     => (int) filesize( $file ),
		)
	);
}

/**
 * GET bridge/attachments/<id>/file
 *
 * @return \WP_REST_Response|\WP_Error
 */
function bridge_attachment_file( \WP_REST_Request $request ) {
	$file = attachment_file( (int) $request['id'] );
	if ( is_wp_error( $file ) ) {
		return $file;
	}
	$response = bridge_response( null );
	$response->header( 'Content-Type', 'application/octet-stream' );
	add_filter(
		'rest_pre_serve_request',
		static function ( $served, $result ) use ( $response, $file ) {
			if ( $result !== $response ) {
				return $served;
			}
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

/**
 * Returns the path of an attachment that exists, is public and lies inside the uploads folder.
 *
 * @return string|\WP_Error
 */
function attachment_file( int $id ) {
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
 *
 * @param callable $write   Returns the subject, with %s for the site's name, and the paragraphs.
 * @param string[] $headers
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

/**
 * @return \WP_REST_Response|\WP_Error
 */
function bridge_tell_budget( \WP_REST_Request $request ) {
	$unit    = $request['unit'];
	$used    = $request['used'];
	$limit   = $request['limit'];
	$ends_at = is_string( $request['ends_at'] ) ? strtotime( $request['ends_at'] ) : false;
	if ( ! in_array( $unit, array( 'day', 'month' ), true ) || ! is_int( $used ) || ! is_int( $limit ) || false === $ends_at ) {
		return error( 'invalid_request' );
	}
	return bridge_response( array( 'sent' => mail_budget( 'day' === $unit, $used, $limit, $ends_at ) ) );
}

/**
 * @param int $ends_at Unix time.
 */
function mail_budget( bool $is_day, int $used, int $limit, int $ends_at ): bool {
	return mail_owner(
		(string) get_option( 'admin_email' ),
		static fn(): array => array(
			/* translators: %s: the site's name. */
			$is_day ? __( '[%s] The chat has almost used today\'s tokens', 'itih-rag-chat' ) : __( '[%s] The chat has almost used this month\'s tokens', 'itih-rag-chat' ),
			budget_paragraphs( $is_day, $used, $limit, $ends_at ),
		)
	);
}

/**
 * @return string[]
 */
function budget_paragraphs( bool $is_day, int $used, int $limit, int $ends_at ): array {
	$used_text  = number_format_i18n( $used );
	$limit_text = number_format_i18n( $limit );
	$ends_text  = wp_date( get_option( 'date_format' ) . ' ' . get_option( 'time_format' ), $ends_at );
	return array(
		$is_day
			/* translators: 1: number of tokens used. 2: number of tokens allowed. */
			? sprintf( __( 'Today the chat has used %1$s of the %2$s tokens that you allow it in a day.', 'itih-rag-chat' ), $used_text, $limit_text )
			/* translators: 1: number of tokens used. 2: number of tokens allowed. */
			: sprintf( __( 'This month the chat has used %1$s of the %2$s tokens that you allow it in a month.', 'itih-rag-chat' ), $used_text, $limit_text ),
		/* translators: %s: date and time. */
		sprintf( __( 'When they are used up, the built-in answers take over at no cost if you keep them in reserve. Otherwise the chat tells visitors that it has reached its limit. The next tokens come by themselves: %s.', 'itih-rag-chat' ), $ends_text ),
		__( 'To change the limit, open the settings:', 'itih-rag-chat' ) . "\n" . admin_url( 'admin.php?page=' . SETTINGS_PAGE . '&tab=limits' ),
	);
}

/**
 * The recipient is read here, so that nothing that is sent can change it.
 *
 * @return \WP_REST_Response|\WP_Error
 */
function bridge_mail_conversation( \WP_REST_Request $request ) {
	$to    = (string) settings_group( 'chat' )['mail_to'];
	$email = $request['email'];
	$note  = $request['note'];
	$page  = $request['page_url'];
	$turns = $request['turns'];
	if ( ! is_email( $to ) ) {
		return error( 'not_configured' );
	}
	// Plugins can filter is_email(). Without these the address cannot become another header or a further recipient.
	if ( ! is_string( $email ) || is_email( $email ) !== $email || preg_match( '/[\s,;<>"]/', $email ) ) {
		return error( 'invalid_request' );
	}
	if ( ! is_string( $note ) || ! is_string( $page ) || ! is_array( $turns ) ) {
		return error( 'invalid_request' );
	}
	$is_sent = mail_owner(
		$to,
		static fn(): array => array(
			/* translators: %s: the site's name. */
			__( '[%s] A visitor of the chat asks for a person', 'itih-rag-chat' ),
			conversation_paragraphs( $email, $note, $page, $turns ),
		),
		array( 'Reply-To: ' . $email )
	);
	return bridge_response( array( 'sent' => $is_sent ) );
}

/**
 * @param array $turns Each with a role and a content.
 * @return string[]
 */
function conversation_paragraphs( string $email, string $note, string $page, array $turns ): array {
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
	return $paragraphs;
}
