<?php
/**
 * Finds Node.js for the sidecar.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

/**
 * Returns the path of a Node.js that is new enough. Without one, an error says how to get it on this system.
 *
 * @param string $given Path; empty: it is looked for.
 */
function node_program( string $given ): string {
	$found = '';
	foreach ( '' === $given ? node_candidates() : array( $given ) as $path ) {
		$version = node_version( $path );
		if ( '' !== $version && version_compare( $version, NODE_LEAST, '>=' ) ) {
			return $path;
		}
		$found = '' === $found && '' !== $version ? "$path ($version)" : $found;
	}
	/* translators: 1: version, such as 22.13. 2: path and version of another one. */
	$old  = __( 'The sidecar needs Node.js %1$s or newer; there is %2$s.', 'itih-rag-chat' );
	/* translators: %s: version, such as 22.13. */
	$none = __( 'The sidecar needs Node.js %s or newer, which was not found.', 'itih-rag-chat' );
	\WP_CLI::error(
		( '' === $found ? sprintf( $none, NODE_LEAST ) : sprintf( $old, NODE_LEAST, $found ) ) . "\n" .
		__( 'This line installs it:', 'itih-rag-chat' ) . "\n  " . node_installation()
	);
}

/**
 * Returns where Node.js may be: on the path, and where version managers keep theirs, the newest first.
 *
 * @return list<string>
 */
function node_candidates(): array {
	$paths = array();
	foreach ( explode( PATH_SEPARATOR, (string) getenv( 'PATH' ) ) as $folder ) {
		$paths[] = "$folder/node";
	}
	$homes = array_filter( array( (string) getenv( 'HOME' ), '/root', '/usr/local', '/opt' ) );
	foreach ( array_unique( $homes ) as $home ) {
		foreach (
			array(
				'.nvm/versions/node/*/bin/node',
				'.local/share/fnm/node-versions/*/installation/bin/node',
				'.volta/tools/image/node/*/bin/node',
				'.asdf/installs/nodejs/*/bin/node',
				'.local/share/mise/installs/node/*/bin/node',
				'n/versions/node/*/bin/node',
				'node*/bin/node',
				'plesk/node/*/bin/node',
				'alt/alt-nodejs*/root/usr/bin/node',
				'cpanel/ea-nodejs*/bin/node',
			) as $pattern
		) {
			$found = (array) glob( "$home/$pattern" );
			natsort( $found );
			array_push( $paths, ...array_reverse( $found ) );
		}
	}
	return array_values( array_filter( array_unique( $paths ), 'is_executable' ) );
}

/** Returns the version of a program, if it is Node.js. */
function node_version( string $path ): string {
	$ended = \WP_CLI::launch( escapeshellarg( $path ) . ' --version', false, true );
	return 0 === $ended->return_code && preg_match( '/^v(\d+\.\d+\.\d+)/', trim( $ended->stdout ), $found ) ? $found[1] : '';
}

/** Returns the line that installs Node.js on this system. https://nodejs.org/en/download/package-manager/all */
function node_installation(): string {
	// phpcs:ignore WordPress.WP.AlternativeFunctions -- a file of the system.
	$about = is_readable( '/etc/os-release' ) ? (string) file_get_contents( '/etc/os-release' ) : '';
	$ids   = preg_match_all( '/^(?:ID|ID_LIKE)="?([^"\n]+)/m', $about, $found ) ? implode( ' ', $found[1] ) : '';
	if ( preg_match( '/debian|ubuntu/', $ids ) ) {
		return 'curl -fsSL https://deb.nodesource.com/setup_24.x | sudo bash - && sudo apt-get install -y nodejs';
	}
	if ( preg_match( '/rhel|fedora|centos|suse/', $ids ) ) {
		return 'curl -fsSL https://rpm.nodesource.com/setup_24.x | sudo bash - && sudo dnf install -y nodejs';
	}
	if ( preg_match( '/alpine/', $ids ) ) {
		return 'apk add nodejs';
	}
	return 'curl -fsSL https://fnm.vercel.app/install | bash && fnm install 24';
}
