<?php
/**
 * Asks one question as a visitor, which a sidecar answers: the stream is printed as visitors get it. The last line is
 * JSON with the versions, and with the answer if it is no stream.
 */

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
$_SERVER['REMOTE_ADDR'] = '127.0.0.1';

require '/wordpress/wp-load.php';

// The stream ends the process.
$itih_answer = null;
register_shutdown_function(
	static function () use ( &$itih_answer ) {
		echo "\n", json_encode(
			array(
				'php'       => PHP_VERSION,
				'wordpress' => get_bloginfo( 'version' ),
				'answer'    => $itih_answer,
			)
		), "\n";
	}
);

update_option( 'itih_site_id', SUITE_SITE_ID );
update_option( 'itih_settings', array( 'general' => array( 'widget_enabled' => true ) ) );
$itih_request = new WP_REST_Request( 'POST', '/itih/v1/chat' );
$itih_request->set_header( 'content-type', 'application/json' );
$itih_request->set_header( 'x_wp_nonce', wp_create_nonce( 'wp_rest' ) );
$itih_request->set_body( '{"message":"When does the ferry leave?"}' );
$itih_answer = rest_do_request( $itih_request )->get_data();
