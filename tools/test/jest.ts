import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { logsFolder } from '../stack/folders.ts';
import { resolve, shell } from './scripts.ts';
import { failed, type Outcome } from './step.ts';

interface JestResults {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  /** Files that failed before their tests could be counted. */
  numRuntimeErrorTestSuites: number;
  testResults: { name: string; status: string; message: string }[];
}

/** Runs jest with `flags` and counts its tests. */
export async function runJest(flags: string): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'itih-jest-'));
  const file = join(folder, 'results.json');
  try {
    const command = `npm run jest -- ${flags} --json --outputFile=${file}`;
    const { ok, output } = await shell(resolve(command));
    const results = existsSync(file)
      ? (JSON.parse(readFileSync(file, 'utf8')) as JestResults)
      : undefined;
    return results ? count(results, ok, output) : failed(output);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function count(results: JestResults, ok: boolean, output: string): Outcome {
  const broken = results.numFailedTests + results.numRuntimeErrorTestSuites;
  return {
    passed: results.numPassedTests,
    // Jest also fails without a failing test, for instance when it finds none.
    failed: ok ? 0 : Math.max(broken, 1),
    skipped: results.numPendingTests + results.numTodoTests,
    output: failures(results) || output,
  };
}

/** The failed files with their messages only: a suite of thousands of tests hides them otherwise. */
const failures = ({ testResults }: JestResults) =>
  testResults
    .filter(({ status }) => status === 'failed')
    .map(
      ({ name, message }) =>
        `${relative(process.cwd(), name)}\n${stripVTControlCharacters(message)}`,
    )
    .join('\n');

const quiet = 'nginx-access.log';

/** The ends of the logs that the last bed of this name left. */
export function logTails(name: string, lines = 20): string {
  const folder = join(logsFolder, name);
  if (!existsSync(folder)) return '';
  return readdirSync(folder)
    .filter((file) => file !== quiet)
    .map((file) => [file, readFileSync(join(folder, file), 'utf8').trim()] as const)
    .filter(([, text]) => text !== '')
    .map(([file, text]) => `--- ${file}\n${text.split('\n').slice(-lines).join('\n')}\n`)
    .join('');
}
