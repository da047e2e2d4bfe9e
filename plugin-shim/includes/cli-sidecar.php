<?php
/**
 * `wp itih sidecar …`: installs the sidecar that comes with the plugin, and keeps it running. Its own program does the
 * work; here Node.js and a port are found for it.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

/** Oldest version of Node.js that runs the sidecar. */
const NODE_LEAST = '22.13';

/**
 * Installs the sidecar of this site as a service, and looks after it.
 */
final class Cli_Sidecar extends Cli_Command {
	/**
	 * Installs the sidecar as a service of systemd, starts it, and waits until WordPress and it hear each other.
	 *
	 * Installing again updates it. Run it as root for a service of the machine, which runs as the owner of the site's
	 * files; another account gets a service of its own.
	 *
	 * ## OPTIONS
	 *
	 * [--node=<path>]
	 * : Program of Node.js, where it is not found by itself.
	 *
	 * [--program=<path>]
	 * : itih.mjs of another sidecar than that of the plugin.
	 *
	 * [--port=<number>]
	 * : Port of this machine, instead of a free one from 8790 on.
	 *
	 * [--user-unit]
	 * : A service of this account.
	 *
	 * [--account=<name>]
	 * : Account of a service of the machine, instead of the owner of wp-config.php. It is never root.
	 *
	 * [--skip-model]
	 * : Does nothing any more: the English model is part of the sidecar.
	 *
	 * [--all-sites]
	 * : A sidecar for each site of the network.
	 *
	 * ## EXAMPLES
	 *
	 *     wp itih sidecar install
	 *
	 * @param list<string>               $arguments
	 * @param array<string, string|bool> $options
	 */
	public function install( $arguments, $options ): void {
		if ( empty( $options['all-sites'] ) ) {
			$this->install_one( $options );
			return;
		}
		foreach ( is_multisite() ? get_sites( array( 'number' => 0 ) ) : array() as $site ) {
			switch_to_blog( (int) $site->blog_id );
			\WP_CLI::log( home_url() );
			$this->install_one( array_diff_key( $options, array( 'port' => true ) ) );
			restore_current_blog();
		}
	}

	/**
	 * Says whether the sidecar runs and is heard.
	 *
	 * ## OPTIONS
	 *
	 * [--node=<path>]
	 * : As for install, like the next two.
	 *
	 * [--program=<path>]
	 * : See install.
	 *
	 * [--user-unit]
	 * : See install.
	 *
	 * @param list<string>               $arguments
	 * @param array<string, string|bool> $options
	 */
	public function status( $arguments, $options ): void {
		self::run( array( 'service', 'status' ), $options );
		self::say_running();
	}

	/**
	 * Prints the end of the sidecar's log.
	 *
	 * ## OPTIONS
	 *
	 * [--lines=<number>]
	 * : How many.
	 * ---
	 * default: 50
	 * ---
	 *
	 * [--node=<path>]
	 * : As for install, like the next two.
	 *
	 * [--program=<path>]
	 * : See install.
	 *
	 * [--user-unit]
	 * : See install.
	 *
	 * @param list<string>               $arguments
	 * @param array<string, string|bool> $options
	 */
	public function logs( $arguments, $options ): void {
		self::run( array( 'service', 'logs', '--lines', (string) $options['lines'] ), $options );
	}

	/**
	 * Starts the sidecar anew.
	 *
	 * ## OPTIONS
	 *
	 * [--node=<path>]
	 * : As for install, like the next two.
	 *
	 * [--program=<path>]
	 * : See install.
	 *
	 * [--user-unit]
	 * : See install.
	 *
	 * @param list<string>               $arguments
	 * @param array<string, string|bool> $options
	 */
	public function restart( $arguments, $options ): void {
		self::run( array( 'service', 'restart' ), $options );
	}

	/**
	 * Removes the service. Documents and conversations stay in the database.
	 *
	 * ## OPTIONS
	 *
	 * [--node=<path>]
	 * : As for install, like the next two.
	 *
	 * [--program=<path>]
	 * : See install.
	 *
	 * [--user-unit]
	 * : See install.
	 *
	 * @param list<string>               $arguments
	 * @param array<string, string|bool> $options
	 */
	public function uninstall( $arguments, $options ): void {
		self::run( array( 'service', 'uninstall' ), $options );
	}

	/**
	 * Writes a support bundle, as `itih doctor` does.
	 *
	 * @param array<string, string|bool> $options
	 */
	public static function write_bundle( string $file, array $options ): void {
		self::run( array( 'doctor', '--bundle', $file ), $options );
	}

	/** @param array<string, string|bool> $options */
	private function install_one( array $options ): void {
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
		$known = defined( 'ITIH_SIDECAR_URL' ) || '' !== (string) get_option( SIDECAR_URL_OPTION, '' );
		if ( $known ) {
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

	/**
	 * Runs a command of the sidecar's program with its output shown. An error ends the process.
	 *
	 * @param list<string>               $args
	 * @param array<string, string|bool> $options
	 */
	private static function run( array $args, array $options ): void {
		$program = (string) ( $options['program'] ?? plugin_dir_path( PLUGIN_FILE ) . 'sidecar/itih.mjs' );
		if ( ! is_file( $program ) ) {
			\WP_CLI::error( __( 'This archive of the plugin does not contain the sidecar. Install the one that does, or name its program with --program.', 'itih-rag-chat' ) );
		}
		$command = array_merge( array( node_program( (string) ( $options['node'] ?? '' ) ), $program ), $args, array( '--wp', ABSPATH ) );
		if ( is_multisite() ) {
			array_push( $command, '--url', home_url( '/' ) );
		}
		if ( ! empty( $options['account'] ) ) {
			array_push( $command, '--account', (string) $options['account'] );
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
}
