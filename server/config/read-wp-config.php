<?php
/**
 * Reads the wp-config.php that comes on standard input without running it, by PHP's own tokens, and prints as one
 * line of JSON the constants, the table prefix, the socket that PHP's MySQL driver uses for `localhost`, and why
 * other values are not known.
 *
 * server/config/ask-wp-config.ts runs it. Arguments: the file's path, a pattern of the wanted names, and the site's
 * address or nothing.
 * Written for PHP 7.4, because the command line often has an older PHP than the web server.
 *
 * @package Itih\RagChat
 */

declare(strict_types=1);

PHP_SAPI === 'cli' || exit;

/** A value that only running the code would tell. */
final class Itih_Unknown extends Exception {}

/**
 * Reads definitions in the order in which PHP would run them. What stands below a condition is taken only where the
 * condition is that the name is not defined yet.
 */
final class Itih_Config_Reader {
	private const BLOCKS     = array( T_IF, T_SWITCH, T_FOR, T_FOREACH, T_WHILE );
	private const BLOCK_ENDS = array( T_ENDIF, T_ENDSWITCH, T_ENDFOR, T_ENDFOREACH, T_ENDWHILE );
	private const CHOICES    = array( '?', T_ELSEIF, T_ELSE, T_BOOLEAN_AND, T_BOOLEAN_OR, T_LOGICAL_AND, T_LOGICAL_OR, T_LOGICAL_XOR, T_COALESCE );
	private const INCLUDES   = array( T_REQUIRE, T_REQUIRE_ONCE, T_INCLUDE, T_INCLUDE_ONCE );
	private const MAX_FILES  = 20;

	/** @var array<string, string> */
	public $values = array();
	/** @var array<string, string> Name: sentence that says why its value is not known. */
	public $unknown = array();
	/** @var string */
	private $names;
	/** @var array<string, string|int|float|bool|null> */
	private $variables = array();
	/** @var array<string, true> Names that are asked for with defined(). */
	private $guarded = array();
	/** @var int */
	private $files = 0;
	/** @var int Files that include each other now. */
	private $depth = 0;
	/** @var string */
	private $file = '';
	/** @var list<array{0: int|string, 1: string, 2: int}> */
	private $tokens = array();
	/** @var int */
	private $at = 0;

	public function __construct( string $names ) {
		$this->names = '/' . $names . '|^(?:ABSPATH|\$table_prefix)$/';
	}

	public function read( string $code, string $file ): void {
		if ( ++$this->files > self::MAX_FILES ) {
			return;
		}
		$outer        = array( $this->file, $this->tokens, $this->at );
		++$this->depth;
		$this->file   = $file;
		$this->tokens = self::tokens_of( $code );
		$this->at     = 0;
		$this->statements();
		--$this->depth;
		list( $this->file, $this->tokens, $this->at ) = $outer;
	}

	/** Returns the tokens without what says nothing, each with its line. */
	private static function tokens_of( string $code ): array {
		$tokens = array();
		$line   = 1;
		foreach ( token_get_all( preg_replace( '/^\xEF\xBB\xBF/', '', $code ) ) as $token ) {
			list( $id, $text, $line ) = is_array( $token ) ? $token : array( $token, $token, $line );
			if ( T_CLOSE_TAG === $id ) {
				$tokens[] = array( ';', ';', $line );
			} elseif ( ! in_array( $id, array( T_WHITESPACE, T_COMMENT, T_DOC_COMMENT, T_OPEN_TAG, T_INLINE_HTML ), true ) ) {
				$tokens[] = array( $id, $text, $line );
			}
		}
		return $tokens;
	}

	private function statements(): void {
		$depth = 0;
		// The token that makes a statement one of several.
		$choice = null;
		while ( isset( $this->tokens[ $this->at ] ) ) {
			list( $id, $text ) = $this->tokens[ $this->at++ ];
			$called            = strtolower( ltrim( $text, '\\' ) );
			if ( '{' === $text || T_CURLY_OPEN === $id || T_DOLLAR_OPEN_CURLY_BRACES === $id ) {
				++$depth;
				$choice = null;
			} elseif ( '}' === $text || in_array( $id, self::BLOCK_ENDS, true ) ) {
				--$depth;
				$choice = null;
			} elseif ( ';' === $text ) {
				$choice = null;
			} elseif ( ':' === $text && in_array( $choice, self::BLOCKS, true ) && ')' === ( $this->tokens[ $this->at - 2 ][1] ?? '' ) ) {
				++$depth;
			} elseif ( in_array( $id, self::BLOCKS, true ) || in_array( $id, self::CHOICES, true ) ) {
				$choice = $id;
			} elseif ( 'defined' === $called && $this->next_is( '(' ) && T_CONSTANT_ENCAPSED_STRING === ( $this->tokens[ $this->at + 1 ][0] ?? 0 ) ) {
				$this->guarded[ self::unquoted( $this->tokens[ $this->at + 1 ][1] ) ] = true;
			} elseif ( 'define' === $called && $this->next_is( '(' ) ) {
				$this->definition( $depth, null !== $choice );
			} elseif ( T_CONST === $id && '=' === ( $this->tokens[ $this->at + 1 ][1] ?? '' ) ) {
				$this->at += 2;
				$this->keep( $this->tokens[ $this->at - 2 ][1], $depth, null !== $choice );
			} elseif ( T_VARIABLE === $id && '$table_prefix' === $text && $this->next_is( '=' ) ) {
				++$this->at;
				$this->keep( $text, $depth, null !== $choice );
			} elseif ( in_array( $id, self::INCLUDES, true ) ) {
				$this->inclusion();
			} elseif ( T_VARIABLE === $id && $this->next_is( '=' ) ) {
				$this->assignment( $text );
			} elseif ( T_EVAL === $id ) {
				$this->evaluation();
			}
		}
	}

