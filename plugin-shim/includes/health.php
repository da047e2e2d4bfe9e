<?php
/**
 * Checks of the installation, for Site Health and `wp itih doctor`. Each says what it found and what to do next.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

/** Seconds for a call of a check. */
const CHECK_TIMEOUT = 5;

/**
 * Returns the checks by name. `calls`: it makes HTTP calls. `needs_sidecar`: it says nothing while no sidecar answers.
 *
 * @return array<string, array{label: string, run: callable, calls: bool, needs_sidecar: bool}>
 */
function health_checks(): array {
	$checks = array(
		'connection' => array( __( 'Connection to the sidecar', 'itih-rag-chat' ), true, false ),
		'version'    => array( __( 'Version of the sidecar', 'itih-rag-chat' ), true, true ),
		'clock'      => array( __( 'Clock of the sidecar', 'itih-rag-chat' ), true, true ),
		'bridge'     => array( __( 'The sidecar reaches this site', 'itih-rag-chat' ), true, true ),
		'loopback'   => array( __( 'REST API of the chat', 'itih-rag-chat' ), true, false ),
		'caches'     => array( __( 'Caches in front of the chat', 'itih-rag-chat' ), true, true ),
		'streaming'  => array( __( 'Streamed answers', 'itih-rag-chat' ), true, true ),
		'queue'      => array( __( 'Indexing queue', 'itih-rag-chat' ), true, true ),
		'guests'     => array( __( 'Pages as guests see them', 'itih-rag-chat' ), true, true ),
		'database'   => array( __( 'Database and search of the sidecar', 'itih-rag-chat' ), true, true ),
		'visitors'   => array( __( 'Visitors of today', 'itih-rag-chat' ), true, true ),
		'model'      => array( __( 'Vendors of the models', 'itih-rag-chat' ), true, true ),
		'salts'      => array( __( 'Keys that encrypt API keys', 'itih-rag-chat' ), false, false ),
		'secret'     => array( __( 'Secret shared with the sidecar', 'itih-rag-chat' ), false, false ),
	);
	if ( is_older_plugin_active() ) {
		$checks['older'] = array( __( 'Other chat plugin', 'itih-rag-chat' ), false, false );
	}
	$named = array();
	foreach ( $checks as $name => list( $label, $calls, $needs_sidecar ) ) {
		$named[ $name ] = array(
			'label'         => $label,
			'run'           => __NAMESPACE__ . '\\check_' . $name,
			'calls'         => $calls,
			'needs_sidecar' => $needs_sidecar,
		);
	}
	return $named;
}

/**
 * Makes the result of a check.
 *
 * @param string $status good, recommended, critical, or unknown: it could not be checked.
 * @param string $label  A sentence without a full stop: the result.
 * @param string $says   Details; may be empty.
 * @param string $next   The next step; empty when all is well.
 * @param string $page   Page of the admin that helps, such as SETTINGS_PAGE; empty for none.
 * @return array{status: string, label: string, says: string, next: string, page: string}
 */
function finding( string $status, string $label, string $says = '', string $next = '', string $page = '' ): array {
	return compact( 'status', 'label', 'says', 'next', 'page' );
}

/**
 * Returns the result for a check that needs the sidecar, which does not answer. The connection's own check says why.
 *
 * @return array{status: string, label: string, says: string, next: string, page: string}
 */
function unknown_finding( string $label, string $says = '' ): array {
	return finding(
		'unknown',
		$label,
		'' === $says ? __( 'The sidecar does not answer, so this could not be checked.', 'itih-rag-chat' ) : $says,
		__( 'See the check "Connection to the sidecar" first.', 'itih-rag-chat' )
	);
}

/**
 * Returns `GET /status`, called once for each request.
 *
 * @return array|\WP_Error
 */
function sidecar_status() {
	static $status = null;
	if ( null === $status ) {
		$status = sidecar_data( 'GET', '/status', array(), null, 'admin', CHECK_TIMEOUT );
	}
	return $status;
}
