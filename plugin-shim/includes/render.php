<?php
/**
 * A post's content as an anonymous visitor sees it.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

/**
 * Blocks and shortcodes done; where they fail, the content as typed stands in.
 */
function render_post( \WP_Post $post ): string {
	$previous = $GLOBALS['post'] ?? null;
	$html     = sheltered(
		$post,
		static function () use ( $post ): string {
			$GLOBALS['post'] = $post; // phpcs:ignore WordPress.WP.GlobalVariablesOverride -- as the loop does; given back below.
			setup_postdata( $post );
			return (string) apply_filters( 'the_content', $post->post_content ); // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals -- core's.
		},
		null
	);

	$GLOBALS['post'] = $previous; // phpcs:ignore WordPress.WP.GlobalVariablesOverride
	if ( $previous instanceof \WP_Post ) {
		setup_postdata( $previous );
	}
	return $html ?? wp_kses_post( strip_shortcodes( $post->post_content ) );
}

/**
 * Runs code of themes and other plugins so that it cannot break the answer to the sidecar: what it
 * echoes is dropped, and where it throws, redirects or dies, the fallback is the result.
 *
 * @param mixed $fallback
 * @return mixed
 */
function sheltered( \WP_Post $post, callable $work, $fallback ) {
	$level = ob_get_level();
	$throw = static function (): void {
		throw new \RuntimeException( 'Content may not redirect or die.' );
	};
	$die   = static fn(): callable => $throw;

	add_filter( 'wp_redirect', $throw );
	add_filter( 'wp_die_handler', $die );
	add_filter( 'wp_die_json_handler', $die );
	add_filter( 'itih_show_chat', '__return_false', PHP_INT_MAX );
	ob_start();
	try {
		return $work();
	} catch ( \Throwable $failure ) {
		log_failure( 'Post ' . $post->ID . ' could not be rendered', $failure->getMessage() );
		return $fallback;
	} finally {
		while ( ob_get_level() > $level && ob_end_clean() ) {
			continue;
		}
		remove_filter( 'wp_redirect', $throw );
		remove_filter( 'wp_die_handler', $die );
		remove_filter( 'wp_die_json_handler', $die );
		remove_filter( 'itih_show_chat', '__return_false', PHP_INT_MAX );
	}
}

/**
 * For the developer's log only.
 */
function log_failure( string $what, string $why ): void {
	if ( defined( 'WP_DEBUG' ) && WP_DEBUG ) {
		error_log( 'itih-rag-chat: ' . $what . ': ' . $why ); // phpcs:ignore WordPress.PHP.DevelopmentFunctions -- only under WP_DEBUG.
	}
}
