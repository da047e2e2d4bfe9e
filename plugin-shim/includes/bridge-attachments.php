<?php
/**
 * Files of the media library for the sidecar.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

const ATTACHMENT_LIMIT = 50 * MB_IN_BYTES;

add_filter( 'upload_mimes', __NAMESPACE__ . '\\allow_markdown', 10, 2 );

/**
 * Lets administrators upload Markdown, which WordPress does not know. The MIME type is `text/plain`, because
 * WordPress compares it with the type that it detects in the file.
 *
 * @param array<string, string>  $types By extension.
 * @param int|\WP_User|null      $user  Who uploads.
 * @return array<string, string>
 */
function allow_markdown( $types, $user = null ): array {
	$types = (array) $types;
	if ( user_can( $user ?? wp_get_current_user(), 'manage_options' ) ) {
		$types['md|markdown'] = 'text/plain';
	}
	return $types;
}

/**
 * GET bridge/attachments/<id>
 *
 * @return \WP_REST_Response|\WP_Error
 */
function bridge_attachment( \WP_REST_Request $request ) {
	$id   = (int) $request['id'];
	$file = attachment_file( $id );
	if ( is_wp_error( $file ) ) {
		return $file;
	}
	return bridge_response(
		array(
			'id'        => $id,
			'title'     => plain_text( get_the_title( $id ) ),
			'filename'  => wp_basename( $file ),
			'mime_type' => (string) get_post_mime_type( $id ),
			'url'       => (string) wp_get_attachment_url( $id ),
			'bytes'     => (int) filesize( $file ),
		)
	);
}

/**
 * GET bridge/attachments/<id>/file
 *
 * @return \WP_REST_Response|\WP_Error
 */
function bridge_attachment_file( \WP_REST_Request $request ) {
	$file = attachment_file( (int) $request['id'] );
	if ( is_wp_error( $file ) ) {
		return $file;
	}
	$response = bridge_response( null );
	$response->header( 'Content-Type', 'application/octet-stream' );
	add_filter(
		'rest_pre_serve_request',
		static function ( $served, $result ) use ( $response, $file ) {
			if ( $result !== $response ) {
				return $served;
			}
			while ( ob_get_level() > 0 && ob_end_clean() ) {
				continue; // An output buffer would hold the whole file in memory.
			}
			readfile( $file ); // phpcs:ignore WordPress.WP.AlternativeFunctions -- passes it on without reading it into memory.
			return true;
		},
		10,
		2
	);
	return $response;
}

/**
 * Returns the path of an attachment that exists, is public and lies inside the uploads folder.
 *
 * @return string|\WP_Error
 */
function attachment_file( int $id ) {
	$post    = get_post( $id );
	$path    = $post && 'attachment' === $post->post_type ? get_attached_file( $id ) : false;
	$file    = $path ? realpath( $path ) : false;
	$uploads = realpath( wp_upload_dir( null, false )['basedir'] );
	if ( ! $file || ! $uploads || ! str_starts_with( $file, $uploads . DIRECTORY_SEPARATOR ) || ! is_file( $file ) || ! is_public_file( $post ) ) {
		return error( 'not_found' );
	}
	return filesize( $file ) > ATTACHMENT_LIMIT ? error( 'too_large' ) : $file;
}
