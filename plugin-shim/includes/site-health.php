<?php
/**
 * The checks in WordPress' Site Health, and its debug information. Checks that make calls run one by one, after the page
 * is shown. The information has no secret; addresses and ids are private, so that they are left out of the copy that an
 * owner posts in a forum.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

add_filter( 'site_status_tests', __NAMESPACE__ . '\\add_site_health_tests' );
add_action( 'rest_api_init', __NAMESPACE__ . '\\register_site_health_route' );

/**
 * @param array $tests
 */
function add_site_health_tests( $tests ): array {
	$tests   = (array) $tests;
	$contact = contact();
	$works   = '' === $contact['reason'] && had_contact();
	foreach ( health_checks() as $name => $check ) {
		if ( $check['needs_sidecar'] && ! $works ) {
			continue; // The check of the connection says why; one cause is one line.
		}
		$run = static fn(): array => site_health_result( $name );
		if ( ! $check['calls'] ) {
			$tests['direct'][ 'itih_' . $name ] = array(
				'label' => $check['label'],
				'test'  => $run,
			);
			continue;
		}
		$tests['async'][ 'itih_' . $name ] = array(
			'label'             => $check['label'],
			'test'              => rest_url( contract()['namespace'] . '/site-health/' . $name ),
			'has_rest'          => true,
			'async_direct_test' => $run,
		);
	}
	return $tests;
}

/** Registers the address at which the page runs a check. */
function register_site_health_route(): void {
	register_rest_route(
		contract()['namespace'],
		'/site-health/(?P<check>[a-z]+)',
		array(
			'methods'             => 'GET',
			'permission_callback' => static fn(): bool => current_user_can( 'view_site_health_checks' ),
			'callback'            => static function ( \WP_REST_Request $request ) {
				$name = (string) $request['check'];
				return isset( health_checks()[ $name ] ) ? site_health_result( $name ) : error( 'not_found' );
			},
		)
	);
}

/**
 * Returns the result of a check as Site Health shows it.
 *
 * @return array{label: string, status: string, badge: array, description: string, actions: string, test: string}
 */
function site_health_result( string $name ): array {
	$found   = call_user_func( health_checks()[ $name ]['run'] );
	$actions = '' === $found['next'] ? '' : '<p>' . esc_html( $found['next'] ) . '</p>';
	if ( '' !== $found['page'] ) {
		$actions .= sprintf( '<p><a href="%s">%s</a></p>', esc_url( admin_url( 'admin.php?page=' . $found['page'] ) ), esc_html__( 'Open the page of the chat', 'itih-rag-chat' ) );
	}
	return array(
		'label'       => $found['label'],
		'status'      => 'unknown' === $found['status'] ? 'recommended' : $found['status'],
		'badge'       => array(
			'label' => __( 'RAG Chat', 'itih-rag-chat' ),
			'color' => 'blue',
		),
		'description' => '<p>' . esc_html( '' === $found['says'] ? $found['label'] . '.' : $found['says'] ) . '</p>',
		'actions'     => $actions,
		'test'        => 'itih_' . $name,
	);
}

add_filter( 'debug_information', __NAMESPACE__ . '\\add_debug_information' );

/**
 * @param array $info
 */
function add_debug_information( $info ): array {
	$fields = plugin_facts() + sidecar_facts();
	$info   = (array) $info;

	$info['itih-rag-chat'] = array(
		'label'       => __( 'RAG Chat', 'itih-rag-chat' ),
		'description' => __( 'State of the chat and of its sidecar. It contains no keys.', 'itih-rag-chat' ),
		'fields'      => $fields,
	);
	return $info;
}

/**
 * @param mixed $value
 * @return array{label: string, value: mixed, private: bool}
 */
function fact( string $label, $value, bool $is_private = false ): array {
	return array(
		'label'   => $label,
		'value'   => is_bool( $value ) ? ( $value ? __( 'yes', 'itih-rag-chat' ) : __( 'no', 'itih-rag-chat' ) ) : $value,
		'private' => $is_private,
	);
}

/** Returns a Unix time as UTC. */
function moment( int $time ): string {
	return 0 === $time ? '–' : gmdate( 'Y-m-d H:i:s', $time ) . ' UTC';
}

