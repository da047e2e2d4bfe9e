/** A WordPress that the real WP-CLI installs on the servers of a bed. */
import { execFile } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRoot, must } from '../stack/commands.ts';
import { giveTo, makeFolder } from '../stack/folders.ts';
import { emptySite } from '../stack/further-site.ts';
import type { Stack } from '../stack/stack.ts';

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

export interface Site {
  stack: Stack;
  url: string;
  wpDir: string;
  debugLog: string;
  /** Runs `wp …` as the web server's user, with nothing on its standard input. */
  wp: (...args: string[]) => Promise<Ended>;
  /** The same; a command that fails is an error. Returns what it printed. */
  ok: (...args: string[]) => Promise<string>;
  /** Runs a program as the web server's user. */
  as: (...command: string[]) => Promise<Ended>;
}

/** Returns the file that PHP starts: of a checkout with its packages, or the phar of a release. */
function wpCliIn(folder: string): string {
  const phar = readdirSync(folder).find((name) => name.endsWith('.phar'));
  const file = join(folder, phar ?? 'php/boot-fs.php');
  if (!existsSync(file)) throw new Error(`${folder} has neither a .phar nor php/boot-fs.php`);
  return file;
}

function runAs(command: string[], home: string): Promise<Ended> {
  const all = ['env', `HOME=${home}`, 'LANG=C.UTF-8', ...command];
  const [file = '', ...rest] = isRoot ? [must('runuser'), '-u', 'www-data', '--', ...all] : all;
  return new Promise((resolve, reject) => {
    const child = execFile(
      file,
      rest,
      { maxBuffer: 2 ** 26, timeout: 600_000 },
      (error, stdout, stderr) => {
        const code = error ? error.code : 0;
        if (typeof code === 'number') resolve({ code, stdout, stderr });
        else reject(new Error(`${command.join(' ')}: ${error?.message}`));
      },
    );
    child.stdin?.end();
  });
}

/** @param tree Sources of WordPress; undefined: those of the bed. */
export async function installSite(stack: Stack, wpCli: string, tree?: string): Promise<Site> {
  const bed = await emptySite(stack, 'fresh', tree);
  const home = makeFolder(join(stack.folder, 'home'), 'www-data');
  const as = (...command: string[]) => runAs(command, home);
  const wp = (...args: string[]) =>
    as('php', '-d', 'memory_limit=1G', wpCliIn(wpCli), `--path=${bed.dir}`, '--no-color', ...args);
  const ok = async (...args: string[]) => {
    const { code, stdout, stderr } = await wp(...args);
    if (code === 0) return stdout;
    throw new Error(`wp ${args.join(' ')} ends with ${code}: ${(stderr || stdout).trim()}`);
  };
  const account = ['--admin_user=admin', '--admin_email=admin@example.com', '--skip-email'];
  const password = `--admin_password=${stack.adminPassword}`;
  await ok('core', 'install', `--url=${bed.url}`, '--title=Harbour', ...account, password);
  return { stack, url: bed.url, wpDir: bed.dir, debugLog: bed.debugLog, wp, ok, as };
}

/** Places another plugin's files. */
export function placePlugin({ wpDir }: Site, plugins: string, name: string): void {
  const target = join(wpDir, 'wp-content/plugins', name);
  cpSync(join(plugins, name), target, { recursive: true });
  giveTo('www-data', target);
}

/** Lines of debug.log that name the plugin's files. */
export const complaints = ({ debugLog }: Site): string[] =>
  readFileSync(debugLog, 'utf8')
    .split('\n')
    .filter((line) => /PHP [^:]+: .*\/itih-rag-chat\//.test(line));
