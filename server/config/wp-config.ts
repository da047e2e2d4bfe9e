import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { ConfigError } from '../errors/config-error.ts';

const printed = z.object({
  /** `DB_NAME` → its value. */
  constants: z.record(z.string(), z.string()),
  /** Empty if unknown. */
  tablePrefix: z.string(),
  /** Socket of PHP's MySQL driver for `localhost`; empty if unknown. */
  socket: z.string(),
  /** The error that ended the file early; empty: none. */
  problem: z.string(),
});

export interface WpConfig extends z.infer<typeof printed> {
  /** Path of the file. */
  file: string;
}

export type Variables = Record<string, string | undefined>;

/** Milliseconds. */
const timeout = 10_000;
const maxOutput = 2 ** 20;

/** Names of the constants that are used. */
const used =
  '^(DB_(NAME|USER|PASSWORD|HOST)|(AUTH|SECURE_AUTH|LOGGED_IN|NONCE|SECRET)_(KEY|SALT)|MYSQL_CLIENT_FLAGS|WP_HOME|MULTISITE|ITIH_\\w+)$';

/** The folder in which WordPress looks for its first file, so that it ends there. */
const nowhere = 'itih-reads-wp-config-only';

/**
 * Runs wp-config.php as WordPress does, up to the first file that wp-settings.php requires: `WPINC` names a folder that
 * does not exist. For PHP 7.4, too, because the command line often has an older PHP than the web server.
 */
const script = `
list( , $itih_file, $itih_folder, $itih_url ) = $argv;
$itih_problem = '';
set_error_handler( function () { return true; } );
ob_start();
register_shutdown_function( function () {
	while ( ob_get_level() > 0 ) { ob_end_clean(); }
	$constants = array();
	foreach ( get_defined_constants( true )['user'] ?? array() as $name => $value ) {
		if ( is_scalar( $value ) && preg_match( '/${used}/', $name ) ) { $constants[ $name ] = (string) $value; }
	}
	$prefix = $GLOBALS['table_prefix'] ?? 'wp_';
	echo json_encode( array(
		'constants'   => (object) $constants,
		'tablePrefix' => is_string( $prefix ) ? $prefix : '',
		'socket'      => (string) ini_get( 'mysqli.default_socket' ),
		'problem'     => $GLOBALS['itih_problem'] ?: ( error_get_last()['message'] ?? '' ),
	), JSON_INVALID_UTF8_SUBSTITUTE );
	exit( 0 );
} );
if ( is_file( "$itih_folder/wp-settings.php" ) ) { define( 'ABSPATH', "$itih_folder/" ); }
define( 'WPINC', '${nowhere}' );
if ( '' !== $itih_url ) {
	$_SERVER['HTTP_HOST']   = preg_replace( '~^.*?://([^/]*).*$~', '$1', $itih_url );
	$_SERVER['SERVER_NAME'] = parse_url( $itih_url, PHP_URL_HOST );
	$_SERVER['REQUEST_URI'] = parse_url( $itih_url, PHP_URL_PATH ) ?: '/';
	if ( 'https' === parse_url( $itih_url, PHP_URL_SCHEME ) ) { $_SERVER['HTTPS'] = 'on'; }
}
try {
	require $itih_file;
} catch ( Throwable $itih_error ) {
	$itih_problem = $itih_error->getMessage();
}`;

const needed = ['DB_NAME', 'DB_USER', 'DB_PASSWORD', 'DB_HOST'];

/** Returns the names of what a database connection needs and the file does not define. */
export const missingFrom = ({ constants, tablePrefix }: WpConfig): string[] => [
  ...needed.filter((name) => constants[name] === undefined),
  ...(tablePrefix === '' ? ['$table_prefix'] : []),
];

/**
 * Finds the file as wp-load.php does: one folder above only if that is not a WordPress folder.
 *
 * @throws ConfigError
 */
