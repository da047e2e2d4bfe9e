<?php
/**
 * Relays a request to the sidecar and its answer back.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

/** Seconds for an answer that is not streamed: a model may reason for minutes. */
const ANSWER_TIMEOUT = 300;

/** Request headers that the sidecar reads. */
const RELAYED_REQUEST_HEADERS = array( 'Content-Type', 'Accept', 'X-Itih-Secret', 'Last-Event-ID' );

/** Answer headers that belong to the contract. */
const RELAYED_ANSWER_HEADERS = array( 'Content-Disposition', 'Retry-After', 'X-WP-Total', 'X-WP-TotalPages', 'X-Request-Id' );

add_filter( 'rest_request_before_callbacks', __NAMESPACE__ . '\\let_sidecar_parse_json', 10, 3 );

/**
 * @return \WP_REST_Response|\WP_Error
 */
function relay( \WP_REST_Request $request ) {
	$answer = sidecar_answer( relayed_call( $request ), ANSWER_TIMEOUT );
	return is_wp_error( $answer ) ? $answer : answer_response( $answer );
}

/**
 * @return \CurlHandle|\WP_Error
 */
function relayed_call( \WP_REST_Request $request ) {
	$headers = array();
	foreach ( RELAYED_REQUEST_HEADERS as $name ) {
		$headers[ $name ] = (string) $request->get_header( $name );
	}
	return sidecar_call(
		$request->get_method(),
		canonical_route( $request ),
		relayed_query( $request ),
		(string) $request->get_body(),
		current_identity(),
		array_filter( $headers, 'strlen' )
	);
}

/** Returns the query without WordPress' own parameters, which begin with an underscore (_locale, _fields, _wpnonce …). */
function relayed_query( \WP_REST_Request $request ): string {
	$query = array_filter(
		$request->get_query_params(),
		static fn( $name ): bool => 'rest_route' !== $name && ! str_starts_with( (string) $name, '_' ),
		ARRAY_FILTER_USE_KEY
	);
	return http_build_query( $query, '', '&', PHP_QUERY_RFC3986 );
}

/**
 * @param array{status: int, headers: array<string, string>, body: string} $answer
 */
function answer_response( array $answer ): \WP_REST_Response {
	$data = json_decode( $answer['body'] );
	// Core's `_fields` reads the answer as an array. Nested objects stay: `{}` must not become `[]`.
	if ( is_object( $data ) && get_object_vars( $data ) ) {
		$data = get_object_vars( $data );
	}
	if ( $answer['status'] >= 400 ) {
		$data = translate_error( $data );
	}
	return new \WP_REST_Response( $data, $answer['status'], relayed_headers( $answer['headers'] ) );
}

/**
 * @param array<string, string> $headers By lower-case name.
 * @return array<string, string>
 */
function relayed_headers( array $headers ): array {
	$relayed = array();
	foreach ( RELAYED_ANSWER_HEADERS as $name ) {
		if ( isset( $headers[ strtolower( $name ) ] ) ) {
			$relayed[ $name ] = $headers[ strtolower( $name ) ];
		}
	}
	return $relayed;
}

/**
 * Core refuses invalid JSON before it checks the permission, with a code of its own. A relayed request goes on
 * instead: permission first, then the sidecar answers `invalid_request`.
 *
 * @param mixed $response
 * @param array $handler
 * @return mixed
 */
function let_sidecar_parse_json( $response, $handler, \WP_REST_Request $request ) {
	if ( '' !== canonical_route( $request ) && is_wp_error( $response ) && 'rest_invalid_json' === $response->get_error_code() ) {
		return null;
	}
	return $response;
}
