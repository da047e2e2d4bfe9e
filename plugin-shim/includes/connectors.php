<?php
/**
 * WordPress' own connectors (since 7.0): their keys for the sidecar, and whether the site may use AI.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

/**
 * Whether the site may use AI: the constant WP_AI_SUPPORT and the filter `wp_supports_ai`.
 */
function supports_ai(): bool {
	return ! function_exists( 'wp_supports_ai' ) || wp_supports_ai();
}

/**
 * Returns the keys of the connectors, each encrypted with the secret that the sidecar shares and bound to its
 * connector: the bridge's answers may cross a network in clear.
 *
 * @return array<string, string> By the connector's id.
 */
function sealed_connector_keys(): array {
	if ( ! function_exists( 'wp_get_connectors' ) || ! function_exists( 'openssl_encrypt' ) ) {
		return array();
	}
	$sealed = array();
	foreach ( array_intersect_key( wp_get_connectors(), array_flip( CONNECTORS ) ) as $id => $connector ) {
		$key = connector_key( (array) ( $connector['authentication'] ?? array() ) );
		if ( '' !== $key ) {
			$sealed[ $id ] = seal_for_sidecar( $key, "connector $id" );
		}
	}
	return $sealed;
}

/**
 * Returns a connector's key as core finds it: environment, constant, option (_wp_connectors_get_api_key_source()).
 *
 * @param array<string, mixed> $authentication As the connector is registered.
 */
function connector_key( array $authentication ): string {
	if ( 'api_key' !== ( $authentication['method'] ?? '' ) ) {
		return '';
	}
	$environment = (string) ( $authentication['env_var_name'] ?? '' );
	$constant    = (string) ( $authentication['constant_name'] ?? '' );
	$option      = (string) ( $authentication['setting_name'] ?? '' );
	// Environment and constants belong to the whole network, whose sidecars serve one site each.
	$candidates = array(
		'' !== $environment && ! is_multisite() ? getenv( $environment ) : '',
		'' !== $constant && ! is_multisite() && defined( $constant ) ? constant( $constant ) : '',
		'' !== $option ? get_option( $option, '' ) : '',
	);
	foreach ( $candidates as $candidate ) {
		if ( is_string( $candidate ) && '' !== trim( $candidate ) ) {
			return trim( $candidate );
		}
	}
	return '';
}

/**
 * Encrypts with AES-256-GCM, in the form that server/secrets/secrets.ts opens.
 *
 * @param string $context Needed to decrypt.
 */
function seal_for_sidecar( string $text, string $context ): string {
	$key  = hash_hkdf( 'sha256', secret(), 32, 'itih-rag-chat secrets', '' );
	$iv   = random_bytes( 12 );
	$tag  = '';
	$body = (string) openssl_encrypt( $text, 'aes-256-gcm', $key, OPENSSL_RAW_DATA, $iv, $tag, $context );
	return 'enc:2:' . base64_encode( $iv . $tag . $body ); // phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions -- ciphertext is bytes.
}
