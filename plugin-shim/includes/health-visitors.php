<?php
/**
 * The check of what visitors met today: whether they were turned away, and whether a vendor failed them.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

/** Says whether visitors of today were turned away or got answers of a model that stood in, and what to do. */
function check_visitors(): array {
	$status = sidecar_status();
	$today  = is_wp_error( $status ) ? null : ( $status['today'] ?? null );
	if ( ! is_array( $today ) ) {
		return unknown_finding( __( 'It is unknown whether visitors were turned away', 'itih-rag-chat' ) );
	}
	$refused = array_column( $today['turned_away'], 'count', 'reason' );
	foreach ( turned_away_remedies() as $reason => $next ) {
		$count = (int) ( $refused[ $reason ] ?? 0 );
		if ( $count > 0 ) {
			/* translators: %d: number of questions. */
			$says = sprintf( _n( '%d question was turned away today.', '%d questions were turned away today.', $count, 'itih-rag-chat' ), $count );
			return finding( 'recommended', __( 'Visitors of the chat were turned away', 'itih-rag-chat' ), $says . ' ' . waited_sentence( $today ), $next, 'starting' === $reason ? '' : SETTINGS_PAGE );
		}
	}
	$failed = array_sum( array_column( $today['failures'], 'count' ) );
	if ( $failed > 0 ) {
		$vendors = implode( ', ', array_unique( array_column( $today['failures'], 'provider' ) ) );
		/* translators: 1: number of calls. 2: names of vendors. */
		$says  = sprintf( _n( '%1$d call failed today: %2$s.', '%1$d calls failed today: %2$s.', $failed, 'itih-rag-chat' ), $failed, $vendors );
		$says .= $today['stood_in']['builtin'] > 0 ? ' ' . __( 'The built-in answers stand in.', 'itih-rag-chat' ) : '';
		return finding( 'recommended', __( 'A vendor of the chat failed visitors', 'itih-rag-chat' ), $says, __( 'The dashboard says how, and what to do; "Test" in the settings tries the vendor at once.', 'itih-rag-chat' ), SETTINGS_PAGE );
	}
	return finding( 'good', __( 'No visitor of the chat was turned away today', 'itih-rag-chat' ), waited_sentence( $today ) );
}

/** Returns what to do, by the reason for which visitors are turned away; the most frequent causes first. */
function turned_away_remedies(): array {
	return array(
		'relayed'  => __( 'No PHP worker was free to pass answers on. Lead the chat past PHP: the check "Streamed answers" says how. Or let more workers wait for answers, in the limits of the chat, or give PHP more of them.', 'itih-rag-chat' ),
		'total'    => __( 'As many answers were being written as the limit for all allows. Raise it in the limits of the chat if the server has room.', 'itih-rag-chat' ),
		'starting' => __( 'The processor of the sidecar was busy for too long. Give it a faster one, or start a second sidecar.', 'itih-rag-chat' ),
		'address'  => __( 'Many asked at one address, as in a company or a school. Raise the limit for one address.', 'itih-rag-chat' ),
	);
}

/** Says how many visitors waited; empty if none did. */
function waited_sentence( array $today ): string {
	$waited = (int) $today['waited'];
	/* translators: %d: number of visitors. */
	return 0 === $waited ? '' : sprintf( _n( '%d visitor waited, and was answered then.', '%d visitors waited, and were answered then.', $waited, 'itih-rag-chat' ), $waited );
}
