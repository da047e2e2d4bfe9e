import { count, failedFiles, failures, shortName, type JestRun } from './jest.ts';
import type { Outcome } from './step.ts';

/** More than so many files do not fail by chance. */
const mostRepeated = 5;

/**
 * Runs a suite of which a file may fail by chance, as servers, browsers and a busy machine take their time: the
 * files that fail are run once more by themselves. Those that pass then are named as flaky, with their first failure.
 *
 * @param attempt Runs all files, or those given, each time in a fresh bed if the suite has one.
 */
export async function withSecondAttempt(
  attempt: (files?: string[]) => Promise<JestRun>,
): Promise<Outcome> {
  const first = await attempt();
  const broken = failedFiles(first);
  if (broken.length === 0 || broken.length > mostRepeated) return count(first);
  const second = await attempt(broken.map(({ name }) => name));
  const again = new Map(second.files.map((file) => [file.name, file]));
  const flaky = broken.filter(({ name }) => again.get(name)?.status === 'passed');
  const files = first.files.map((file) => again.get(file.name) ?? file);
  return {
    ...count({ ...second, files }),
    ...(flaky.length > 0 && {
      flaky: `${flaky.map(shortName).join(', ')} passed at the second attempt. The first:\n${failures(flaky)}`,
    }),
  };
}
