<?php
/** Renders a post's content as an anonymous visitor sees it. */

declare( strict_types=1 );
namespace Itih\RagChat;
defined( 'ABSPATH' ) || exit;

/** Thrown when a post redirects or dies: visitors cannot read it, so no part of it may be indexed. */
final class Unreadable extends \RuntimeException {}

/**
 * Renders blocks and shortcodes, leaving out those that fail. Empty where a visitor would be redirected or refused: the text may
 * be for members only.
 */
function render_post( \WP_Post $post ): string {
	$previous   = $GLOBALS['post'] ?? null;
	$shortcodes = $GLOBALS['shortcode_tags'];
	$hooked     = clone $GLOBALS['wp_filter']['the_content'];
	$html       = run_guarded(
		$post,
		static function () use ( $post, $shortcodes ): string {
			// phpcs:disable WordPress.WP.GlobalVariablesOverride -- restored below.
			$GLOBALS['post']           = $post;
			$GLOBALS['shortcode_tags'] = array_map( static fn( $work ) => is_callable( $work ) ? catch_failures( $work ) : $work, $shortcodes );
			// phpcs:enable
			add_filter( 'pre_render_block', __NAMESPACE__ . '\\render_block_safely', PHP_INT_MAX, 3 );
			setup_postdata( $post );
			return (string) apply_filters( 'the_content', $post->post_content ); // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals -- core's.
		},
		null
	);

	// phpcs:disable WordPress.WP.GlobalVariablesOverride
	if ( null === $html ) {
		$GLOBALS['wp_filter']['the_content'] = $hooked; // Blocks take wpautop off and put it back later.
	}
	$GLOBALS['shortcode_tags'] = $shortcodes + $GLOBALS['shortcode_tags'];
	$GLOBALS['post']           = $previous;
	// phpcs:enable
	remove_filter( 'pre_render_block', __NAMESPACE__ . '\\render_block_safely', PHP_INT_MAX );
	if ( $previous instanceof \WP_Post ) {
		setup_postdata( $previous );
	}
	return $html ?? '';
}

/** Wraps a callback so that a failure is logged and gives ''. */
function catch_failures( callable $work ): callable {
	return static function ( ...$arguments ) use ( $work ) {
		$filters = $GLOBALS['wp_current_filter'];
		try {
			return call_user_func_array( $work, $arguments );
		} catch ( Unreadable $refusal ) {
			throw $refusal;
		} catch ( \Throwable $failure ) {
			$GLOBALS['wp_current_filter'] = $filters; // phpcs:ignore WordPress.WP.GlobalVariablesOverride -- as they were.
			log_failure( 'A part of post ' . get_the_ID() . ' could not be rendered', $failure->getMessage() );
			return '';
		}
	};
}

/** Renders a top-level block. Inner blocks are rendered by it, because they depend on its context. */
function render_block_safely( mixed $rendered, mixed $block, mixed $parent = null ): ?string {
	static $rendering = false;
	if ( null !== $rendered || null !== $parent || $rendering ) { return $rendered; }
	$rendering = true;
	try {
		return catch_failures( 'render_block' )( $block );
	} finally {
		$rendering = false;
	}
}

/**
 * Runs code of themes and other plugins so that it cannot break the answer to the sidecar: its output is dropped, and if it
 * throws, redirects or dies, the fallback is returned.
 */
function run_guarded( \WP_Post $post, callable $work, mixed $fallback ): mixed {
	$level   = ob_get_level();
	$filters = $GLOBALS['wp_current_filter'];
	$throw   = static function (): void {
		throw new Unreadable( 'Its content redirects or dies.' );
	};
	$die     = static fn(): callable => $throw;
	add_filter( 'wp_redirect', $throw );
	add_filter( 'wp_die_handler', $die );
	add_filter( 'wp_die_json_handler', $die );
	add_filter( 'itih_show_chat', '__return_false', PHP_INT_MAX );
	ob_start();
	try {
		return $work();
	} catch ( \Throwable $failure ) {
		$GLOBALS['wp_current_filter'] = $filters; // phpcs:ignore WordPress.WP.GlobalVariablesOverride -- as they were.
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

/** Writes to PHP's error log under WP_DEBUG. */
function log_failure( string $what, string $why ): void {
	if ( defined( 'WP_DEBUG' ) && WP_DEBUG ) {
		error_log( 'itih-rag-chat: ' . $what . ': ' . $why ); // phpcs:ignore WordPress.PHP.DevelopmentFunctions -- only under WP_DEBUG.
	}
}
