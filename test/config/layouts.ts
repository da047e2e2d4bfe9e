/** Sites as owners lay them out, each in a folder of its own, with invented values. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface Database {
  name: string;
  user: string;
  password: string;
  host: string;
}

interface Layout {
  /** For `--wp`. */
  folder: string;
  /** In which it is read. */
  env: Record<string, string>;
}

function write(root: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
}

const load = `if ( ! defined( 'ABSPATH' ) ) {
	define( 'ABSPATH', __DIR__ . '/' );
}
require_once ABSPATH . 'wp-settings.php';
`;

/** Begins as WordPress' own, and leaves a file where it goes on. */
const core = `<?php
define( 'WPINC', 'wp-includes' );
require ABSPATH . WPINC . '/version.php';
touch( __DIR__ . '/loaded' );
`;

/** As in the official Docker image: variables, files named by variables, and PHP in a variable. */
export function docker(root: string, database: Database, more = ''): Layout {
  write(root, {
    'wp-settings.php': core,
    'wp-includes/version.php': '',
    'secret/password': `${database.password}\n`,
    'wp-config.php': `<?php
// A variable, a file that a variable names, or a default.
if ( ! function_exists( 'getenv_docker' ) ) {
	function getenv_docker( $env, $default ) {
		if ( $file = getenv( $env . '_FILE' ) ) {
			return rtrim( file_get_contents( $file ), "\\r\\n" );
		}
		return false !== ( $value = getenv( $env ) ) ? $value : $default;
	}
}
define( 'DB_NAME', getenv_docker( 'WORDPRESS_DB_NAME', 'wordpress' ) );
define( 'DB_USER', getenv_docker( 'WORDPRESS_DB_USER', 'example username' ) );
define( 'DB_PASSWORD', getenv_docker( 'WORDPRESS_DB_PASSWORD', 'example password' ) );
define( 'DB_HOST', getenv_docker( 'WORDPRESS_DB_HOST', 'mysql' ) );
define( 'NONCE_KEY', getenv_docker( 'WORDPRESS_NONCE_KEY', 'put your unique phrase here' ) );
define( 'NONCE_SALT', getenv_docker( 'WORDPRESS_NONCE_SALT', 'put your unique phrase here' ) );
$table_prefix = getenv_docker( 'WORDPRESS_TABLE_PREFIX', 'wp_' );
define( 'WP_DEBUG', ! ! getenv_docker( 'WORDPRESS_DEBUG', '' ) );
if ( isset( $_SERVER['HTTP_X_FORWARDED_PROTO'] ) && strpos( $_SERVER['HTTP_X_FORWARDED_PROTO'], 'https' ) !== false ) {
	$_SERVER['HTTPS'] = 'on';
}
if ( $configExtra = getenv_docker( 'WORDPRESS_CONFIG_EXTRA', '' ) ) {
	eval( $configExtra );
}
${load}`,
  });
  return {
    folder: root,
    env: {
      WORDPRESS_DB_NAME: database.name,
      WORDPRESS_DB_USER: database.user,
      WORDPRESS_DB_PASSWORD_FILE: join(root, 'secret/password'),
      WORDPRESS_DB_HOST: database.host,
      WORDPRESS_NONCE_KEY: 'nonce key',
      WORDPRESS_NONCE_SALT: 'and salt',
      WORDPRESS_CONFIG_EXTRA: more,
    },
  };
}

/** As Bedrock: WordPress below the web's root, the configuration outside it, values in `.env`. */
export function bedrock(root: string, database: Database, env: string[] = []): Layout {
  const values = [
    `DB_NAME='${database.name}'`,
    `DB_USER='${database.user}'`,
    `DB_PASSWORD='${database.password}'`,
    `DB_HOST='${database.host}'`,
    ...env,
  ];
  write(root, {
    '.env': values.join('\n'),
    'web/wp/wp-settings.php': core,
    'web/wp/wp-includes/version.php': '',
    // Composer's autoloader, and the two packages that read the file.
    'vendor/autoload.php': `<?php
spl_autoload_register( function ( $class ) {
	if ( 'Config' === $class ) {
		require __DIR__ . '/config.php';
	}
} );
foreach ( file( dirname( __DIR__ ) . '/.env', FILE_IGNORE_NEW_LINES ) as $line ) {
	list( $name, $value ) = explode( '=', $line, 2 );
	$_ENV[ $name ] = trim( $value, "'" );
}
function env( $name ) {
	return $_ENV[ $name ] ?? null;
}
`,
    'vendor/config.php': `<?php
class Config {
	private static $map = array();
	public static function define( $name, $value ) { self::$map[ $name ] = $value; }
	public static function apply() {
		foreach ( self::$map as $name => $value ) {
			defined( $name ) || define( $name, $value );
		}
	}
}
`,
    'config/application.php': `<?php
$root_dir = dirname( __DIR__ );
$webroot_dir = $root_dir . '/web';
if ( ! env( 'DB_NAME' ) ) {
	throw new RuntimeException( 'One or more environment variables failed assertions: DB_NAME is missing.' );
}
if ( env( 'WP_HOME' ) ) {
	Config::define( 'WP_HOME', env( 'WP_HOME' ) );
}
Config::define( 'CONTENT_DIR', '/app' );
Config::define( 'WP_CONTENT_DIR', $webroot_dir . Config::class );
Config::define( 'DB_NAME', env( 'DB_NAME' ) );
Config::define( 'DB_USER', env( 'DB_USER' ) );
Config::define( 'DB_PASSWORD', env( 'DB_PASSWORD' ) );
Config::define( 'DB_HOST', env( 'DB_HOST' ) ?: 'localhost' );
$table_prefix = env( 'DB_PREFIX' ) ?: 'wp_';
Config::define( 'NONCE_KEY', env( 'NONCE_KEY' ) );
Config::define( 'NONCE_SALT', env( 'NONCE_SALT' ) );
Config::apply();
if ( ! defined( 'ABSPATH' ) ) {
	define( 'ABSPATH', $webroot_dir . '/wp/' );
}
`,
    'web/wp-config.php': `<?php
/** Do not edit this file. */
require_once dirname( __DIR__ ) . '/vendor/autoload.php';
require_once dirname( __DIR__ ) . '/config/application.php';
require_once ABSPATH . 'wp-settings.php';
`,
  });
  return { folder: join(root, 'web'), env: {} };
}

/** Any other file. */
export function plain(root: string, php: string): Layout {
  write(root, {
    'wp-settings.php': core,
    'wp-includes/version.php': '',
    'wp-config.php': `<?php\n${php}\n${load}`,
  });
  return { folder: root, env: {} };
}
