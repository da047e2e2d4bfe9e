<?php
/**
 * Evaluates the wp-config.php that comes on standard input, without WordPress, and prints as one line of JSON
 * the constants, the table prefix and the socket that PHP's MySQL driver uses for `localhost`.
 *
 * server/config/evaluate-wp-config.ts runs it. Arguments: the file's path, and the site's address or nothing.
 * Written for PHP 7.4, because the command line often has an older PHP than the web server.
 *
 * @package Itih\RagChat
 */

declare(strict_types=1);

/**
 * The file's code, ready for eval(): without the statement that loads WordPress, and with the file's own path in
 * place of `__DIR__` and `__FILE__`. WP-CLI evaluates configurations in the same way:
 * https://github.com/wp-cli/wp-cli/blob/main/php/WP_CLI/Runner.php (get_wp_config_code)
 */
function itih_evaluable( string $code, string $file ): string {
	$paths    = array(
		T_DIR  => var_export( dirname( $file ), true ),
		T_FILE => var_export( $file, true ),
	);
	$includes = array( T_REQUIRE, T_REQUIRE_ONCE, T_INCLUDE, T_INCLUDE_ONCE );
	$result   = '';
	// The text of an include statement that has not ended yet.
	$statement = null;
	$was_found = false;
	foreach ( token_get_all( preg_replace( '/^\xEF\xBB\xBF/', '', $code ) ) as $token ) {
		$id   = is_array( $token ) ? $token[0] : 0;
		$text = is_array( $token ) ? $token[1] : $token;
		if ( null !== $statement && ( ';' === $text || T_CLOSE_TAG === $id ) ) {
			$is_core   = false !== strpos( $statement, 'wp-settings.php' );
			$was_found = $was_found || $is_core;
			$result   .= $is_core ? 'true' : $statement;
			$statement = null;
		} elseif ( null === $statement && in_array( $id, $includes, true ) ) {
			$statement = '';
		}
		if ( null === $statement ) {
			$result .= $paths[ $id ] ?? $text;
		} else {
			$statement .= $paths[ $id ] ?? $text;
		}
	}
	if ( ! $was_found ) {
		throw new RuntimeException( 'The file does not load wp-settings.php itself.' );
	}
	// `declare` and `namespace` have to come first, so there must be no closing tag before them.
	return preg_match( '/^<\?php\s/', $result ) ? substr( $result, 5 ) : '?>' . $result;
}

function itih_print(): void {
	global $table_prefix, $itih_problem;
	$error = error_get_last();
	$fatal = E_ERROR | E_PARSE | E_CORE_ERROR | E_COMPILE_ERROR;
	if ( null === $itih_problem && $error && ( $error['type'] & $fatal ) ) {
		$itih_problem = $error['message'];
	}
	while ( ob_get_level() > 0 && ob_end_clean() ) {
		continue;
	}
	$constants = array();
	$names     = '/^(DB_(NAME|USER|PASSWORD|HOST)|(AUTH|SECURE_AUTH|LOGGED_IN|NONCE|SECRET)_(KEY|SALT)|MYSQL_CLIENT_FLAGS|WP_HOME|MULTISITE|ITIH_\w+)$/';
	foreach ( get_defined_constants( true )['user'] ?? array() as $name => $value ) {
		if ( preg_match( $names, $name ) && is_scalar( $value ) ) {
			$constants[ $name ] = (string) $value;
		}
	}
	$said = array(
		'constants'   => (object) $constants,
		'tablePrefix' => is_string( $table_prefix ) ? $table_prefix : 'wp_',
		'socket'      => ini_get( 'mysqli.default_socket' ) ?: ini_get( 'pdo_mysql.default_socket' ) ?: '',
		'problem'     => $itih_problem ?? '',
	);
	echo "\n", json_encode( $said, JSON_INVALID_UTF8_SUBSTITUTE ), "\n";
}

// The file may end the process itself, or fail in a way that nothing catches.
register_shutdown_function(
	static function (): void {
		itih_print();
		// Ends the other functions of this kind, which could print after it.
		exit( 0 );
	}
);

ob_start();
$_SERVER['REQUEST_METHOD'] = 'GET';
if ( ! empty( $argv[2] ) ) {
	// Some configurations choose by host; without one, none is invented.
	$_SERVER['HTTP_HOST']   = preg_replace( '#^https?://([^/]*).*$#', '$1', $argv[2] );
	$_SERVER['SERVER_NAME'] = preg_replace( '#:\d+$#', '', $_SERVER['HTTP_HOST'] );
	$_SERVER['REQUEST_URI'] = parse_url( $argv[2], PHP_URL_PATH ) ?: '/';
	if ( 0 === strpos( $argv[2], 'https:' ) ) {
		$_SERVER['HTTPS'] = 'on';
	}
}
try {
	eval( itih_evaluable( stream_get_contents( STDIN ), $argv[1] ) );
} catch ( Throwable $itih_failure ) {
	$itih_problem = $itih_failure->getMessage();
}
