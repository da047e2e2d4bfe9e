<?php
/**
 * A stand-in for WP-CLI, which none of the package registries of the project has. It loads WordPress with the plugin
 * as WP-CLI does, reads the synopsis and its description, refuses what it does not name, fills in defaults, and prints
 * as `WP_CLI\Formatter` and `WP_CLI::error()` document. It knows nothing of the plugin.
 *
 * php wp-cli.php --path=<folder> --url=<address> itih status
 */

namespace {
	define( 'WP_CLI', true );

	class WP_CLI {
		private static $commands = array();

		public static function add_command( $name, $callable, $args = array() ) {
			if ( ! is_callable( $callable ) && ! ( is_string( $callable ) && class_exists( $callable ) ) ) {
				self::error( sprintf( 'Callable %s does not exist, and cannot be registered as `wp %s`.', json_encode( $callable ), $name ) );
			}
			if ( isset( $args['synopsis'] ) && ! is_callable( $callable ) ) {
				throw new Error( 'Call to undefined method WP_CLI\\Dispatcher\\CompositeCommand::set_synopsis()' );
			}
			// It warns of a part of the synopsis that it does not know.
			foreach ( array_filter( explode( ' ', $args['synopsis'] ?? '' ) ) as $token ) {
				if ( ! preg_match( '/^(<[\w-]+>|--[\w-]+=<[\w-]+>|\[(<[\w-]+>(\.\.\.)?|--[\w-]+(=<[\w-]+>)?)\]|<[\w-]+>\.\.\.)$/', $token ) ) {
					self::warning( "The `$name` command has an invalid synopsis part: $token" );
				}
			}
			self::$commands[ $name ] = array( $callable, $args );
		}

		public static function line( $text = '' ) {
			echo $text, "\n";
		}

		public static function log( $text ) {
			self::line( $text );
		}

		public static function success( $text ) {
			self::line( 'Success: ' . $text );
		}

		public static function warning( $text ) {
			fwrite( STDERR, 'Warning: ' . $text . "\n" );
		}

		public static function error( $text, $exit = true ) {
			fwrite( STDERR, 'Error: ' . $text . "\n" );
			if ( $exit ) {
				exit( true === $exit ? 1 : $exit );
			}
		}

		/** Shows nothing of the output: it is returned, or thrown away. */
		public static function launch( $command, $exit_on_error = true, $return_detailed = false ) {
			$process = WP_CLI\Utils\proc_open_compat( $command, array( STDIN, array( 'pipe', 'w' ), array( 'pipe', 'w' ) ), $pipes );
			$output  = array_map( 'stream_get_contents', $pipes );
			$code    = proc_close( $process );
			if ( $exit_on_error && $code ) {
				exit( $code );
			}
			return $return_detailed
				? (object) array( 'return_code' => $code, 'stdout' => $output[1], 'stderr' => $output[2] )
				: $code;
		}

		public static function halt( $code ) {
			exit( $code );
		}

		public static function confirm( $question, $assoc_args = array() ) {
			if ( ! empty( $assoc_args['yes'] ) ) {
				return;
			}
			fwrite( STDOUT, $question . ' [y/n] ' );
			if ( 'y' !== strtolower( trim( (string) fgets( STDIN ) ) ) ) {
				exit;
			}
		}

		public static function run( array $words, array $options ) {
			for ( $length = count( $words ); $length > 0; $length-- ) {
				list( $callable, $args ) = self::$commands[ implode( ' ', array_slice( $words, 0, $length ) ) ] ?? array( null, null );
				if ( is_callable( $callable ) ) {
					$arguments = array_slice( $words, $length );
					$options   = self::validated( $args['longdesc'], $args['synopsis'] ?? '', $arguments, $options );
					return call_user_func( $callable, $arguments, $options );
				}
			}
			self::error( "'" . implode( ' ', $words ) . "' is not a registered wp command." );
		}

		/** Returns the allowed values that the part of an argument lists. */
		private static function options_of( $part ) {
			preg_match( '/^options:\n((?:\s+- .+\n?)+)/m', $part, $list );
			preg_match_all( '/- (.+)/', $list[1] ?? '', $allowed );
			return $allowed[1];
		}

