import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repository } from '../stack/folders.ts';
import { type Site, environmentOf } from './combinations.ts';

export interface Result extends Site {
  /** As they name themselves. */
  versions: { php: string; wordpress: string; database: string; node: string } | null;
  passed: number;
  failed: number;
  skipped: number;
  seconds: number;
  /** The failed tests, or why none ran. */
  troubles: string[];
}

/** Browsing, accounts, settings, posts, nonces, and chats over each way: what a visitor and an owner meet of the plugin. */
const files = 'test/e2e/wordpress/(bed|chat|nonces|posts|roles|settings|versions)\\.test';

interface JestResults {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: {
    message: string;
    assertionResults: { fullName: string; status: string }[];
  }[];
}

const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];

async function jest(program: string, output: string, env: NodeJS.ProcessEnv): Promise<string> {
  const options = ['--selectProjects', 'wordpress', '--runInBand', '--forceExit', '--json'];
  const child = spawn(
    program,
    [...flags, 'node_modules/jest/bin/jest.js', files, ...options, `--outputFile=${output}`],
    { cwd: repository, stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, ...env } },
  );
  let said = '';
  for await (const chunk of child.stderr) said += String(chunk);
  return said;
}

const failuresOf = ({ testResults }: JestResults) =>
  testResults.flatMap(({ message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    return assertionResults.length === 0 && message !== ''
      ? [message.slice(0, 300)]
      : failed.map(({ fullName }) => fullName);
  });

/** Runs the suite on a bed that is this site. */
export async function runSuite(site: Site): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'itih-compatibility-'));
  const started = performance.now();
  try {
    const { program, env } = await environmentOf(site);
    const [output, versions] = [join(folder, 'results.json'), join(folder, 'versions.json')];
    const said = await jest(program, output, { ...env, ITIH_VERSIONS_FILE: versions });
    const seconds = Math.round((performance.now() - started) / 1000);
    const nothing = { versions: null, passed: 0, failed: 0, skipped: 0 };
    if (!existsSync(output)) return { ...site, ...nothing, seconds, troubles: [said.slice(-600)] };
    const results = JSON.parse(readFileSync(output, 'utf8')) as JestResults;
    return {
      ...site,
      versions: existsSync(versions)
        ? (JSON.parse(readFileSync(versions, 'utf8')) as Result['versions'])
        : null,
      passed: results.numPassedTests,
      failed: results.numFailedTests,
      skipped: results.numPendingTests,
      seconds,
      troubles: failuresOf(results),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
