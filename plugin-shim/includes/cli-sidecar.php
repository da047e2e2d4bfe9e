<?php
/**
 * `wp itih sidecar …`: installs the sidecar that comes with the plugin, and keeps it running. Its own program does the work; here
 * Node.js and a port are found for it.
 */

declare( strict_types=1 );
namespace Itih\RagChat;
defined( 'ABSPATH' ) || exit;

final class Cli_Sidecar extends Cli_Command {
	private const NODE_LEAST = '22.13'; // Oldest version of Node.js that runs the sidecar.

	/** Where Node.js is below the folders that NODE_HOMES and the account name: version managers, hosting panels. */
	private const NODE_PATTERNS = array(
		'.nvm/versions/node/*/bin/node', '.local/share/fnm/node-versions/*/installation/bin/node',
		'.volta/tools/image/node/*/bin/node', '.asdf/installs/nodejs/*/bin/node', '.local/share/mise/installs/node/*/bin/node',
		'n/versions/node/*/bin/node', 'node*/bin/node', 'plesk/node/*/bin/node', 'alt/alt-nodejs*/root/usr/bin/node',
		'cpanel/ea-nodejs*/bin/node',
	);

	private const NODE_HOMES = array( '/root', '/usr/local', '/opt' );

	/** Installs Node.js on the systems that a pattern names. https://nodejs.org/en/download/package-manager/all */
	private const NODE_INSTALLATIONS = array(
		'/debian|ubuntu/'           => 'curl -fsSL https://deb.nodesource.com/setup_24.x | sudo bash - && sudo apt-get install -y nodejs',
		'/rhel|fedora|centos|suse/' => 'curl -fsSL https://rpm.nodesource.com/setup_24.x | sudo bash - && sudo dnf install -y nodejs',
		'/alpine/'                  => 'apk add nodejs',
		'//'                        => 'curl -fsSL https://fnm.vercel.app/install | bash && fnm install 24',
	);

	public static function install( array $arguments, array $options ): void {
		if ( empty( $options['all-sites'] ) ) {
			self::install_one( $options );
			return;
		}
		foreach ( is_multisite() ? get_sites( array( 'number' => 0 ) ) : array() as $site ) {
			switch_to_blog( (int) $site->blog_id );
			\WP_CLI::log( home_url() );
			self::install_one( array_diff_key( $options, array( 'port' => true ) ) );
			restore_current_blog();
		}
	}

	public static function status( array $arguments, array $options ): void {
		self::run( array( 'service', 'status' ), $options );
		self::say_running();
	}

	private static function install_one( array $options ): void {
		$port = isset( $options['port'] ) ? (int) $options['port'] : self::own_port();
		self::run( array( 'service', 'install', '--port', (string) $port ), $options );
		if ( ! defined( 'ITIH_SIDECAR_URL' ) ) {
			update_option( SIDECAR_URL_OPTION, "http://127.0.0.1:$port" );
		}
		self::say_running();
	}

	private static function say_running(): void {
		$version = self::call( 'GET', '/status' )['version'];
		/* translators: 1: version. 2, 3: addresses. */
		\WP_CLI::success( sprintf( __( 'The sidecar %1$s runs at %2$s. Set up the chat at %3$s', 'itih-rag-chat' ), $version, sidecar_url(), admin_url( 'admin.php?page=' . ADMIN_PAGE ) ) );
	}

	/** Returns the port that this site's sidecar has already, or a free one. */
	private static function own_port(): int {
		if ( defined( 'ITIH_SIDECAR_URL' ) || '' !== (string) get_option( SIDECAR_URL_OPTION, '' ) ) {
			return (int) ( wp_parse_url( sidecar_url(), PHP_URL_PORT ) ?? 80 );
		}
		for ( $port = 8790; $port < 8890; $port++ ) {
			// phpcs:ignore WordPress.PHP.NoSilencedErrors.Discouraged -- a port that is taken is expected.
			$server = @stream_socket_server( "tcp://127.0.0.1:$port" );
			if ( $server ) {
				fclose( $server ); // phpcs:ignore WordPress.WP.AlternativeFunctions -- a socket.
				return $port;
			}
		}
		\WP_CLI::error( __( 'No port from 8790 to 8889 is free: name one with --port.', 'itih-rag-chat' ) );
	}

