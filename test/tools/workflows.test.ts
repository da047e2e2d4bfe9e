import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';

interface Job {
  permissions?: Record<string, string>;
  'timeout-minutes'?: number;
  steps: { uses?: string; run?: string; with?: Record<string, unknown> }[];
}
interface Workflow {
  permissions: unknown;
  jobs: Record<string, Job>;
}

const files = globSync('.github/workflows/*.yml').sort();
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object };

describe.each(files)('%s', (file) => {
  const workflow = parse(readFileSync(file, 'utf8')) as Workflow;
  const jobs = Object.values(workflow.jobs);
  const steps = jobs.flatMap((job) => job.steps);

  test('has no rights but those that a job names, pinned actions, and no credentials', () => {
    expect(workflow.permissions).toEqual({});
    for (const job of jobs) {
      expect(job.permissions).toBeDefined();
      expect(job['timeout-minutes']).toBeGreaterThan(0);
    }
    for (const { uses, with: given } of steps) {
      if (uses) expect(uses).toMatch(/^actions\/[\w-]+@[0-9a-f]{40}$/);
      if (uses?.startsWith('actions/checkout@'))
        expect(given).toEqual({ 'persist-credentials': false });
    }
  });

  test('runs the same checks as elsewhere, by scripts that exist', () => {
    const commands = steps.flatMap(({ run }) => run ?? []);
    const check = file.endsWith('/real.yml') ? 'npm run real -- ' : 'bash .ci/run';
    expect(commands.filter((command) => command.startsWith(check))).toHaveLength(1);
    const named = commands.flatMap((command) => /^npm run (\S+)/.exec(command)?.[1] ?? []);
    for (const name of named) expect(scripts).toHaveProperty([name]);
  });

  test('puts nothing of an event into a command', () => {
    for (const { run } of steps) expect(run ?? '').not.toContain('${{');
  });
});
