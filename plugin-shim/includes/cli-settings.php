<?php
/** `wp itih settings …`: every setting by its path, such as `chat.top_k`. */

declare( strict_types=1 );
namespace Itih\RagChat;
defined( 'ABSPATH' ) || exit;

/** Lists, reads and changes settings. */
final class Cli_Settings extends Cli_Command {
	private const SECRETS = array( 'api_key', 'api_token' ); // Names of the fields that hold secrets, as in server/contract/settings.ts.

	/** Whether only the settings that the plugin owns are known, because the sidecar does not answer. */
	private static bool $is_partial = false;

	public static function all( array $arguments, array $options ): void {
		$rows = array();
		foreach ( self::flat( self::settings() ) as $path => $value ) {
			$rows[] = array( 'path' => $path, 'value' => self::shown( $path, $value ) );
		}
		self::show( $rows, $options, array( 'path', 'value' ) );
	}

	public static function get( array $arguments, array $options ): void {
		$path  = $arguments[0];
		$value = self::value_at( self::settings(), $path );
		self::line( 'json' === ( $options['format'] ?? '' ) ? (string) wp_json_encode( $value, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE ) : self::shown( $path, $value ) );
	}

	public static function set( array $arguments, array $options ): void {
		$path    = $arguments[0];
		$current = self::value_at( self::settings(), $path );
		if ( isset( $arguments[1] ) && self::is_secret( $path ) && '' !== $arguments[1] ) {
			\WP_CLI::error( __( 'Give a key on standard input, so that it does not stand in the history of the shell: leave the value out, paste the key and press Ctrl+D, or add "< file". An empty value ("") removes the key.', 'itih-rag-chat' ) );
		}
		$text  = $arguments[1] ?? rtrim( (string) file_get_contents( 'php://stdin' ), "\r\n" );
		$value = 'json' === ( $options['format'] ?? '' ) ? self::from_json( $text ) : self::typed( $text, $current, self::is_secret( $path ) );
		$patch = $value;
		foreach ( array_reverse( explode( '.', $path ) ) as $name ) {
			$patch = array( $name => $patch );
		}
		self::store( $patch );
		$stored = self::value_at( self::settings(), $path );
		\WP_CLI::success( self::plain( $path . ': ' . self::shown( $path, $stored ) ) );
	}

	/** Stores through the sidecar, which validates; settings that the plugin owns also without it. */
	private static function store( array $patch ): void {
		if ( ! names_only_owned( $patch ) ) {
			self::call( 'PUT', '/settings', array(), $patch );
			return;
		}
		$clean = checked_patch( $patch );
		is_wp_error( $clean ) ? self::fail( $clean ) : store_clean( $clean );
		Events::send_settings();
	}

	/** Returns the sidecar's settings, or those that the plugin owns while it does not answer. */
	private static function settings(): array {
		$answer = is_site_in_doubt() ? site_doubt_error() : sidecar_data( 'GET', '/settings' );
		if ( ! is_wp_error( $answer ) ) { return $answer['settings']; }
		if ( ! in_array( $answer->get_error_code(), NO_SIDECAR, true ) ) {
			self::fail( $answer );
		}
		if ( ! self::$is_partial ) {
			\WP_CLI::warning( __( 'The sidecar does not answer, so only the settings that the plugin owns are known.', 'itih-rag-chat' ) );
		}
		self::$is_partial = true;
		return (array) json_decode( (string) wp_json_encode( owned_settings_response()->get_data()['settings'] ), true );
	}

	private static function value_at( array $settings, string $path ): mixed {
		$value = $settings;
		foreach ( explode( '.', $path ) as $name ) {
			if ( ! is_array( $value ) || ! array_key_exists( $name, $value ) ) {
				if ( self::$is_partial ) {
					self::fail( error( 'sidecar_unavailable' ) );
				}
				/* translators: %s: path of a setting. */
				\WP_CLI::error( sprintf( __( 'There is no setting "%s". "wp itih settings list" names them all.', 'itih-rag-chat' ), $path ) );
			}
			$value = $value[ $name ];
		}
		return $value;
	}

	/** Returns the settings by path. Lists and masked keys are values. */
	private static function flat( array $values, string $before = '' ): array {
		$flat = array();
		foreach ( $values as $name => $value ) {
			$path  = '' === $before ? (string) $name : $before . '.' . $name;
			$inner = is_array( $value ) && $value && ! array_is_a_list( $value ) && ! self::is_secret( $path );
			$flat += $inner ? self::flat( $value, $path ) : array( $path => $value );
		}
		return $flat;
	}

	private static function is_secret( string $path ): bool {
		$parts = explode( '.', $path );
		return in_array( end( $parts ), self::SECRETS, true );
	}

	private static function shown( string $path, mixed $value ): string {
		if ( self::is_secret( $path ) && is_array( $value ) ) {
			return empty( $value['set'] ) ? '' : '…' . ( $value['last4'] ?? '' );
		}
		return self::as_text( $value );
	}

	private static function from_json( string $text ): mixed {
		$value = json_decode( $text, true );
		if ( null === $value && 'null' !== trim( $text ) ) {
			\WP_CLI::error( __( 'The value is not JSON.', 'itih-rag-chat' ) );
		}
		return $value;
	}

	/** Reads a value as the type that the setting has now. */
	private static function typed( string $text, mixed $current, bool $is_secret ): mixed {
		if ( $is_secret ) { return trim( $text ); }
		if ( is_bool( $current ) && '' !== trim( $text ) ) {
			return filter_var( $text, FILTER_VALIDATE_BOOLEAN, FILTER_NULL_ON_FAILURE ) ?? $text;
		}
		if ( ( is_int( $current ) || is_float( $current ) ) && is_numeric( $text ) ) { return $text + 0; }
		return is_array( $current ) ? self::from_json( $text ) : $text;
	}
}
