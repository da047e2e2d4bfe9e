<?php
/**
 * Notice on the dashboard and the list of plugins when the chat does not work, with the command that starts it.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

/** User option of each site: the outage whose notice was dismissed. */
const DISMISSED_OPTION = 'itih_dismissed';

add_action( 'admin_notices', __NAMESPACE__ . '\\notice_missing_sidecar' );
add_action( 'admin_post_itih_dismiss', __NAMESPACE__ . '\\dismiss_notice' );

function notice_missing_sidecar(): void {
	$screen = get_current_screen();
	if ( ! $screen || ! in_array( $screen->id, array( 'dashboard', 'plugins' ), true ) || ! current_user_can( 'manage_options' ) ) {
		return;
	}
	if ( is_site_in_doubt() || ! is_outage( contact() ) ) {
		return;
	}
	// The recorded state may be an hour old.
	probe();
	$contact = contact();
	$outage  = outage_name( $contact );
	if ( ! is_outage( $contact ) || '' === $contact['reason'] || get_user_option( DISMISSED_OPTION ) === $outage ) {
		return;
	}
	$fresh = 0 === $contact['at'];
	printf(
		'<div class="notice %1$s itih-outage" style="position:relative;padding-inline-end:38px"><p><strong>%2$s</strong> %3$s</p>%4$s<a class="notice-dismiss" style="text-decoration:none" href="%5$s"><span class="screen-reader-text">%6$s</span></a></div>',
		esc_attr( $fresh ? 'notice-info' : 'notice-error' ),
		esc_html( $fresh ? __( 'Itih RAG Chat is not connected yet, so visitors do not see the chat.', 'itih-rag-chat' ) : outage_sentence( $contact ) ),
		esc_html( contact_sentence( $contact ) ),
		how_to_start( $contact ), // phpcs:ignore WordPress.Security.EscapeOutput -- escaped there.
		esc_url( wp_nonce_url( admin_url( 'admin-post.php?action=itih_dismiss&outage=' . $outage ), 'itih_dismiss' ) ),
		esc_html__( 'Dismiss this notice.', 'itih-rag-chat' )
	);
}

/**
 * Whether the sidecar has not answered for an hour, or never.
 *
 * @param array{at: int, since: int, reason: string} $contact
 */
function is_outage( array $contact ): bool {
	$works_until = '' === $contact['reason'] ? $contact['at'] : min( $contact['at'], $contact['since'] );
	return $works_until < time() - HOUR_IN_SECONDS;
}

/**
 * Returns the name by which a user dismisses an outage; each outage has its own.
 *
 * @param array{at: int, since: int} $contact
 */
function outage_name( array $contact ): string {
	return 0 === $contact['at'] ? 'never' : (string) $contact['since'];
}

/**
 * @param array{at: int, since: int} $contact
 */
function outage_sentence( array $contact ): string {
	/* translators: %s: a length of time, such as "3 hours". */
	$sentence = __( 'The chat of this site has not worked for %s: visitors are told that it is not available.', 'itih-rag-chat' );
	return sprintf( $sentence, human_time_diff( min( $contact['at'], $contact['since'] ) ) );
}

/**
 * Returns the command that starts the sidecar, where that helps, and a link to the page of the chat.
 *
 * @param array{reason: string} $contact
 * @return string Markup.
 */
function how_to_start( array $contact ): string {
	$link = sprintf( '<p><a href="%s">%s</a></p>', esc_url( admin_url( 'admin.php?page=' . ADMIN_PAGE ) ), esc_html__( 'Open the page of the chat', 'itih-rag-chat' ) );
	if ( 'unreachable' !== $contact['reason'] ) {
		return $link;
	}
	$command = start_command();
	if ( '' === $command ) {
		return '<p>' . esc_html( missing_program_sentence() ) . '</p>' . $link;
	}
	return sprintf( '<p>%s</p><p><code dir="ltr">%s</code></p>', esc_html__( 'Start it on the server:', 'itih-rag-chat' ), esc_html( $command ) ) . $link;
}

function missing_program_sentence(): string {
	return __( 'The program of the sidecar is not on this server. It is in the release of Itih RAG Chat, in the folder "sidecar", and in its source, in the folder "server".', 'itih-rag-chat' );
}

function dismiss_notice(): void {
	check_admin_referer( 'itih_dismiss' );
	$outage = isset( $_GET['outage'] ) ? sanitize_key( wp_unslash( $_GET['outage'] ) ) : '';
	if ( current_user_can( 'manage_options' ) && '' !== $outage ) {
		update_user_option( get_current_user_id(), DISMISSED_OPTION, $outage );
	}
	$back = wp_get_referer();
	wp_safe_redirect( $back ? $back : admin_url() );
	exit;
}
