<?php
/** A page with the theme's styles and the chat, which settings, first steps and the block show in a frame. */

declare( strict_types=1 );
namespace Itih\RagChat;
defined( 'ABSPATH' ) || exit;

const PREVIEW = 'itih_preview';

add_action( 'template_redirect', __NAMESPACE__ . '\\print_preview', 0 );

/** @param string $mode floating, or inline: the chat alone. */
function preview_url( string $mode ): string {
	return add_query_arg( array( PREVIEW => $mode, '_wpnonce' => wp_create_nonce( PREVIEW ) ), home_url( '/' ) );
}

/** Whether the request asks for the preview and may have it, as who edits posts. To all others the address is that of the front page. */
function is_preview(): bool {
	$nonce = isset( $_GET['_wpnonce'] ) && is_string( $_GET['_wpnonce'] ) ? sanitize_text_field( wp_unslash( $_GET['_wpnonce'] ) ) : '';
	return isset( $_GET[ PREVIEW ] ) && current_user_can( 'edit_posts' ) && wp_verify_nonce( $nonce, PREVIEW );
}

function print_preview(): void {
	if ( ! is_preview() ) { return; }
	nocache_headers();
	// Before 6.3 WordPress leaves it to caches. https://developer.wordpress.org/reference/functions/wp_get_nocache_headers/
	header( 'Cache-Control: no-cache, must-revalidate, max-age=0, no-store, private' );
	header( 'X-Frame-Options: SAMEORIGIN' );
	header( "Content-Security-Policy: frame-ancestors 'self' " . admin_origin() );
	add_filter( 'show_admin_bar', '__return_false' );
	add_filter( 'wp_robots', 'wp_robots_no_robots' );
	remove_action( 'wp_footer', __NAMESPACE__ . '\\print_floating_chat' );
	$mode = 'inline' === sanitize_key( wp_unslash( $_GET[ PREVIEW ] ?? '' ) ) ? 'inline' : 'floating'; // phpcs:ignore WordPress.Security.NonceVerification -- is_preview() has checked it.
	$chat = chat_element( $mode );
	wp_enqueue_script( 'itih-preview', plugins_url( 'preview.js', PLUGIN_FILE ), array(), VERSION, false );
	$data = array(
		'origin'   => admin_origin(),
		'question' => __( 'When are you open?', 'itih-rag-chat' ),
		/* translators: [1] is the number of a source, and stays. */
		'answer'   => __( 'This is how an answer looks, with **the source** it comes from. [1]', 'itih-rag-chat' ),
		'source'   => array( 'title' => wp_specialchars_decode( get_bloginfo( 'name' ), ENT_QUOTES ), 'url' => home_url( '/' ) ),
	);
	wp_add_inline_script( 'itih-preview', 'window.itihPreview = ' . wp_json_encode( $data, JSON_HEX_TAG ) . ';', 'before' );
	?>
<!DOCTYPE html>
<html <?php language_attributes(); ?>>
<head>
<meta charset="<?php bloginfo( 'charset' ); ?>">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title><?php esc_html_e( 'Preview of the chat', 'itih-rag-chat' ); ?></title>
<?php wp_head(); ?>
</head>
<body <?php body_class(); ?>>
<?php if ( 'floating' === $mode ) : ?>
<main style="padding: 32px">
<h1><?php bloginfo( 'name' ); ?></h1>
<p><?php bloginfo( 'description' ); ?></p>
</main>
<?php endif; ?>
<?php
	echo $chat; // phpcs:ignore WordPress.Security.EscapeOutput -- escaped there.
	wp_footer();
?>
</body>
</html>
	<?php
	exit;
}

/** Returns the origin of the admin pages, which may differ from the site's. */
function admin_origin(): string {
	$parts = wp_parse_url( admin_url() );
	$port  = isset( $parts['port'] ) ? ':' . $parts['port'] : '';
	return ( $parts['scheme'] ?? 'http' ) . '://' . ( $parts['host'] ?? '' ) . $port;
}
