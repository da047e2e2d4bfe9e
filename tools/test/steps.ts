import { type Part, prepare, parts } from '../stack/stack.ts';
import { missingEngines } from '../stack/engines.ts';
import { build } from './build.ts';
import { count, logTails, runJest } from './jest.ts';
import { phpSyntax } from './php.ts';
import { partsOf, resolve, shell } from './scripts.ts';
import { withSecondAttempt } from './second-attempt.ts';
import { failed, notRun, type Outcome, passed, type Step } from './step.ts';

/** `npm run format:check` → `format`; `npm run jest -- --selectProjects unit` → `unit`. */
function nameOf(command: string): string {
  const project = /--selectProjects (\S+)/.exec(command)?.[1];
  return project ?? /^npm run ([^\s:]+)/.exec(command)?.[1] ?? command;
}

async function check(command: string): Promise<Outcome> {
  const jest = /^npm run jest -- (.*)$/.exec(command)?.[1];
  // The other lanes wait much of the time.
  if (jest) {
    return withSecondAttempt((files = []) =>
      runJest([...files, jest, '--maxWorkers=100%'].join(' ')),
    );
  }
  const { ok, output } = await shell(resolve(command));
  return ok ? passed() : failed(output);
}

/** Reasons why parts of the bed cannot be had; begun early, because packages take a while. */
type Readiness = Partial<Record<Part, string>>;

async function readiness(): Promise<Readiness> {
  const reason = (part: Part) =>
    prepare(part).then(
      () => undefined,
      (error: Error) => error.message,
    );
  const all = await reason('browser'); // it includes the others, in one go
  if (!all) return {};
  const database = await reason('database');
  const wordpress = await reason('wordpress');
  return { browser: all, ...(database && { database }), ...(wordpress && { wordpress }) };
}

async function project(part: Part, ready: Promise<Readiness>): Promise<Outcome> {
  const missing = (await ready)[part];
  if (missing) return notRun(missing);
  const outcome = await withSecondAttempt((files) => attempt(part, files));
  return withLogs(part, outcome);
}

/** Each has a bed of its own. What a test leaves open must not hold up the rest. */
const attempt = (name: string, files: string[] = []) =>
  runJest([...files, `--selectProjects ${name} --runInBand --forceExit`].join(' '));

const withLogs = (name: string, outcome: Outcome): Outcome =>
  outcome.failed === 0
    ? outcome
    : { ...outcome, output: `${outcome.output ?? ''}\n${logTails(name)}` };

const suites = async (name: string) => withLogs(name, count(await attempt(name)));

const enginesName = 'engines';
const full = Boolean(process.env['ITIH_TEST_FULL']);

const artefactsName = 'artefacts';

/** Makes the archives of a release out of the built scripts, and runs the suites on them. */
async function artefacts(): Promise<Outcome> {
  const { ok, output } = await shell(resolve('npm run package -- --built'));
  return ok ? suites(artefactsName) : failed(output);
}

/** The suites of `database` that have SQL of their own, on servers that take a while to have. */
async function engines(): Promise<Outcome> {
  const missing = await missingEngines().catch((error: Error) => error.message);
  return missing === null ? suites(enginesName) : notRun(missing);
}

/**
 * Returns every step, in lanes that run side by side: the first needs the processor, the others wait for servers and a
 * browser much of the time, so that three keep two processors busy. `wanted` chooses by name; none means all.
 */
export function planFor(wanted: string[]): Step[][] {
  const checks = partsOf('check');
  const names = [
    ...checks.map(nameOf),
    'build',
    artefactsName,
    'packages',
    'php',
    ...parts,
    enginesName,
  ];
  const unknown = wanted.filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    throw new Error(`No step ${unknown.join(', ')}. There are: ${names.join(', ')}`);
  }
  const chosen = (name: string) =>
    wanted.length === 0 ? full || name !== enginesName : wanted.includes(name);
  const needsBed = parts.some(chosen);
  const ready = needsBed ? readiness() : Promise.resolve({});
  const suite = (part: Part): Step => ({ name: part, run: () => project(part, ready) });
  const built = Promise.withResolvers<void>();
  if (!chosen('build')) built.resolve();
  const browser = async () => {
    await built.promise;
    return project('browser', ready);
  };
  const keep = (steps: Step[]) =>
    steps.filter(({ name }) => chosen(name) || (name === 'packages' && needsBed));
  const checkSteps = checks.map((command) => ({
    name: nameOf(command),
    run: () => check(command),
  }));
  const isUnit = ({ name }: Step) => name === 'unit';
  return [
    keep([
      { name: 'build', run: () => build().finally(built.resolve) },
      { name: artefactsName, run: artefacts },
      { name: 'packages', run: () => ready.then(() => passed(0)) },
      { name: 'php', run: phpSyntax },
      suite('wordpress'),
    ]),
    keep(checkSteps.filter((step) => !isUnit(step))),
    keep([suite('database')]),
    keep([{ name: 'browser', run: browser }]),
    keep([{ name: enginesName, run: engines }]),
    keep(checkSteps.filter(isUnit)),
  ].filter((steps) => steps.length > 0);
}
