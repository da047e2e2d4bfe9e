<?php
/**
 * Installs WordPress for the test bed: accounts, permalinks, the plugin. Reads one JSON object
 * { dir, url, accounts, plugins, network? } from standard input and writes
 * { wpVersion, phpVersion, appPassword }.
 */

require __DIR__ . '/request.php';
define( 'WP_INSTALLING', true );

/** Pluggable: no mail about the new site. */
function wp_new_blog_notification() {}

require $bed['dir'] . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
require_once ABSPATH . 'wp-admin/includes/plugin.php';

wp_install( 'Test bed', 'admin', 'admin@example.test', true, '', $bed['accounts']['admin'] );
wp_cache_flush();

update_option( 'permalink_structure', '/%postname%/' );
update_option( 'show_avatars', 0 ); // They come from another host.
$GLOBALS['wp_rewrite']->init();
flush_rewrite_rules( false );

foreach ( array( 'editor', 'subscriber' ) as $role ) {
	wp_insert_user(
		array(
			'user_login' => $role,
			'user_pass'  => $bed['accounts'][ $role ],
			'user_email' => "$role@example.test",
			'role'       => $role,
		)
	);
}

foreach ( $bed['plugins'] as $plugin ) {
	$error = activate_plugin( $plugin );
	if ( is_wp_error( $error ) ) {
		fwrite( STDERR, "$plugin: " . $error->get_error_message() . "\n" );
		exit( 1 );
	}
}

if ( ! empty( $bed['network'] ) ) {
	require_once ABSPATH . 'wp-admin/includes/network.php';
	foreach ( $wpdb->tables( 'ms_global' ) as $name => $table ) {
		$wpdb->$name = $table;
	}
	install_network();
	populate_network( 1, $url['host'] . ':' . $url['port'], 'admin@example.test', 'Test network', '/', false );
}

list( $app_password ) = WP_Application_Passwords::create_new_application_password(
	get_user_by( 'login', 'admin' )->ID,
	array( 'name' => 'Test bed' )
);

echo wp_json_encode(
	array(
		'wpVersion'   => $GLOBALS['wp_version'],
		'phpVersion'  => PHP_VERSION,
		'appPassword' => $app_password,
	)
);