function plugin_facts(): array {
	$contact = contact();
	$llm     = settings_group( 'llm' );
	return array(
		'plugin_version'     => fact( __( 'Version of the plugin', 'itih-rag-chat' ), VERSION ),
		'protocol'           => fact( __( 'Routes and signature', 'itih-rag-chat' ), contract()['namespace'] . ', ' . SIGNATURE_PROTOCOL ),
		'sidecar_url'        => fact( __( 'Address of the sidecar', 'itih-rag-chat' ), sidecar_url(), true ),
		'site_id'            => fact( __( 'Id of the site', 'itih-rag-chat' ), site_id(), true ),
		'moved_or_copied'    => fact( __( 'Moved or copied, not answered yet', 'itih-rag-chat' ), is_site_in_doubt() ),
		'last_contact'       => fact( __( 'Last contact', 'itih-rag-chat' ), moment( (int) $contact['at'] ) ),
		'failing_since'      => fact( __( 'Failing since', 'itih-rag-chat' ), moment( (int) $contact['since'] ) ),
		'failure'            => fact( __( 'Failure', 'itih-rag-chat' ), '' === $contact['reason'] ? '–' : $contact['reason'] ),
		'secret_from'        => fact( __( 'Secret', 'itih-rag-chat' ), defined( 'ITIH_SECRET' ) ? 'ITIH_SECRET' : SECRET_OPTION ),
		'encryption_key'     => fact( 'ITIH_ENCRYPTION_KEY', defined( 'ITIH_ENCRYPTION_KEY' ) ),
		'widget_enabled'     => fact( __( 'Chat switched on', 'itih-rag-chat' ), (bool) settings_group( 'general' )['widget_enabled'] ),
		'language_model'     => fact( __( 'Language model', 'itih-rag-chat' ), trim( $llm['provider'] . ' ' . ( $llm[ $llm['provider'] ]['model'] ?? '' ) ) ),
		'embeddings'         => fact( __( 'Embeddings', 'itih-rag-chat' ), (string) settings_group( 'embeddings' )['provider'] ),
		'reranking'          => fact( __( 'Reranking', 'itih-rag-chat' ), (string) settings_group( 'rerank' )['provider'] ),
		'post_types'         => fact( __( 'Indexed types', 'itih-rag-chat' ), implode( ', ', public_post_types() ) ),
		'retention_days'     => fact( __( 'Days for which conversations are kept', 'itih-rag-chat' ), (int) settings_group( 'privacy' )['retention_days'] ),
		'tables_here'        => fact( __( 'Conversations are in this database', 'itih-rag-chat' ), has_chat_tables() ),
		'last_retention_run' => fact( __( 'Last deletion by WP-Cron', 'itih-rag-chat' ), moment( (int) get_option( RETENTION_OPTION, 0 ) ) ),
		'php_workers'        => fact( __( 'PHP workers', 'itih-rag-chat' ), 0 === php_workers() ? '?' : php_workers() ),
	);
}

function sidecar_facts(): array {
	$status = had_contact() ? sidecar_status() : null;
	if ( ! is_array( $status ) ) {
		return array( 'sidecar' => fact( __( 'Sidecar', 'itih-rag-chat' ), __( 'does not answer', 'itih-rag-chat' ) ) );
	}
	$queue = $status['queue'];
	$store = $status['vector_store'];
	return array(
		'sidecar_version' => fact( __( 'Version of the sidecar', 'itih-rag-chat' ), $status['version'] ),
		'uptime'          => fact( __( 'Sidecar runs for', 'itih-rag-chat' ), human_time_diff( time() - $status['uptime_s'] ) ),
		'database'        => fact( __( 'Database of the sidecar', 'itih-rag-chat' ), trim( $status['database']['engine'] . ' ' . $status['database']['version'] ) ),
		'bridge'          => fact( __( 'The sidecar reaches this site', 'itih-rag-chat' ), (bool) $status['bridge']['ok'] ),
		'queue'           => fact( __( 'Queue', 'itih-rag-chat' ), array_map( static fn( $value ): string => is_bool( $value ) ? (string) wp_json_encode( $value ) : (string) $value, $queue ) ),
		'index'           => fact( __( 'Embedding space', 'itih-rag-chat' ), trim( $status['index']['embedder'] . ' ' . $status['index']['dimensions'] ) ),
		'vector_store'    => fact( __( 'Vector store', 'itih-rag-chat' ), $store['engine'] . ', ' . $store['mode'] . ': ' . $store['reason'] ),
		'vectors'         => fact( __( 'Vectors', 'itih-rag-chat' ), (int) $store['vectors'] ),
		'memory'          => fact( __( 'Memory of the index (MB)', 'itih-rag-chat' ), (string) $store['memory_mb'] ),
	);
}
