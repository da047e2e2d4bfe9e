<?php
/**
 * The section of Site Health's debug information. It has no secret; addresses and ids are private, so that they are
 * left out of the copy that an owner posts in a forum.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

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
