/**
 * `npm test`: every check and every suite, one line for each that passes. Suites whose real
 * components (MariaDB, nginx, PHP, Chromium) cannot be had here are listed as not run; with CI=true
 * that is a failure. `npm test -- --only unit,database` runs just these.
 */
import { parseArgs } from 'node:util';
import { failed, type Outcome, type Step } from './test/step.ts';
import { planFor } from './test/steps.ts';

interface Done extends Outcome {
  name: string;
  seconds: number;
}

/** Sequences of steps that run at one time. Four keep two processors busy, as servers have to be waited for. */
const lanes = 4;

const strict = !['', 'false', '0'].includes(process.env['CI'] ?? '');

async function perform({ name, run }: Step): Promise<Done> {
  const started = performance.now();
  const outcome = await run().catch((error: Error) => failed(error.stack ?? error.message));
  const counted = outcome.notRun
    ? { ...outcome, ...(strict ? { failed: 1 } : { skipped: 1 }) }
    : outcome;
  const done = { name, seconds: (performance.now() - started) / 1000, ...counted };
  console.log(line(done));
  if (done.failed > 0 && done.output) console.log(`\n${done.output.trim()}\n`);
  return done;
}

const status = ({ failed, notRun }: Outcome) => (failed > 0 ? 'FAIL' : notRun ? 'skip' : 'ok');

function line(done: Done): string {
  const seconds = `${done.seconds.toFixed(1)} s`;
  return `${status(done).padEnd(4)}  ${done.name.padEnd(14)}${seconds.padStart(8)}   ${counts(done)}`;
}

function counts({ passed, failed, skipped, notRun }: Outcome): string {
  if (notRun) return 'not run';
  const skips = skipped > 0 ? `, ${skipped} skipped` : '';
  return `${passed} passed, ${failed} failed${skips}`;
}

function report(all: Done[]): Outcome {
  const sum = (key: 'passed' | 'failed' | 'skipped') =>
    all.reduce((total, done) => total + done[key], 0);
  console.log('\nStep                 Time   Result');
  for (const done of all) console.log(line(done));
  for (const { name, notRun } of all) if (notRun) console.log(`not run: ${name}: ${notRun}`);
  for (const { name, flaky } of all) if (flaky) console.log(`flaky: ${name}: ${flaky}`);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { only: { type: 'string' } } });
  const plan = planFor(values.only?.split(',') ?? []);
  const done: Done[] = [];
  const lane = async () => {
    for (let steps = plan.shift(); steps; steps = plan.shift()) {
      for (const step of steps) done.push(await perform(step));
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  const total = report(done);
  console.log(counts(total));
  process.exitCode = total.failed > 0 ? 1 : 0;
}

await main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 2;
});
