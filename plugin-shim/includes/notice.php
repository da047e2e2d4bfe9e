<?php
/**
 * One notice on the dashboard and the list of plugins when the chat does not work, with the step that helps, and the question
 * whether a site whose address has changed was moved or copied.
 */

declare( strict_types=1 );
namespace Itih\RagChat;
defined( 'ABSPATH' ) || exit;

const DISMISSED_OPTION = 'itih_dismissed'; // User option of each site: the trouble whose notice was dismissed, and until when.
const DISMISSED_FOR = WEEK_IN_SECONDS; // Seconds for which a dismissed notice stays away while its cause lasts.
const SETUP_TIME = DAY_IN_SECONDS; // Seconds after the first activation during which a missing sidecar is no trouble: it is being set up.

add_action( 'admin_notices', __NAMESPACE__ . '\\print_trouble' );
add_action( 'admin_post_itih_dismiss', __NAMESPACE__ . '\\dismiss_notice' );

/**
 * Prints one notice, for the worst trouble. The plugin's own screens say it themselves, but for another plugin that answers in
 * their place.
 */
function print_trouble(): void {
	$screen = get_current_screen();
	$is_own = $screen && str_contains( $screen->id, ADMIN_PAGE );
	if ( ! $screen || ! ( $is_own || in_array( $screen->id, array( 'dashboard', 'plugins' ), true ) ) || ! current_user_can( 'manage_options' ) ) {
		return;
	}
	$trouble = older_plugin_trouble() ?? ( $is_own ? null : current_trouble() ?? import_offer() );
	$dismissed = (array) get_user_option( DISMISSED_OPTION ) + array( 'name' => '', 'until' => 0 );
	if ( null === $trouble || ( $trouble['name'] === $dismissed['name'] && time() < (int) $dismissed['until'] ) ) {
		return;
	}
	printf(
		'<div class="notice %1$s itih-outage" style="position:relative;padding-inline-end:38px"><p><strong>%2$s</strong> %3$s</p>%4$s<a class="notice-dismiss" style="text-decoration:none" href="%5$s"><span class="screen-reader-text">%6$s</span></a></div>',
		esc_attr( $trouble['level'] ),
		esc_html( $trouble['title'] ),
		esc_html( $trouble['says'] ),
		$trouble['markup'], // phpcs:ignore WordPress.Security.EscapeOutput -- escaped where it is made.
		esc_url( wp_nonce_url( admin_url( 'admin-post.php?action=itih_dismiss&outage=' . $trouble['name'] ), 'itih_dismiss' ) ),
		esc_html__( 'Dismiss this notice for a week.', 'itih-rag-chat' )
	);
}

/** Describes a notice. @param string $markup Escaped. */
function trouble( string $name, string $level, string $title, string $says, string $markup = '' ): array {
	return compact( 'name', 'level', 'title', 'says', 'markup' );
}

/** Returns the worst trouble, or null. A site in doubt asks its own question instead. */
function current_trouble(): ?array {
	if ( is_site_in_doubt() ) { return null; }
	if ( is_outage( contact() ) || '' !== older_part( contact()['version'] ) ) {
		probe(); // The recorded state may be an hour old.
	}
	$contact = contact();
	$fresh   = 0 === $contact['at'];
	if ( in_array( $contact['reason'], LASTING_REASONS, true ) ) {
		return trouble( 'version', 'notice-error', __( 'Itih RAG Chat: visitors do not see the chat.', 'itih-rag-chat' ), contact_sentence( $contact ) . ' ' . next_step_for( $contact ) );
	}
	if ( is_outage( $contact ) && '' !== $contact['reason'] ) {
		/* translators: %s: a length of time, such as "3 hours". */
		$sentence = __( 'The chat of this site has not worked for %s: visitors are told that it is not available.', 'itih-rag-chat' );
		// Each outage has its own name, by which a user dismisses it.
		return $fresh
			? trouble( 'never', 'notice-info', __( 'Itih RAG Chat is not connected yet, so visitors do not see the chat.', 'itih-rag-chat' ), contact_sentence( $contact ), how_to_start( $contact ) )
			: trouble( (string) $contact['since'], 'notice-error', sprintf( $sentence, human_time_diff( min( $contact['at'], $contact['since'] ) ) ), contact_sentence( $contact ), how_to_start( $contact ) );
	}
	if ( '' !== transport()['refusal'] && 'logged_in' !== public_settings()['where']['audience'] ) {
		$refusal = look_for_refusal(); // The last look may be a day old.
		if ( '' !== $refusal ) {
			/* translators: %s: a message of another plugin. */
			$says = sprintf( __( 'A plugin closes the REST API to them: "%s" Have it leave out the routes of itih/v1.', 'itih-rag-chat' ), $refusal ) . ' ' . open_rest_sentence();
			return trouble( 'refusal', 'notice-error', __( 'Itih RAG Chat: visitors who are not logged in do not see the chat.', 'itih-rag-chat' ), $says );
		}
	}
	if ( '' !== $contact['reason'] ) { return null; }
	if ( '' !== older_part( $contact['version'] ) ) {
		return trouble( 'version-' . sanitize_key( $contact['version'] ), 'notice-warning', __( 'Itih RAG Chat works, but plugin and answer service have different versions.', 'itih-rag-chat' ), versions_sentence( $contact['version'] ) . ' ' . update_step( $contact['version'] ) );
	}
	$failure = get_option( VENDOR_OPTION );
	$link    = '<p>' . page_link( SETTINGS_PAGE, __( 'Check the key and the model in the settings', 'itih-rag-chat' ) ) . '</p>';
	return is_array( $failure ) ? trouble( 'vendor', 'notice-warning', __( 'Itih RAG Chat: a model that you chose does not answer.', 'itih-rag-chat' ), (string) $failure['says'], $link ) : null;
}

