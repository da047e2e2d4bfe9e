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

const evaluated = z.object({
  constants: z.record(z.string(), z.string()),
  tablePrefix: z.string(),
  socket: z.string(),
  problem: z.string(),
});
export type Evaluated = z.infer<typeof evaluated>;

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

const nothing = (problem: string): Evaluated => ({
  constants: {},
  tablePrefix: 'wp_',
  socket: '',
  problem,
});

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

function askPhp(file: OpenedFile, env: Env, url: string): Evaluated | null {
  const code = readFileSync(script, 'utf8').replace('<?php', '');
  // The script reports its own errors; PHP's output would break the parsing.
  const quiet = ['-d', 'display_errors=0', '-d', 'log_errors=0'];
  const text = output('php', [...quiet, '-r', code, '--', file.path, url], file, env, file.text);
  return text === null ? null : read('php', evaluated, text.trim().split('\n').at(-1) ?? '');
}

/** Asks WP-CLI, which may be a wrapper that runs PHP elsewhere, such as in a container. */
function askWpCli(file: OpenedFile, env: Env, url: string): Evaluated | null {
  const args = ['config', 'list', '--format=json', `--path=${file.folder}`];
  const text = output('wp', [...args, ...(url ? [`--url=${url}`] : [])], file, env);
  if (text === null) return null;
  const rows = read('wp', listed, text).filter(({ type }) => type !== 'includes');
  const values = Object.fromEntries(rows.map(({ name, value }) => [name, asText(value)]));
  const { table_prefix: tablePrefix = 'wp_', ...constants } = values;
  return { ...nothing(''), constants, tablePrefix };
}

/**
 * Evaluates the constants of a wp-config.php with PHP, else with WP-CLI. On a failure, `problem` gives the reason.
 *
 * @param env Environment for the evaluation: many files read it.
 * @param url The chosen site, where a file serves several; empty: none is chosen.
 */
export function evaluateWpConfig(file: OpenedFile, env: Env, url: string): Evaluated {
  try {
    return (
      askPhp(file, env, url) ??
      askWpCli(file, env, url) ??
      nothing('there is neither php nor wp on the PATH')
    );
  } catch (error) {
    return nothing(short((error as Error).message));
  }
}
