import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { ownFile } from '../runtime/program-files.ts';
import type { OpenedFile } from './wp-config.ts';

/** Milliseconds. */
const timeout = 10_000;
const maxOutput = 2 ** 20;
const script = ownFile('server/config/read-wp-config.php');

const said = z.object({
  constants: z.record(z.string(), z.string()),
  tablePrefix: z.string(),
  socket: z.string(),
  problem: z.string(),
});
export type SaidConfig = z.infer<typeof said>;

/** Names of the constants that are used. */
const used =
  /^(?:DB_(?:NAME|USER|PASSWORD|HOST)|(?:AUTH|SECURE_AUTH|LOGGED_IN|NONCE|SECRET)_(?:KEY|SALT)|MYSQL_CLIENT_FLAGS|WP_HOME|MULTISITE|ITIH_\w+)$/;

/** Output of `wp config list --format=json`. */
const listed = z.array(
  z.object({
    name: z.string(),
    value: z.union([z.string(), z.number(), z.boolean(), z.null()]).catch(null),
    type: z.string(),
  }),
);
/** Converts a value to text as PHP does. */
const asText = (value: string | number | boolean | null) =>
  typeof value === 'boolean' ? (value ? '1' : '') : String(value ?? '');

const short = (text: string) => text.trim().split('\n', 1)[0]?.slice(0, 200) ?? '';

type Env = Record<string, string | undefined>;

/**
 * Runs a program and returns its output; null when the program is missing. A root process runs it as the file's
 * owner: otherwise an account that may write the file could run code as root. @throws Error with a sentence
 */
function output(
  program: string,
  args: string[],
  file: OpenedFile,
  env: Env,
  input = '',
): string | null {
  const { error, status, signal, stdout, stderr } = spawnSync(program, args, {
    input,
    cwd: dirname(file.path),
    env,
    encoding: 'utf8',
    timeout,
    killSignal: 'SIGKILL',
    maxBuffer: maxOutput,
    ...(process.getuid?.() === 0 && { uid: file.uid, gid: file.gid }),
  });
  const code = error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return null;
  if (code === 'ETIMEDOUT') throw new Error(`${program} took longer than ${timeout / 1000} s`);
  if (code === 'ENOBUFS') throw new Error(`${program} printed more than 1 MB`);
  // EPIPE: the program ended without reading its input; its status is reported below.
  if (error && code !== 'EPIPE') throw new Error(`${program} could not be run: ${error.message}`);
  if (status === 0) return stdout;
  throw new Error(`${program} ended with ${signal ?? status}: ${short(stderr || stdout)}`);
}

function read<T>(program: string, schema: z.ZodType<T>, json: string): T {
  try {
    return schema.parse(JSON.parse(json));
  } catch {
    throw new Error(`${program} printed something else than was asked for`);
  }
}

/** Asks PHP for what the file says without being run. */
function askPhp(file: OpenedFile, env: Env, url: string): SaidConfig | null {
  const code = readFileSync(script, 'utf8').replace('<?php', '');
  const args = ['-d', 'display_errors=stderr', '-r', code, '--', file.path, used.source, url];
  const text = output('php', args, file, env, file.text);
  return text === null ? null : read('php', said, text);
}

/** Asks WP-CLI, which runs the file. It may be a wrapper that runs PHP elsewhere, such as in a container. */
function askWpCli(file: OpenedFile, env: Env, url: string): SaidConfig | null {
  const args = ['config', 'list', '--format=json', `--path=${file.folder}`];
  const text = output('wp', [...args, ...(url ? [`--url=${url}`] : [])], file, env);
  if (text === null) return null;
  const rows = read('wp', listed, text).filter(({ type }) => type !== 'includes');
  const values = Object.fromEntries(rows.map(({ name, value }) => [name, asText(value)]));
  const { table_prefix: tablePrefix = 'wp_' } = values;
  const constants = Object.fromEntries(Object.entries(values).filter(([name]) => used.test(name)));
  return { constants, tablePrefix, socket: askSocket(file, env), problem: '' };
}

/** Returns the socket that PHP's MySQL driver uses for `localhost`; empty if unknown. */
function askSocket(file: OpenedFile, env: Env): string {
  try {
    return output('php', ['-r', "echo ini_get('mysqli.default_socket');"], file, env) ?? '';
  } catch {
    return '';
  }
}

/**
 * Asks WP-CLI for the constants of a wp-config.php, else PHP. `problem` says which are not known, and why.
 *
 * @param env Environment for the evaluation: many files read it.
 * @param url The chosen site, where a file serves several; empty: none is chosen.
 */
export function askWpConfig(file: OpenedFile, env: Env, url: string): SaidConfig {
  const problems: string[] = [];
  for (const ask of [askWpCli, askPhp]) {
    try {
      const answer = ask(file, env, url);
      const problem = [...problems, answer?.problem].join('; ');
      if (answer) return { ...answer, problem: answer.problem && problem };
    } catch (error) {
      problems.push(short((error as Error).message));
    }
  }
  const problem = problems.join('; ') || 'there is neither wp nor php on the PATH';
  return { constants: {}, tablePrefix: '', socket: '', problem };
}
