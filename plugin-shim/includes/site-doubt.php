<?php
/**
 * Asks the administrator whether a site whose address has changed was moved or copied.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

const SITE_DOUBT_ACTION = 'itih_site';

add_action( 'admin_notices', __NAMESPACE__ . '\\ask_moved_or_copied' );
add_action( 'admin_post_' . SITE_DOUBT_ACTION, __NAMESPACE__ . '\\answer_moved_or_copied' );

/**
 * Returns the precise reason for administrators; for others the chat is not available.
 */
function site_doubt_error(): \WP_Error {
	if ( ! current_user_can( 'manage_options' ) ) {
		return error( 'sidecar_unavailable' );
	}
	return new \WP_Error( 'wrong_site', site_doubt_sentence(), array( 'status' => contract()['errors']['wrong_site'] ) );
}

function site_doubt_sentence(): string {
	return sprintf(
		/* translators: 1: an address, such as https://example.com; 2: another one. */
		__( 'The chat is paused: it was set up for %1$s, and this site is at %2$s.', 'itih-rag-chat' ),
		recorded_site_url(),
		current_site_url()
	);
}

function ask_moved_or_copied(): void {
	if ( ! current_user_can( 'manage_options' ) || ! is_site_in_doubt() ) {
		return;
	}
	$choices = array(
		'moved'  => array( __( 'It was moved: keep everything', 'itih-rag-chat' ), 'button-secondary' ),
		'copied' => array( __( 'It is a copy: make it a site of its own', 'itih-rag-chat' ), 'button-primary' ),
	);
	printf(
		'<div class="notice notice-warning"><p><strong>%s</strong></p><p>%s</p><p>%s</p><form method="post" action="%s"><input type="hidden" name="action" value="%s">',
		esc_html__( 'Itih RAG Chat: was this site moved or copied?', 'itih-rag-chat' ),
		esc_html( site_doubt_sentence() ),
		esc_html__( 'A copy, such as a staging site, gets an identity and a secret of its own and needs a sidecar of its own. Until you answer, this site neither reads nor writes anything of the original.', 'itih-rag-chat' ),
		esc_url( admin_url( 'admin-post.php' ) ),
		esc_attr( SITE_DOUBT_ACTION )
	);
	wp_nonce_field( SITE_DOUBT_ACTION );
	echo '<p>';
	foreach ( $choices as $choice => list( $label, $class ) ) {
		printf( '<button class="button %s" name="itih_choice" value="%s">%s</button> ', esc_attr( $class ), esc_attr( $choice ), esc_html( $label ) );
	}
	echo '</p></form></div>';
}

function answer_moved_or_copied(): void {
	check_admin_referer( SITE_DOUBT_ACTION );
	if ( ! current_user_can( 'manage_options' ) ) {
		wp_die( esc_html( error_sentence( 'rest_forbidden' ) ), '', array( 'response' => 403 ) );
	}
	$choice = isset( $_POST['itih_choice'] ) ? sanitize_key( wp_unslash( $_POST['itih_choice'] ) ) : '';
	if ( is_site_in_doubt() ) {
		resolve_site_doubt( $choice );
	}
	wp_safe_redirect( admin_url( 'admin.php?page=' . ADMIN_PAGE ) );
	exit;
}

/**
 * @param string $choice moved or copied; anything else changes nothing.
 */
function resolve_site_doubt( string $choice ): void {
	if ( 'moved' === $choice ) {
		confirm_moved();
	} elseif ( 'copied' === $choice ) {
		confirm_copied();
	}
}

/**
 * Records a move: the site keeps its id and secret.
 */
function confirm_moved(): void {
	update_option( SITE_URL_OPTION, current_site_url(), true );
	// There is another web server before the site.
	update_option( TRANSPORT_OPTION, array(), true );
	unschedule_transport_test();
}

/**
 * Records a copy: the site gets its own id and secret, and its own sidecar indexes its content. A secret that
 * wp-config.php defines stays; the signing key differs because the id does.
 */
function confirm_copied(): void {
	update_option( SITE_ID_OPTION, wp_generate_uuid4(), true );
	update_option( SECRET_OPTION, bin2hex( random_bytes( 32 ) ), false );
	delete_option( CONTACT_OPTION );
	confirm_moved();
}