		/** Checks arguments against the synopsis and the section OPTIONS, and returns the options with their defaults. */
		private static function validated( $text, $synopsis, array &$arguments, array $options ) {
			$section = preg_match( '/## OPTIONS\n(.*?)(?=\n## |$)/s', $text, $found ) ? $found[1] : '';
			$known   = array();
			$least   = 0;
			$most    = 0;
			foreach ( preg_split( '/\n(?=[<\[][^\n]*\n: )/', "\n" . trim( $section ) ) as $part ) {
				$head = strtok( trim( $part ), "\n" );
				if ( false === $head || ! in_array( $head, explode( ' ', $synopsis ), true ) ) {
					continue;
				}
				if ( preg_match( '/^\[?--(\w[\w-]*)/', $head, $option ) ) {
					$known[] = $option[1];
					if ( preg_match( '/^default: (.+)$/m', $part, $default ) && ! isset( $options[ $option[1] ] ) ) {
						$options[ $option[1] ] = $default[1];
					}
					if ( isset( $options[ $option[1] ] ) && self::options_of( $part ) && ! in_array( $options[ $option[1] ], self::options_of( $part ), true ) ) {
						self::error( "Parameter errors:\n Invalid value specified for '{$option[1]}'" );
					}
				} else {
					if ( ! isset( $arguments[ $most ] ) && preg_match( '/^default: (.+)$/m', $part, $default ) ) {
						$arguments[ $most ] = $default[1];
					}
					if ( isset( $arguments[ $most ] ) && self::options_of( $part ) && ! in_array( $arguments[ $most ], self::options_of( $part ), true ) ) {
						self::error( 'Invalid value specified for positional arg.' );
					}
					$least += '[' === $head[0] ? 0 : 1;
					$most   = str_contains( $head, '...' ) ? PHP_INT_MAX : $most + 1;
				}
			}
			if ( count( $arguments ) < $least ) {
				self::error( 'usage: too few positional arguments' );
			}
			if ( count( $arguments ) > $most ) {
				self::error( 'Too many positional arguments: ' . implode( ' ', array_slice( $arguments, $most ) ) );
			}
			// `fields` and `field` are read by the formatter; WP-CLI wants them in the synopsis as well.
			foreach ( array_diff( array_keys( $options ), $known ) as $unknown ) {
				self::error( "Parameter errors:\n unknown --$unknown parameter" );
			}
			return $options;
		}
	}
}

namespace WP_CLI\Utils {
	function proc_open_compat( $cmd, $descriptorspec, &$pipes, $cwd = null, $env = null, $other_options = null ) {
		return proc_open( $cmd, $descriptorspec, $pipes, $cwd, $env, $other_options );
	}
}

namespace WP_CLI {
	class Formatter {
		private $format;
		private $fields;

		public function __construct( &$assoc_args, $fields = null, $prefix = false ) {
			$this->format = $assoc_args['format'] ?? 'table';
			$this->fields = isset( $assoc_args['fields'] ) ? explode( ',', $assoc_args['fields'] ) : $fields;
		}

		public function display_items( $items ) {
			$rows = array();
			foreach ( $items as $item ) {
				$row = array();
				foreach ( $this->fields as $field ) {
					if ( ! array_key_exists( $field, (array) $item ) ) {
						\WP_CLI::error( "Invalid field: $field." );
					}
					$row[ $field ] = ( (array) $item )[ $field ];
				}
				$rows[] = $row;
			}
			switch ( $this->format ) {
				case 'json':
					echo json_encode( $rows ), "\n";
					break;
				case 'csv':
					fputcsv( STDOUT, $this->fields, ',', '"', '' );
					foreach ( $rows as $row ) {
						fputcsv( STDOUT, array_map( 'strval', $row ), ',', '"', '' );
					}
					break;
				case 'yaml':
					echo "---\n";
					foreach ( $rows as $row ) {
						echo "-\n";
						foreach ( $row as $name => $value ) {
							echo "  $name: ", json_encode( $value ), "\n";
						}
					}
					break;
				case 'table':
					foreach ( array_merge( array( array_combine( $this->fields, $this->fields ) ), $rows ) as $row ) {
						echo implode( "\t", array_map( static fn( $value ) => is_scalar( $value ) || null === $value ? (string) $value : json_encode( $value ), $row ) ), "\n";
					}
					break;
				default:
					\WP_CLI::error( 'Invalid format: ' . $this->format );
			}
		}
	}
}

namespace {
	$words   = array();
	$options = array();
	foreach ( array_slice( $argv, 1 ) as $argument ) {
		if ( preg_match( '/^--no-([\w-]+)$/', $argument, $found ) ) {
			$options[ $found[1] ] = false;
		} elseif ( preg_match( '/^--([\w-]+)(?:=(.*))?$/s', $argument, $found ) ) {
			$options[ $found[1] ] = $found[2] ?? true;
		} else {
			$words[] = $argument;
		}
	}
	$url     = parse_url( $options['url'] );
	$_SERVER = array_merge(
		$_SERVER,
		array(
			'HTTP_HOST'      => $url['host'] . ( isset( $url['port'] ) ? ':' . $url['port'] : '' ),
			'REQUEST_URI'    => $url['path'] ?? '/',
			'REQUEST_METHOD' => 'GET',
		)
	);
	// Not in the global scope, and with the functions of the admin.
	( static function ( $folder ) {
		global $site_id, $wpdb, $public, $current_site, $current_blog, $path, $shortcode_tags, $table_prefix;
		require $folder . '/wp-load.php';
		require ABSPATH . 'wp-admin/includes/admin.php';
	} )( $options['path'] );
	unset( $options['url'], $options['path'] );
	WP_CLI::run( $words, $options );
}
