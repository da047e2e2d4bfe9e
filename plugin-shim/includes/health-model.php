<?php
/**
 * Checks whether the chosen vendors answer: a key may be refused, expired or out of credit. While the built-in model
 * stands in, visitors still get answers, so nobody else would tell the owner.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

/** Failure of a vendor at the last check: array{at: int, says: string}; missing while they answer. */
const VENDOR_OPTION = 'itih_vendor_failure';

/** Seconds: a server of one's own may take a minute for the first word. */
const VENDOR_TIMEOUT = 70;

add_action( RETENTION_EVENT, __NAMESPACE__ . '\\check_model' );

/**
 * Asks the chosen vendors for one word and one vector, and remembers a failure for the notice. Built-in and local
 * models need no call.
 */
function check_model(): array {
	$asked = array_filter( array( 'llm', 'embedding' ), static fn( string $scope ): bool => ! in_array( chosen_vendor( $scope ), array( 'builtin', 'local', 'none' ), true ) );
	if ( ! $asked ) {
		delete_option( VENDOR_OPTION );
		$local = 'local' === chosen_vendor( 'embedding' ) && had_contact() ? sidecar_data( 'GET', '/models/local' ) : array();
		if ( ! is_wp_error( $local ) && ! empty( $local['offer']['wanted'] ) && 'english' === ( settings_group( 'embeddings' )['local']['model'] ?? 'english' ) ) {
			return finding(
				'recommended',
				__( 'The chat finds pages in the language of this site by their words alone', 'itih-rag-chat' ),
				/* translators: %s: name of a model. */
				sprintf( __( 'Questions that use other words find less, until the model %s is on the sidecar\'s machine.', 'itih-rag-chat' ), $local['offer']['name'] ),
				__( 'Download it in the settings of the embeddings, or with "wp itih models download".', 'itih-rag-chat' ),
				SETTINGS_PAGE
			);
		}
		return finding( 'good', __( 'The chat needs no vendor', 'itih-rag-chat' ), __( 'Language model and embeddings run on your server, without a key.', 'itih-rag-chat' ) );
	}
	if ( ! had_contact() ) {
		return unknown_finding( __( 'It is unknown whether the vendors answer', 'itih-rag-chat' ) );
	}
	foreach ( $asked as $scope ) {
		$answer = sidecar_data( 'POST', '/admin/test', array(), array( 'scope' => $scope ), 'admin', VENDOR_TIMEOUT );
		if ( is_wp_error( $answer ) ) {
			return unknown_finding( __( 'It is unknown whether the vendors answer', 'itih-rag-chat' ), $answer->get_error_message() );
		}
		if ( empty( $answer['ok'] ) ) {
			return failed_vendor( $scope, (string) $answer['message'] );
		}
	}
	delete_option( VENDOR_OPTION );
	return finding( 'good', __( 'The vendors of the chat answer', 'itih-rag-chat' ), implode( ', ', array_map( __NAMESPACE__ . '\\chosen_vendor', $asked ) ) );
}

function chosen_vendor( string $scope ): string {
	return (string) settings_group( 'llm' === $scope ? 'llm' : 'embeddings' )['provider'];
}

function failed_vendor( string $scope, string $message ): array {
	/* translators: 1: name of a vendor, such as openai. 2: its error message. */
	$says = sprintf( __( '%1$s does not answer: %2$s', 'itih-rag-chat' ), chosen_vendor( $scope ), $message );
	update_option(
		VENDOR_OPTION,
		array(
			'at'   => time(),
			'says' => $says,
		),
		false
	);
	$label = 'llm' === $scope ? __( 'The language model of the chat does not answer', 'itih-rag-chat' ) : __( 'The embedding model of the chat does not answer', 'itih-rag-chat' );
	return finding( 'critical', $label, $says, __( 'Check the key, the credit and the name of the model in the settings; "Test" there tries it at once.', 'itih-rag-chat' ), SETTINGS_PAGE );
}
