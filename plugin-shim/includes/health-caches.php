<?php
/**
 * The check whether a cache answers in the place of the chat.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

/** Headers by which caches name themselves. */
const CACHE_HEADERS = array( 'x-litespeed-cache', 'cf-cache-status', 'x-varnish', 'x-cache', 'x-cache-status', 'x-proxy-cache', 'x-fastcgi-cache', 'age', 'via' );

/** Asks for a nonce twice as old programs do, and twice as the chat does: at an address that was never used before. */
function check_caches(): array {
	$plain = ask_session_twice( false );
	$fresh = ask_session_twice( true );
	if ( null === $plain || null === $fresh ) {
		return finding( 'unknown', __( 'It is unknown whether a cache stores answers of the chat', 'itih-rag-chat' ), __( 'The site could not compare two answers of its own.', 'itih-rag-chat' ), __( 'See the check "REST API of the chat" first.', 'itih-rag-chat' ) );
	}
	if ( ! $plain['stored'] && ! $fresh['stored'] ) {
		return finding( 'good', __( 'No cache stores answers of the chat', 'itih-rag-chat' ) );
	}
	/* translators: %s: an address. */
	$says = sprintf( __( 'Two calls of %s got the same answer.', 'itih-rag-chat' ), rest_url( contract()['namespace'] . '/session' ) );
	$next = cache_remedy( ( $fresh['stored'] ? $fresh : $plain )['headers'] );
	if ( $fresh['stored'] ) {
		return finding( 'critical', __( 'A cache answers in place of the chat', 'itih-rag-chat' ), $says . ' ' . __( 'Visitors get old answers, and those of others.', 'itih-rag-chat' ), $next );
	}
	return finding( 'recommended', __( 'A cache stores answers of the chat', 'itih-rag-chat' ), $says . ' ' . __( 'The chat itself asks at a new address each time, but other programs do not.', 'itih-rag-chat' ), $next );
}

/**
 * @param bool $is_fresh Whether each call has an address of its own.
 * @return array{stored: bool, headers: array<string, string>}|null Null if the answers cannot be compared.
 */
function ask_session_twice( bool $is_fresh ): ?array {
	$ids = array();
	for ( $n = 0; $n < 2; $n++ ) {
		$answer = loopback_get( '/session', $is_fresh ? array( '_' => wp_generate_uuid4() ) : array() );
		$ids[]  = is_wp_error( $answer ) ? '' : (string) wp_remote_retrieve_header( $answer, 'x-request-id' );
		if ( '' === $ids[ $n ] || 200 !== wp_remote_retrieve_response_code( $answer ) ) {
			return null;
		}
	}
	$headers = array();
	foreach ( CACHE_HEADERS as $name ) {
		$headers[ $name ] = (string) wp_remote_retrieve_header( $answer, $name );
	}
	return array(
		'stored'  => $ids[0] === $ids[1],
		'headers' => array_filter( $headers ),
	);
}

/**
 * Returns what ends it.
 *
 * @param array<string, string> $headers Of a stored answer.
 */
function cache_remedy( array $headers ): string {
	$path = (string) wp_parse_url( rest_url( contract()['namespace'] . '/' ), PHP_URL_PATH );
	if ( isset( $headers['x-litespeed-cache'] ) ) {
		/* translators: %s: beginning of a path. */
		return sprintf( __( 'In LiteSpeed Cache › Cache › Excludes, add %s to "Do Not Cache URIs", and purge the cache.', 'itih-rag-chat' ), $path );
	}
	if ( isset( $headers['cf-cache-status'] ) ) {
		/* translators: %s: beginning of a path. */
		return sprintf( __( 'In Cloudflare, add a cache rule that bypasses the cache for paths that start with %s, and purge the cache.', 'itih-rag-chat' ), $path );
	}
	/* translators: %s: beginning of a path. */
	$next = sprintf( __( 'Find the cache in front of WordPress, of a plugin, the web server, the host or a CDN. Have it leave out paths that start with %s, and empty it.', 'itih-rag-chat' ), $path );
	$told = array();
	foreach ( $headers as $name => $value ) {
		$told[] = $name . ': ' . sanitize_text_field( $value );
	}
	/* translators: %s: headers of an answer. */
	return $told ? $next . ' ' . sprintf( __( 'It names itself: %s', 'itih-rag-chat' ), implode( ', ', $told ) ) : $next;
}
