import { searchTimings } from '../contract/search.ts';
import { shared } from './one-at-a-time.ts';

/** Values that are read when somebody asks for the metrics. */
export interface Readings {
  version: string;
  /** @throws the database's error: the others are told without it */
  documents: () => Promise<{ queued: number; failed: number; waitingMs: number }>;
  /** Numbers since the start, by kind. */
  databaseErrors: () => Readonly<Record<string, number>>;
  bridgeErrors: () => number;
}

/** Seconds: from a search in memory to a model that reasons for a minute. */
const buckets = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60,
];
export const stages = searchTimings.keyof().options;

/** Opens what `metrics.ts` counts with, and what is read of the process: memory, processor, event loop. */
export async function openInstruments(readings: Readings) {
  // Loaded only when metrics are used: it takes some megabytes.
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } =
    await import('prom-client');
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const seconds = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Histogram({ name, help, labelNames, buckets, registers });
  const total = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers });
  const info = { version: readings.version, node: process.version };
  new Gauge({
    name: 'itih_info',
    help: 'Version of the sidecar and of Node.js; always 1.',
    labelNames: ['version', 'node'],
    registers,
  }).set(info, 1);
  // One look at the database for all of them.
  const documents = shared(() => readings.documents().catch(() => null));
  type Documents = NonNullable<Awaited<ReturnType<typeof documents>>>;
  const read = (name: string, help: string, value: (documents: Documents) => number) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const known = await documents();
        this.set(known ? value(known) : NaN);
      },
    });
  read('itih_jobs_queued', 'Documents in the queue.', ({ queued }) => queued);
  read('itih_documents_failed', 'Documents that could not be read.', ({ failed }) => failed);
  read(
    'itih_oldest_job_seconds',
    'For which the document that is due longest has waited.',
    ({ waitingMs }) => waitingMs / 1000,
  );
  new Counter({
    name: 'itih_database_errors_total',
    help: 'Statements that the database refused: locked, full, unreachable, other.',
    labelNames: ['kind'],
    registers,
    collect() {
      this.reset();
      for (const [kind, count] of Object.entries(readings.databaseErrors())) {
        this.inc({ kind }, count);
      }
    },
  });
  new Counter({
    name: 'itih_bridge_errors_total',
    help: 'Calls of WordPress that failed.',
    registers,
    collect() {
      this.reset();
      this.inc(readings.bridgeErrors());
    },
  });

  return {
    registry,
    stages: seconds('itih_search_stage_seconds', 'Time that a stage of retrieval takes.', [
      'stage',
    ]),
    searches: total(
      'itih_searches_total',
      'Searches, with vectors and words (hybrid), with words alone (lexical), or so because the vector came late (late).',
      ['mode'],
    ),
    firstToken: seconds(
      'itih_first_token_seconds',
      'From the question to the first word of its answer.',
    ),
    answers: seconds('itih_answer_seconds', 'From the question to the end of its answer.', [
      'finish_reason',
    ]),
    turnedAway: total(
      'itih_turned_away_total',
      'Requests of visitors that were turned away, by reason.',
      ['reason'],
    ),
    waits: seconds('itih_question_wait_seconds', 'Time that a question waits for its turn.'),
    failures: total(
      'itih_vendor_failures_total',
      'Calls of vendors for a visitor that failed after all retries.',
      ['provider', 'failure'],
    ),
    fallbacks: total('itih_fallbacks_total', 'Times that another model took over.', ['from', 'to']),
    tokens: total('itih_tokens_total', 'Tokens of answers, as vendors count them.', [
      'model',
      'kind',
    ]),
    cost: total('itih_cost_usd_total', 'Cost of answers in US dollars, where the price is known.', [
      'model',
    ]),
    tools: total('itih_tool_calls_total', 'Tools that a model has called.', ['ok']),
  };
}
export type Instruments = Awaited<ReturnType<typeof openInstruments>>;
