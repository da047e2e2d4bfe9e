<?php
/** Facts about this server for the first steps: the exact lines that start the sidecar here, and the likeliest way to it. */

declare( strict_types=1 );
namespace Itih\RagChat;
defined( 'ABSPATH' ) || exit;

/** Folders and files by which a way is known. Docker counts before a panel, which may be in the same image. */
const SIGNS_OF_WAYS = array(
	'docker' => array( '/.dockerenv', '/run/.containerenv' ),
	'panel'  => array( '/usr/local/cpanel', '/usr/local/psa' ),
	'cli'    => array( '/usr/local/bin/wp', '/usr/bin/wp' ),
);

/**
 * Returns what admin/site.ts describes as `Place`.
 * @return array<string, string|bool>
 */
function place(): array {
	$path    = untrailingslashit( ABSPATH );
	$entry   = sidecar_entry();
	$url     = is_multisite() ? ' --url=' . shell_quoted( home_url( '/' ) ) : '';
	$owner   = config_owner();
	$account = 'root' === $owner ? account_name( function_exists( 'posix_geteuid' ) ? posix_geteuid() : 0 ) : $owner;
	$as      = 'root' === $owner && ! in_array( $account, array( '', 'root' ), true ) ? ' --account=' . shell_quoted( $account ) : '';
	// A checkout has the program beside the plugin.
	$program = PLUGIN_DIR . '/sidecar/itih.mjs' === $entry ? '' : ' --program=' . shell_quoted( $entry );
	$wp      = 'wp itih sidecar install --path=' . shell_quoted( $path ) . $url . $program . $as;
	return array(
		'path'       => $path,
		'account'    => $account,
		'folder'     => '' === $entry ? '' : dirname( $entry ),
		'wp'         => '' === $entry ? '' : $wp,
		'node'       => '' === $entry ? '' : 'node ' . shell_quoted( $entry ) . ' service install --wp ' . shell_quoted( $path ) . $url . $as,
		'serve'      => '' === $entry ? '' : 'node ' . shell_quoted( $entry ) . ' serve --wp ' . shell_quoted( $path ) . $url,
		'build'      => '' === $entry ? '' : 'docker build -t itih-rag-chat ' . shell_quoted( dirname( $entry ) ),
		'found'      => found_way(),
		'release'    => release_address( $entry ),
		'mayConnect' => may_connect(),
	);
}

/** Returns the name of the account that owns wp-config.php, as which the service runs; '' where PHP cannot know it. */
function config_owner(): string {
	$files = array( ABSPATH . 'wp-config.php', dirname( ABSPATH ) . '/wp-config.php', ABSPATH );
	// phpcs:ignore WordPress.PHP.NoSilencedErrors -- a path outside of open_basedir gives a warning.
	$found = array_filter( $files, static fn( string $file ): bool => @file_exists( $file ) );
	$uid   = fileowner( (string) reset( $found ) );
	return false === $uid ? '' : account_name( $uid );
}

function account_name( int $uid ): string {
	$account = function_exists( 'posix_getpwuid' ) ? posix_getpwuid( $uid ) : false;
	return is_array( $account ) ? $account['name'] : '';
}

/** Returns the way whose signs are on this server; '' without any. */
function found_way(): string {
	// phpcs:ignore WordPress.PHP.NoSilencedErrors -- a path outside of open_basedir gives a warning.
	$is_there = static fn( string $path ): bool => @file_exists( $path );
	return (string) key( array_filter( SIGNS_OF_WAYS, static fn( array $paths ): bool => (bool) array_filter( $paths, $is_there ) ) );
}

/** Returns where the files of this release were published, as `npm run package` was told; '' for a build that was not. */
function release_address( string $entry ): string {
	$file  = dirname( $entry ) . '/package.json';
	$about = '' !== $entry && is_readable( $file ) ? json_decode( (string) file_get_contents( $file ), true ) : null; // phpcs:ignore WordPress.WP.AlternativeFunctions -- a file of the plugin.
	$given = is_array( $about ) ? $about['release'] ?? '' : '';
	return is_string( $given ) && str_starts_with( $given, 'https://' ) ? $given : '';
}