	private function definition( int $depth, bool $is_choice ): void {
		++$this->at;
		try {
			$name = (string) $this->expression();
			if ( ! $this->next_is( ',' ) ) {
				return;
			}
		} catch ( Itih_Unknown $made ) {
			return;
		}
		++$this->at;
		$this->keep( $name, $depth, $is_choice );
	}

	/** Keeps the value that begins here, or the reason why it is not known. */
	private function keep( string $name, int $depth, bool $is_choice ): void {
		// The first definition of a constant wins, the last assignment of a variable.
		$is_known = isset( $this->values[ $name ] ) && '$' !== $name[0];
		if ( $is_known || ! preg_match( $this->names, $name ) ) {
			return;
		}
		$place = $this->place();
		try {
			$value = $this->expression();
			$ends  = $this->tokens[ $this->at ][1] ?? ';';
			if ( ! in_array( $ends, array( ';', ',', ')' ), true ) || ! is_scalar( $value ) ) {
				throw new Itih_Unknown();
			}
			if ( ( $depth > 0 || $is_choice ) && ( $depth > 1 || ! isset( $this->guarded[ $name ] ) ) ) {
				$this->unknown[ $name ] = "$name depends on a condition$place";
			} else {
				$this->values[ $name ] = (string) $value;
			}
		} catch ( Itih_Unknown $computed ) {
			$this->unknown[ $name ] = "$name is computed$place";
		}
	}

	/** Keeps what a variable was set to; the tokens behind it are read once more, as statements. */
	private function assignment( string $name ): void {
		$at = $this->at++;
		try {
			$this->variables[ $name ] = $this->expression();
		} catch ( Itih_Unknown $computed ) {
			unset( $this->variables[ $name ] );
		}
		$this->at = $at;
	}

	/** Reads code of a known variable, as in Docker's image, which has it from the environment. */
	private function evaluation(): void {
		$code = $this->next_is( '(' ) ? $this->variables[ $this->tokens[ $this->at + 1 ][1] ?? '' ] ?? null : null;
		if ( is_string( $code ) ) {
			$this->read( "<?php $code", $this->file );
		} else {
			$this->unknown['eval'] = 'it runs code that it makes' . $this->place();
		}
	}

	private function inclusion(): void {
		$place = $this->place();
		$words = '';
		for ( $ahead = $this->at; isset( $this->tokens[ $ahead ] ) && ';' !== $this->tokens[ $ahead ][1]; $ahead++ ) {
			$words .= $this->tokens[ $ahead ][1];
		}
		if ( false !== strpos( $words, 'wp-settings.php' ) ) {
			return;
		}
		try {
			$path = $this->expression();
		} catch ( Itih_Unknown $computed ) {
			if ( 1 === $this->depth ) {
				$this->unknown[ $place ] = "it includes a file whose name is computed$place";
			}
			return;
		}
		if ( is_string( $path ) && is_readable( $path ) && is_file( $path ) ) {
			$this->read( (string) file_get_contents( $path ), $path );
		}
	}

	/**
	 * Reads a value, and leaves `at` behind it.
	 *
	 * @return string|int|float|bool|null
	 */
	private function expression() {
		$value = $this->joined();
		while ( $this->next_is( '?' ) && ':' === ( $this->tokens[ $this->at + 1 ][1] ?? '' ) || $this->next_is( '??' ) ) {
			$is_filled = $this->next_is( '??' ) ? null !== $value : (bool) $value;
			$this->at += $this->next_is( '??' ) ? 1 : 2;
			$other     = $this->joined();
			$value     = $is_filled ? $value : $other;
		}
		return $value;
	}

	/** @return string|int|float|bool|null */
	private function joined() {
		$value = $this->term();
		while ( $this->next_is( '.' ) || $this->next_is( '|' ) ) {
			$is_flag = '|' === $this->tokens[ $this->at++ ][1];
			$next    = $this->term();
			$value   = $is_flag ? (int) $value | (int) $next : $value . $next;
		}
		return $value;
	}

