import { type Part, prepare, parts } from '../stack/stack.ts';
import { missingEngines } from '../stack/engines.ts';
import { missingLlamaCpp } from '../stack/llama-cpp.ts';
import { build } from './build.ts';
import { count, logTails, runJest } from './jest.ts';
import { phpSyntax } from './php.ts';
import { partsOf, resolve, shell } from './scripts.ts';
import { withSecondAttempt } from './second-attempt.ts';
import { sidecarProgram } from './sidecar.ts';
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

const full = Boolean(process.env['ITIH_TEST_FULL']);

/** A project on a bed of its own, or a part of one, such as `1/2`. */
interface Shard {
  part: Part;
  share?: string;
}

/** The suites on servers run side by side, the long ones as two halves. */
const shards: Shard[] = [
  { part: 'database' },
  { part: 'browser', share: '1/2' },
  { part: 'browser', share: '2/2' },
  { part: 'wordpress', share: '1/2' },
  { part: 'wordpress', share: '2/2' },
];

const nameOfShard = ({ part, share }: Shard) => (share ? `${part}-${share[0]}` : part);

async function project(shard: Shard, ready: Promise<Readiness>): Promise<Outcome> {
  const { part, share } = shard;
  const missing = (await ready)[part];
  if (missing) return notRun(missing);
  const name = nameOfShard(shard);
  const program = process.env['ITIH_TEST_PROGRAM'] ?? (await sidecarProgram());
  const env = { ITIH_TEST_PROGRAM: program, ITIH_BED_NAME: name };
  const half = share ? `--shard=${share}` : '';
  const left = full ? '' : '--testPathIgnorePatterns=test/e2e/wordpress/full/';
  const outcome = await withSecondAttempt((files) =>
    attempt(part, files?.join(' ') ?? `${half} ${left}`, env),
  );
  return withLogs(name, outcome);
}

/** Each has a bed of its own. What a test leaves open must not hold up the rest. */
const attempt = (name: string, which = '', env: Record<string, string> = {}) =>
  runJest(`${which} --selectProjects ${name} --runInBand --forceExit`.trim(), env);

const withLogs = (name: string, outcome: Outcome): Outcome =>
  outcome.failed === 0
    ? outcome
    : { ...outcome, output: `${outcome.output ?? ''}\n${logTails(name)}` };

const whole = async (name: string) => withLogs(name, count(await attempt(name)));

const enginesName = 'engines';

const llamaName = 'llama';

const artefactsName = 'artefacts';

/** Makes the archives of a release out of the built scripts, and runs the suites on them. */
async function artefacts(): Promise<Outcome> {
  const { ok, output } = await shell(resolve('npm run package -- --built'));
  return ok ? whole(artefactsName) : failed(output);
}

/** The suites of `database` that have SQL of their own, on servers that take a while to have. */
async function engines(): Promise<Outcome> {
  const missing = await missingEngines().catch((error: Error) => error.message);
  return missing === null ? whole(enginesName) : notRun(missing);
}

/** The chat with a real server of a real, small model. */
async function llama(): Promise<Outcome> {
  const missing = await missingLlamaCpp();
  return missing === null ? whole(llamaName) : notRun(missing);
}

/**
 * Returns every step, in sequences that run side by side and are begun in this order. Suites on real servers wait for
 * them part of the time; the unit tests, which use every processor, come last and fill what is left. `wanted` chooses
 * by name; none means all.
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
    llamaName,
  ];
  const unknown = wanted.filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    throw new Error(`No step ${unknown.join(', ')}. There are: ${names.join(', ')}`);
  }
  const chosen = (name: string) =>
    wanted.length === 0 ? full || ![enginesName, llamaName].includes(name) : wanted.includes(name);
  const needsBed = parts.some(chosen);
  const ready = needsBed ? readiness() : Promise.resolve({});
  const built = Promise.withResolvers<void>();
  if (!chosen('build')) built.resolve();
  const suite = (shard: Shard): Step => ({
    name: nameOfShard(shard),
    run: async () => {
      if (shard.part !== 'database') await built.promise;
      return project(shard, ready);
    },
  });
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
    ]),
    keep(checkSteps.filter((step) => !isUnit(step))),
    ...shards.filter(({ part }) => chosen(part)).map((shard) => [suite(shard)]),
    keep([{ name: enginesName, run: engines }]),
    keep([{ name: llamaName, run: llama }]),
    keep(checkSteps.filter(isUnit)),
  ].filter((steps) => steps.length > 0);
}
