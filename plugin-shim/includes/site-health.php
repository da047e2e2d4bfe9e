<?php
/**
 * The checks in WordPress' Site Health. Those that make calls run one by one, after the page is shown.
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
