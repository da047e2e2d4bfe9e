<?php
/**
 * Meets the plugin in one process, on a PHP and a WordPress that the test bed does not have, without a sidecar. Prints one
 * line of JSON: the versions, and for each check what was wrong, or an empty string.
 */

$itih_complaints = array();
// Before WordPress sets its own; notices of core on a newer PHP are not the plugin's.
set_error_handler(
	static function ( $level, $message, $file, $line ) use ( &$itih_complaints ) {
		if ( false !== strpos( $file, '/itih-rag-chat/' ) && 0 !== ( error_reporting() & $level ) ) {
			$itih_complaints[] = basename( $file ) . ":$line $message";
		}
		return true;
	}
);
// WordPress takes over filters that are there already.
$wp_filter = array(
	'option_active_plugins' => array(
		10 => array(
			array(
				'function'      => static function () {
					return array( 'itih-rag-chat/itih-rag-chat.php' );
				},
				'accepted_args' => 1,
			),
		),
	),
);

require '/wordpress/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/admin.php';

// Output of the checks is not the result.
ob_start();

function itih_status( string $method, string $path, array $params = array() ): int {
	$request = new WP_REST_Request( $method, '/itih/v1' . $path );
	$request->set_query_params( $params );
	return rest_do_request( $request )->get_status();
}

$itih_checks = array(
	'activates'                         => static function (): bool {
		do_action( 'activate_itih-rag-chat/itih-rag-chat.php', false );
		return 'itih-rag-chat/itih-rag-chat.php' === plugin_basename( Itih\RagChat\PLUGIN_FILE );
	},
	'registers its routes'              => static fn(): bool => isset( rest_get_server()->get_routes()['/itih/v1/chat'] ),
	'refuses visitors the settings'     => static fn(): bool => in_array( itih_status( 'GET', '/settings' ), array( 401, 403 ), true ),
	'refuses an unsigned bridge call'   => static fn(): bool => in_array( itih_status( 'GET', '/bridge/posts' ), array( 401, 403 ), true ),
	'shows visitors no chat before a sidecar was there' => static fn(): bool => '' === do_shortcode( '[rag_chat]' ),
	'lets an owner switch the chat on'  => static function (): bool {
		wp_set_current_user( 1 );
		$request = new WP_REST_Request( 'PUT', '/itih/v1/settings' );
		$request->set_header( 'content-type', 'application/json' );
		$request->set_body( '{"general":{"widget_enabled":true}}' );
		return 200 === rest_do_request( $request )->get_status() && Itih\RagChat\public_settings()['widget_enabled'];
	},
	'prints the chat when a sidecar has answered' => static function (): bool {
		Itih\RagChat\note_contact( true );
		return false !== strpos( do_shortcode( '[rag_chat title="Hours" height="400"]' ), '<itih-chat' );
	},
	'renders the block'                 => static fn(): bool => false !== strpos( do_blocks( '<!-- wp:itih/rag-chat {"title":"Hours"} /-->' ), '<itih-chat' ),
	'follows a post that is written, found and trashed' => static function (): bool {
		$id    = wp_insert_post(
			array(
				'post_title'   => 'Hours',
				'post_content' => '<!-- wp:latest-posts /-->Open from nine.',
				'post_status'  => 'publish',
			)
		);
		$found = wp_list_pluck( Itih\RagChat\posts_after( 0, 50, array( 'post' ) ), 'ID' );
		$seen  = in_array( $id, $found, true ) && Itih\RagChat\count_public_posts( array( 'post' ) ) >= 1
			&& in_array( $id, Itih\RagChat\posts_listing_others(), true )
			&& false !== strpos( Itih\RagChat\post_for_sidecar( get_post( $id ) )['html'] ?? Itih\RagChat\render_post( get_post( $id ) ), 'nine' );
		wp_trash_post( $id );
		return $seen && ! in_array( $id, wp_list_pluck( Itih\RagChat\posts_after( 0, 50, array( 'post' ) ), 'ID' ), true );
	},
	'adds its admin pages'              => static function (): bool {
		do_action( 'admin_menu' );
		return (bool) array_filter( $GLOBALS['menu'], static fn( $entry ): bool => 0 === strpos( (string) $entry[2], 'itih' ) );
	},
	'answers Site Health'               => static fn(): bool => (bool) preg_grep( '/^itih/', array_keys( array_merge( apply_filters( 'site_status_tests', array( 'direct' => array(), 'async' => array() ) )['async'], apply_filters( 'debug_information', array() ) ) ) ),
	'exports and erases personal data'  => static function (): bool {
		$export = current( array_filter( apply_filters( 'wp_privacy_personal_data_exporters', array() ), static fn( $key ): bool => false !== strpos( (string) $key, 'itih' ), ARRAY_FILTER_USE_KEY ) );
		return is_array( $export ) && is_callable( $export['callback'] );
	},
);

$itih_results = array();
foreach ( $itih_checks as $itih_name => $itih_check ) {
	try {
		$itih_results[ $itih_name ] = $itih_check() ? '' : 'not so';
	} catch ( Throwable $itih_error ) {
		$itih_results[ $itih_name ] = get_class( $itih_error ) . ': ' . $itih_error->getMessage();
	}
}
$itih_results['leaves no notice of PHP'] = implode( '; ', array_unique( $itih_complaints ) );
while ( ob_get_level() > 0 ) {
	ob_end_clean();
}
echo json_encode(
	array(
		'php'       => PHP_VERSION,
		'wordpress' => get_bloginfo( 'version' ),
		'checks'    => $itih_results,
	)
), "\n";
