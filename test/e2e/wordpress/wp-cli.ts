/** Runs `wp itih …` in the bed's WordPress, through a stand-in for WP-CLI. */
import { spawn } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRoot, must } from '../../../tools/stack/commands.ts';
import { makeFolder } from '../../../tools/stack/folders.ts';
import type { Stack } from '../../../tools/stack/stack.ts';
import { stack } from '../../stack.ts';

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Folder of compiled PHP. */
let cache: string | undefined;

export async function wp(
  args: string[],
  {
    input = '',
    site = stack(),
    env = {},
  }: { input?: string; site?: Pick<Stack, 'wpDir' | 'url'>; env?: Record<string, string> } = {},
): Promise<Ended> {
  const script = join(stack().folder, 'wp-cli.php'); // www-data can read it there
  cache ??= makeFolder(join(stack().folder, 'wp-cli'), 'www-data');
  copyFileSync(join(import.meta.dirname, 'wp-cli.php'), script);
  // Another account would begin with its own variables.
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const command = [
    'env',
    ...variables,
    'php',
    // Compiled once, as each command is a program of its own.
    ...['enable_cli=1', 'file_cache_only=1', `file_cache=${cache}`].flatMap((setting) => [
      '-d',
      `opcache.${setting}`,
    ]),
    script,
    `--path=${site.wpDir}`,
    `--url=${site.url}`,
    ...args,
  ];
  const [file = '', ...rest] = isRoot
    ? [must('runuser'), '-u', 'www-data', '--', ...command]
    : command;
  const child = spawn(file, rest, { stdio: ['pipe', 'pipe', 'pipe'] });
  const ended: Ended = { code: null, stdout: '', stderr: '' };
  child.stdout.on('data', (text: Buffer) => (ended.stdout += text.toString()));
  child.stderr.on('data', (text: Buffer) => (ended.stderr += text.toString()));
  child.stdin.on('error', () => undefined); // it ended without reading
  child.stdin.end(input);
  ended.code = await new Promise((resolve, reject) => {
    child.once('close', resolve).once('error', reject);
  });
  return ended;
}