	/** Runs a command of the sidecar's program with its output shown. An error ends the process. */
	public static function run( array $args, array $options ): void {
		$program = (string) ( $options['program'] ?? plugin_dir_path( PLUGIN_FILE ) . 'sidecar/itih.mjs' );
		if ( ! is_file( $program ) ) {
			\WP_CLI::error( __( 'This archive of the plugin does not contain the sidecar. Install the one that does, or name its program with --program.', 'itih-rag-chat' ) );
		}
		$command = array_merge( array( self::node_program( (string) ( $options['node'] ?? '' ) ), $program ), $args, array( '--wp', ABSPATH ) );
		if ( is_multisite() ) {
			array_push( $command, '--url', home_url( '/' ) );
		}
		foreach ( array( 'account', 'lines' ) as $name ) {
			if ( '' !== (string) ( $options[ $name ] ?? '' ) ) {
				array_push( $command, "--$name", (string) $options[ $name ] );
			}
		}
		if ( ! empty( $options['user-unit'] ) ) {
			$command[] = '--user-unit';
		}
		// Not launch(), which keeps the output to itself.
		$process = \WP_CLI\Utils\proc_open_compat( implode( ' ', array_map( 'escapeshellarg', $command ) ), array( STDIN, STDOUT, STDERR ), $pipes );
		$status  = is_resource( $process ) ? proc_close( $process ) : 1;
		if ( 0 !== $status ) {
			\WP_CLI::halt( $status );
		}
	}

	/** Returns the path of a Node.js that is new enough. Without one, an error says how to get it on this system. */
	private static function node_program( string $given ): string {
		$found = '';
		foreach ( '' === $given ? self::node_candidates() : array( $given ) as $path ) {
			$ended   = \WP_CLI::launch( escapeshellarg( $path ) . ' --version', false, true );
			$version = 0 === $ended->return_code && preg_match( '/^v(\d+\.\d+\.\d+)/', trim( $ended->stdout ), $numbers ) ? $numbers[1] : '';
			if ( '' !== $version && version_compare( $version, self::NODE_LEAST, '>=' ) ) { return $path; }
			$found = '' === $found && '' !== $version ? "$path ($version)" : $found;
		}
		/* translators: 1: version, such as 22.13. 2: path and version of another one. */
		$old  = __( 'The sidecar needs Node.js %1$s or newer; there is %2$s.', 'itih-rag-chat' );
		$none = /* translators: %s: version, such as 22.13. */ __( 'The sidecar needs Node.js %s or newer, which was not found.', 'itih-rag-chat' );
		// phpcs:ignore WordPress.WP.AlternativeFunctions -- a file of the system.
		$about = is_readable( '/etc/os-release' ) ? (string) file_get_contents( '/etc/os-release' ) : '';
		preg_match_all( '/^(?:ID|ID_LIKE)="?([^"\n]+)/m', $about, $ids );
		$lines = array_filter( self::NODE_INSTALLATIONS, static fn( string $system ): bool => 1 === preg_match( $system, implode( ' ', $ids[1] ) ), ARRAY_FILTER_USE_KEY );
		\WP_CLI::error( sprintf( '' === $found ? $none : $old, self::NODE_LEAST, $found ) . "\n" . __( 'This line installs it:', 'itih-rag-chat' ) . "\n  " . reset( $lines ) );
	}

	/** Returns where Node.js may be: on the path, and where version managers keep theirs, the newest first. */
	private static function node_candidates(): array {
		$paths = array_map( static fn( string $folder ): string => "$folder/node", explode( PATH_SEPARATOR, (string) getenv( 'PATH' ) ) );
		foreach ( array_unique( array_filter( array( (string) getenv( 'HOME' ), ...self::NODE_HOMES ) ) ) as $home ) {
			foreach ( self::NODE_PATTERNS as $pattern ) {
				$found = (array) glob( "$home/$pattern" );
				natsort( $found );
				array_push( $paths, ...array_reverse( $found ) );
			}
		}
		return array_values( array_filter( array_unique( $paths ), 'is_executable' ) );
	}
}
