<?php
/**
 * The check of the way in which answers reach visitors.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

function check_streaming(): array {
	if ( is_wp_error( sidecar_status() ) ) {
		return unknown_finding( __( 'Streaming could not be measured', 'itih-rag-chat' ) );
	}
	$test = test_transport();
	if ( '' === $test['use'] ) {
		/* translators: %s: an error message. */
		$says = sprintf( __( 'The site could not call itself: %s', 'itih-rag-chat' ), $test['measured']['failure'] );
		return finding( 'unknown', __( 'Streaming could not be measured', 'itih-rag-chat' ), $says, __( 'Try the chat on a page: if whole answers appear at once, the host holds them back.', 'itih-rag-chat' ) );
	}
	/* translators: 1: number of frames. 2: milliseconds. 3: milliseconds. */
	$says  = sprintf( __( '%1$d parts that were sent within %2$d ms arrived within %3$d ms.', 'itih-rag-chat' ), $test['measured']['frames'], $test['measured']['sent_ms'], $test['measured']['arrived_ms'] );
	$says .= ' ' . transport_sentence( $test );
	if ( 'sync' === $test['use'] ) {
		return finding(
			'recommended',
			__( 'The host holds answers back until they are complete', 'itih-rag-chat' ),
			$says,
			__( 'Switch off buffering and compression for the path of the REST API in the web server or proxy (nginx: fastcgi_buffering off or proxy_buffering off; Cloudflare and others: no caching, no optimisation).', 'itih-rag-chat' )
		);
	}
	$reports = held_back()['count'];
	if ( $reports > 0 ) {
		/* translators: 1: number of reports. 2: number of days. */
		$told = sprintf( _n( '%1$d browser told within %2$d days that two answers came in one piece.', '%1$d browsers told within %2$d days that two answers came in one piece.', $reports, 'itih-rag-chat' ), $reports, HELD_BACK_DAYS );
		return finding(
			'recommended',
			__( 'Some visitors get answers in one piece', 'itih-rag-chat' ),
			$told . ' ' . $says,
			__( 'If it goes on, look at what is between visitors and this server, such as a CDN: it must not cache, compress or optimise the path of the REST API. The network of a company can do the same, which you cannot change.', 'itih-rag-chat' )
		);
	}
	return finding( 'good', __( 'Answers reach visitors word by word', 'itih-rag-chat' ), $says );
}

/** Says which way answers take, and why it is not a better one. */
function transport_sentence( array $test ): string {
	$ways = array(
		'edge'  => __( 'The web server leads the chat of anonymous visitors straight to the sidecar; no PHP worker is needed.', 'itih-rag-chat' ),
		'accel' => __( 'PHP checks each question, and nginx fetches the answer from the sidecar; no PHP worker waits.', 'itih-rag-chat' ),
		'relay' => __( 'PHP relays each answer, which takes one of its workers until the end.', 'itih-rag-chat' ),
		'sync'  => __( 'The chat asks for whole answers, because streams are held back.', 'itih-rag-chat' ),
	);
	$says = $ways[ $test['use'] ] ?? '';
	if ( isset( $test['why']['edge'] ) ) {
		/* translators: %s: a reason. */
		$says .= ' ' . sprintf( __( 'Not straight to the sidecar: %s', 'itih-rag-chat' ), $test['why']['edge'] );
	}
	if ( isset( $test['why']['accel'] ) ) {
		/* translators: %s: a reason. */
		$says .= ' ' . sprintf( __( 'Not through nginx after PHP: %s', 'itih-rag-chat' ), $test['why']['accel'] );
	}
	return 'edge' === $test['use'] ? $says : $says . ' ' . __( 'For many visitors at once, wp itih doctor --snippets=nginx (or apache, caddy) prints a configuration.', 'itih-rag-chat' );
}