	/** @return string|int|float|bool|null */
	private function term() {
		list( $id, $text ) = $this->tokens[ $this->at++ ] ?? array( 0, '' );
		switch ( $id ) {
			case T_CONSTANT_ENCAPSED_STRING:
				return self::unquoted( $text );
			case T_LNUMBER:
			case T_DNUMBER:
				return $text + 0;
			case T_DIR:
				return dirname( $this->file );
			case T_FILE:
				return $this->file;
			case T_VARIABLE:
				return $this->element( $text );
			case '(':
				$value = $this->expression();
				$this->skip( ')' );
				return $value;
		}
		$name = strtolower( ltrim( $text, '\\' ) );
		if ( $this->next_is( '(' ) ) {
			return $this->called( $name );
		}
		$words = array(
			'true'  => true,
			'false' => false,
			'null'  => null,
		);
		if ( array_key_exists( $name, $words ) ) {
			return $words[ $name ];
		}
		if ( isset( $this->values[ $text ] ) ) {
			return $this->values[ $text ];
		}
		// Such as MYSQLI_CLIENT_SSL.
		if ( T_STRING === $id && defined( $text ) ) {
			return constant( $text );
		}
		throw new Itih_Unknown();
	}

	/**
	 * Returns an element of $_ENV or $_SERVER; null if there is none.
	 *
	 * @return string|null
	 */
	private function element( string $array ) {
		if ( ! in_array( $array, array( '$_ENV', '$_SERVER' ), true ) || ! $this->next_is( '[' ) ) {
			throw new Itih_Unknown();
		}
		++$this->at;
		$name = (string) $this->expression();
		$this->skip( ']' );
		$value = '$_SERVER' === $array ? ( $_SERVER[ $name ] ?? null ) : getenv( $name );
		return is_string( $value ) ? $value : null;
	}

	/**
	 * Returns what one of the functions gives that configurations use.
	 *
	 * @return string|bool
	 */
	private function called( string $name ) {
		$this->skip( '(' );
		$arguments = array();
		while ( ! $this->next_is( ')' ) ) {
			$arguments[] = $this->expression();
			if ( $this->next_is( ',' ) ) {
				++$this->at;
			} elseif ( ! $this->next_is( ')' ) ) {
				throw new Itih_Unknown();
			}
		}
		$this->skip( ')' );
		$first = (string) ( $arguments[0] ?? '' );
		switch ( $name ) {
			case 'getenv':
				return getenv( $first );
			case 'dirname':
				return dirname( $first, max( 1, (int) ( $arguments[1] ?? 1 ) ) );
			case 'basename':
				return basename( $first );
			case 'getenv_docker':
				// https://github.com/docker-library/wordpress/blob/master/wp-config-docker.php
				$file = getenv( $first . '_FILE' );
				if ( $file ) {
					return rtrim( (string) file_get_contents( $file ), "\r\n" );
				}
				$value = getenv( $first );
				return false === $value ? (string) ( $arguments[1] ?? '' ) : $value;
		}
		throw new Itih_Unknown();
	}

	private function next_is( string $text ): bool {
		return ( $this->tokens[ $this->at ][1] ?? null ) === $text;
	}

	private function skip( string $text ): void {
		if ( ! $this->next_is( $text ) ) {
			throw new Itih_Unknown();
		}
		++$this->at;
	}

	private function place(): string {
		return ' (' . basename( $this->file ) . ', line ' . ( $this->tokens[ $this->at - 1 ][2] ?? 0 ) . ')';
	}

	/** Returns the text of a string literal. https://www.php.net/manual/en/language.types.string.php */
	private static function unquoted( string $literal ): string {
		$text = substr( $literal, 1, -1 );
		if ( "'" === $literal[0] ) {
			return preg_replace( '/\\\\([\\\\\'])/', '$1', $text );
		}
		return preg_replace_callback(
			'/\\\\([nrtvef\\\\$"]|[0-7]{1,3}|x[0-9A-Fa-f]{1,2}|u\{[0-9A-Fa-f]+\})/',
			static function ( array $found ): string {
				return 'u' === $found[1][0]
					? html_entity_decode( '&#x' . substr( $found[1], 2, -1 ) . ';', ENT_QUOTES, 'UTF-8' )
					: ( 'e' === $found[1] ? "\e" : stripcslashes( $found[0] ) );
			},
			$text
		);
	}
}

if ( '' !== $argv[3] ) {
	// Some configurations choose by host; without one, none is invented.
	$_SERVER['HTTP_HOST']   = preg_replace( '#^https?://([^/]*).*$#', '$1', $argv[3] );
	$_SERVER['SERVER_NAME'] = preg_replace( '#:\d+$#', '', $_SERVER['HTTP_HOST'] );
}
$itih_reader = new Itih_Config_Reader( $argv[2] );
$itih_reader->read( (string) stream_get_contents( STDIN ), $argv[1] );
$itih_known = array_diff_key( $itih_reader->values + array( '$table_prefix' => 'wp_' ), $itih_reader->unknown );
echo json_encode(
	array(
		'constants'   => (object) array_diff_key( $itih_known, array_flip( array( '$table_prefix', 'ABSPATH' ) ) ),
		'tablePrefix' => $itih_known['$table_prefix'] ?? '',
		'socket'      => ini_get( 'mysqli.default_socket' ) ?: ini_get( 'pdo_mysql.default_socket' ) ?: '',
		'problem'     => implode( '; ', $itih_reader->unknown ),
	),
	JSON_INVALID_UTF8_SUBSTITUTE
), "\n";
