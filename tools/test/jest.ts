import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { logsFolder } from '../stack/folders.ts';
import { resolve, root, shell } from './scripts.ts';
import type { Outcome } from './step.ts';

/** A file of tests in the results of `jest --json`. */
export interface TestFile {
  name: string;
  status: string;
  message: string;
  assertionResults: { status: string }[];
}

export interface JestRun {
  ok: boolean;
  output: string;
  files: TestFile[];
}

/** Runs jest with `flags`, and with `env` besides this process' environment. */
export async function runJest(flags: string, env: Record<string, string> = {}): Promise<JestRun> {
  const folder = mkdtempSync(join(tmpdir(), 'itih-jest-'));
  const file = join(folder, 'results.json');
  try {
    const command = `npm run jest -- ${flags} --json --outputFile=${file}`;
    const { ok, output } = await shell(resolve(command), env);
    const { testResults: files } = existsSync(file)
      ? (JSON.parse(readFileSync(file, 'utf8')) as { testResults: TestFile[] })
      : { testResults: [] };
    return { ok, output, files };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const failedFiles = ({ files }: JestRun) =>
  files.filter(({ status }) => status === 'failed');

/** Counts the tests of a run. */
export function count(run: JestRun): Outcome {
  const statuses = run.files.flatMap(({ assertionResults }) =>
    assertionResults.map(({ status }) => status),
  );
  const passed = statuses.filter((status) => status === 'passed').length;
  const failed = statuses.filter((status) => status === 'failed').length;
  return {
    passed,
    // A file may fail outside its tests, and jest without any, for instance when it finds none.
    failed: run.ok ? 0 : Math.max(failed, failedFiles(run).length, 1),
    skipped: statuses.length - passed - failed,
    output: failures(failedFiles(run)) || run.output,
  };
}

export const shortName = ({ name }: TestFile) => relative(root, name);

/** Only the failed files with their messages: a suite of thousands of tests hides them otherwise. */
export const failures = (files: TestFile[]) =>
  files.map((file) => `${shortName(file)}\n${stripVTControlCharacters(file.message)}`).join('\n');

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