function findWpConfig(folder: string): string {
  const above = resolve(folder, '..');
  const tried = existsSync(resolve(above, 'wp-settings.php')) ? [folder] : [folder, above];
  for (const path of tried.map((one) => resolve(one, 'wp-config.php'))) {
    try {
      accessSync(path, constants.R_OK);
      return path;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' || code === 'ENOTDIR') continue;
      throw new ConfigError(`${path} cannot be read: this user may not read it.`);
    }
  }
  throw new ConfigError(`There is no wp-config.php in ${resolve(folder)} or the folder above it.`);
}

const short = (text: string) => text.trim().split('\n', 1)[0]?.slice(0, 200) ?? '';

/**
 * Runs the file by PHP. A root process does so as the file's owner: otherwise an account that may write the file could
 * run code as root.
 *
 * @throws Error with a sentence
 */
function runPhp(
  file: string,
  folder: string,
  env: Variables,
  url: string,
): z.infer<typeof printed> {
  const { uid, gid } = statSync(file);
  const options = ['-d', 'display_errors=0', '-d', 'log_errors=0', '-r', script];
  const { error, status, signal, stdout, stderr } = spawnSync(
    'php',
    [...options, '--', file, folder, url],
    {
      cwd: dirname(file),
      env,
      encoding: 'utf8',
      timeout,
      killSignal: 'SIGKILL',
      maxBuffer: maxOutput,
      ...(process.getuid?.() === 0 && { uid, gid }),
    },
  );
  const code = error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') throw new Error('there is no php on the PATH');
  if (code === 'ETIMEDOUT') throw new Error(`php took longer than ${timeout / 1000} s`);
  if (code === 'ENOBUFS') throw new Error('php printed more than 1 MB');
  if (error) throw new Error(`php could not be run: ${error.message}`);
  if (status !== 0) throw new Error(`php ended with ${signal ?? status}: ${short(stderr)}`);
  try {
    return printed.parse(JSON.parse(stdout));
  } catch {
    throw new Error('php printed something else than was expected');
  }
}

/**
 * Reads the wp-config.php of a folder by running it, without WordPress.
 *
 * @param env Environment of PHP: many files read it.
 * @param url The chosen site, where a file serves several; empty: none is chosen.
 * @throws ConfigError when there is no file
 */
export function readWpConfig(folder: string, env: Variables, url: string): WpConfig {
  const file = findWpConfig(folder);
  try {
    const { problem, ...values } = runPhp(file, resolve(folder), env, url);
    return { file, ...values, problem: problem.includes(nowhere) ? '' : short(problem) };
  } catch (error) {
    return {
      file,
      constants: {},
      tablePrefix: '',
      socket: '',
      problem: short((error as Error).message),
    };
  }
}

/** Variables that a service has anyway, with its own account's values. */
const ofAccount = new Set(['HOME', 'USER', 'LOGNAME', 'SHELL', 'PWD', 'OLDPWD', 'TERM', '_']);

/**
 * Returns the variables that a wp-config.php computes its constants from, such as `WORDPRESS_DB_NAME` in Docker's image:
 * a service does not have those of the shell that installs it.
 *
 * @param sure Variables that the service has.
 * @throws ConfigError when there is no file
 */
export function variablesOfWpConfig(
  folder: string,
  all: Variables,
  sure: Record<string, string>,
  url: string,
): Record<string, string> {
  const readWith = (variables: Variables) => JSON.stringify(readWpConfig(folder, variables, url));
  const whole = readWith(all);
  if (readWith(sure) === whole) return {};
  const needed = Object.entries(all).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined &&
      !(entry[0] in sure) &&
      !ofAccount.has(entry[0]) &&
      // systemd's file of variables is read back with names like these.
      entry[0] === entry[0].toUpperCase() &&
      readWith({ ...all, [entry[0]]: undefined }) !== whole,
  );
  return Object.fromEntries(needed);
}
