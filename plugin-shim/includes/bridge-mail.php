<?php
/**
 * POST bridge/mail: mails a visitor's conversation to the owner. The contract is server/contract/bridge.ts.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

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
