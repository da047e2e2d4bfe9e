<?php
/**
 * Adds sites to the test bed's network and activates the plugin on all of them. Reads one JSON object
 * { dir, url, paths } from standard input and writes application passwords by login: of the network's
 * administrator, and of one administrator for each path, named like it.
 */

require __DIR__ . '/request.php';

require $bed['dir'] . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/admin.php';

function app_password( int $user ): string {
	return WP_Application_Passwords::create_new_application_password( $user, array( 'name' => 'Test bed' ) )[0];
}

$admin     = get_user_by( 'login', 'admin' )->ID;
$passwords = array( 'admin' => app_password( $admin ) );
foreach ( $bed['paths'] as $path ) {
	$user = wp_create_user( $path, wp_generate_password(), "$path@example.test" );
	wpmu_create_blog( $url['host'] . ':' . $url['port'], "/$path/", "Site $path", $user, array( 'public' => 1 ) );
	$passwords[ $path ] = app_password( $user );
}
foreach ( get_sites( array( 'fields' => 'ids' ) ) as $site ) {
	switch_to_blog( (int) $site );
	update_option( 'permalink_structure', '/%postname%/' );
	delete_option( 'rewrite_rules' ); // Made anew by the next request: guests would find no post otherwise.
	restore_current_blog();
}
$error = activate_plugin( 'itih-rag-chat/itih-rag-chat.php', '', true );
if ( is_wp_error( $error ) ) {
	fwrite( STDERR, $error->get_error_message() . "\n" );
	exit( 1 );
}

echo wp_json_encode( $passwords );