/** Whether the sidecar has not answered for an hour, or never since the day of the first activation. */
function is_outage( array $contact ): bool {
	if ( 0 === $contact['at'] ) { return (int) get_option( INSTALLED_OPTION, 0 ) < time() - SETUP_TIME; }
	$works_until = '' === $contact['reason'] ? $contact['at'] : min( $contact['at'], $contact['since'] );
	return $works_until < time() - HOUR_IN_SECONDS;
}

/** Returns markup with the command that starts the sidecar, where that helps, and a link to the page of the chat. */
function how_to_start( array $contact ): string {
	$link = '<p>' . ( 0 === $contact['at'] ? page_link( SETUP_PAGE, __( 'Open the first steps', 'itih-rag-chat' ) ) : page_link( ADMIN_PAGE, __( 'Open the page of the chat', 'itih-rag-chat' ) ) ) . '</p>';
	if ( 'unreachable' !== $contact['reason'] ) { return $link; }
	$command = start_command();
	$step    = '' === $command
		? esc_html( missing_program_sentence() )
		: sprintf( '%s</p><p><code dir="ltr">%s</code>', esc_html__( 'Start it on the server:', 'itih-rag-chat' ), esc_html( $command ) );
	return "<p>$step</p>$link";
}

function dismiss_notice(): void {
	check_admin_referer( 'itih_dismiss' );
	$outage = isset( $_GET['outage'] ) ? sanitize_key( wp_unslash( $_GET['outage'] ) ) : '';
	if ( current_user_can( 'manage_options' ) && '' !== $outage ) {
		update_user_option( get_current_user_id(), DISMISSED_OPTION, array( 'name' => $outage, 'until' => time() + DISMISSED_FOR ) );
	}
	wp_safe_redirect( wp_get_referer() ?: admin_url() );
	exit;
}

const SITE_DOUBT_ACTION = 'itih_site';

add_action( 'admin_notices', __NAMESPACE__ . '\\ask_moved_or_copied' );
add_action( 'admin_post_' . SITE_DOUBT_ACTION, __NAMESPACE__ . '\\answer_moved_or_copied' );

function ask_moved_or_copied(): void {
	if ( ! current_user_can( 'manage_options' ) || ! is_site_in_doubt() ) { return; }
	printf(
		'<div class="notice notice-warning"><p><strong>%s</strong></p><p>%s</p><p>%s</p><form method="post" action="%s"><input type="hidden" name="action" value="%s">%s<p><button class="button button-secondary" name="itih_choice" value="moved">%s</button> <button class="button button-primary" name="itih_choice" value="copied">%s</button></p></form></div>',
		esc_html__( 'Itih RAG Chat: was this site moved or copied?', 'itih-rag-chat' ),
		esc_html( site_doubt_sentence() ),
		esc_html__( 'A copy, such as a staging site, gets an identity and a secret of its own and needs an answer service of its own. Until you answer, this site neither reads nor writes anything of the original.', 'itih-rag-chat' ),
		esc_url( admin_url( 'admin-post.php' ) ),
		esc_attr( SITE_DOUBT_ACTION ),
		wp_nonce_field( SITE_DOUBT_ACTION, '_wpnonce', true, false ), // phpcs:ignore WordPress.Security.EscapeOutput -- core's markup.
		esc_html__( 'It was moved: keep everything', 'itih-rag-chat' ),
		esc_html__( 'It is a copy: make it a site of its own', 'itih-rag-chat' )
	);
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
 * Records whether the site was moved or copied; any other choice changes nothing. A copy gets an id and a secret of its own, and
 * its own sidecar indexes its content. A secret that wp-config.php defines stays; the signing key differs because the id does.
 */
function resolve_site_doubt( string $choice ): void {
	if ( ! in_array( $choice, array( 'moved', 'copied' ), true ) ) { return; }
	if ( 'copied' === $choice ) {
		update_option( SITE_ID_OPTION, wp_generate_uuid4(), true );
		update_option( SECRET_OPTION, bin2hex( random_bytes( 32 ) ), false );
		delete_option( CONTACT_OPTION );
	}
	update_option( SITE_URL_OPTION, current_site_url(), true );
	update_option( TRANSPORT_OPTION, array(), true ); // There is another web server before the site.
	wp_unschedule_hook( TRANSPORT_EVENT );
}
