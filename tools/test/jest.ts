import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { logsFolder } from '../stack/folders.ts';
import { resolve, shell } from './scripts.ts';
import { failed, type Outcome } from './step.ts';

export interface JestResults {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  /** Files that failed before their tests could be counted. */
  numRuntimeErrorTestSuites: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string }[];
  }[];
}

interface Run {
  ok: boolean;
  output: string;
  /** Undefined: jest did not come to its end. */
  results: JestResults | undefined;
}

async function run(flags: string): Promise<Run> {
  const folder = mkdtempSync(join(tmpdir(), 'itih-jest-'));
  const file = join(folder, 'results.json');
  try {
    const command = `npm run jest -- ${flags} --json --outputFile=${file}`;
    const { ok, output } = await shell(resolve(command));
    const results = existsSync(file)
      ? (JSON.parse(readFileSync(file, 'utf8')) as JestResults)
      : undefined;
    return { ok, output, results };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs jest with `flags` and counts its tests. */
export async function runJest(flags: string): Promise<Outcome> {
  const { ok, output, results } = await run(flags);
  return results ? count(results, ok, output) : failed(output);
}

/** More failed files than this are no accident. */
const maxRepeated = 3;

/**
 * Runs jest as `runJest` does, and failed files once more in a bed of their own, as runners of browser tests do: a busy
 * machine makes real servers slow. The report names a file that passes then as flaky, and shows its failure.
 */
export async function runJestTwice(flags: string): Promise<Outcome> {
  const first = await run(flags);
  if (!first.results) return failed(first.output);
  const outcome = count(first.results, first.ok, first.output);
  const files = failedFiles(first.results);
  if (files.length === 0 || files.length > maxRepeated) return outcome;
  const paths = files.map(({ name }) => name).join(' ');
  const second = await run(`--runTestsByPath ${paths} ${flags}`);
  if (!second.results) return outcome;
  return merged(first.results, count(second.results, second.ok, second.output));
}

/** Returns the outcome of a run whose failed files were run again. */
export function merged(first: JestResults, again: Outcome): Outcome {
  const files = failedFiles(first);
  const repeated = files.flatMap(({ assertionResults }) => assertionResults);
  const counted = (status: string) =>
    repeated.filter((assertion) => assertion.status === status).length;
  const output = `Failed at the first attempt:\n${failures(first)}\n\nAt the second:\n${again.output ?? 'passed'}`;
  return {
    passed: first.numPassedTests - counted('passed') + again.passed,
    failed: again.failed,
    skipped:
      first.numPendingTests +
      first.numTodoTests -
      counted('pending') -
      counted('todo') +
      again.skipped,
    flaky: again.failed === 0 ? files.length : 0,
    output,
  };
}

const failedFiles = ({ testResults }: JestResults) =>
  testResults.filter(({ status }) => status === 'failed');

function count(results: JestResults, ok: boolean, output: string): Outcome {
  const broken = results.numFailedTests + results.numRuntimeErrorTestSuites;
  return {
    passed: results.numPassedTests,
    // Jest also fails without a failing test, for instance when it finds none.
    failed: ok ? 0 : Math.max(broken, 1),
    skipped: results.numPendingTests + results.numTodoTests,
    ...(!ok && { output: failures(results) || output }),
  };
}

/** The failed files with their messages only: a suite of thousands of tests hides them otherwise. */
const failures = (results: JestResults) =>
  failedFiles(results)
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
