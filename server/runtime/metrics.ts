import { LRUCache } from 'lru-cache';
import type { Histogram } from 'prom-client';
import type { FinishReason, ToolCallSummary, Usage } from '../contract/chat.ts';
import type { TurnedAway, VendorFailure } from '../contract/trouble.ts';
import { searchTimings, type SearchTimings } from '../contract/search.ts';
import { requestId } from './request-id.ts';
import { shared } from './one-at-a-time.ts';

/** Values that are read when somebody asks for the metrics. */
export interface Readings {
  version: string;
  /** @throws the database's error: the other readings are given without it */
  documents: () => Promise<{ queued: number; failed: number; waitingMs: number }>;
  /** Numbers since the start, by kind. */
  databaseErrors: () => Readonly<Record<string, number>>;
  bridgeErrors: () => number;
}

/** Seconds: from a search in memory to a model that reasons for a minute. */
const buckets = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60,
];
const stages = searchTimings.keyof().options;

/** Opens what `metrics.ts` counts with, and what is read of the process: memory, processor, event loop. */
async function openInstruments(readings: Readings) {
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
type Instruments = Awaited<ReturnType<typeof openInstruments>>;

/** One turn of a conversation. Milliseconds. */
export interface Turn {
  finish: FinishReason;
  /** Time to the first word of the answer; null without one. */
  firstToken: number | null;
  total: number;
  toolCalls: readonly ToolCallSummary[];
  search: { ms: SearchTimings; wordsOnly: boolean; isLate: boolean } | null;
  /** `provider:model`; empty: no model was called. */
  model: string;
  usage: Usage;
  /** US dollars; undefined if the price is not known. */
  cost: number | undefined;
}

/** Counts an event of the present day, which the owner's figures keep. @param by 1 unless it is taken back */
type CountOfDay = (name: string, by?: number) => void;

/** Requests that are remembered: a widget repeats one for half a minute. */
const maxRefused = 2000;
const refusedFor = 60_000;

const observe = (histogram: Histogram, labels: Record<string, string>, ms: number) =>
  histogram.observe(labels, ms / 1000);

const kinds = {
  prompt: 'prompt_tokens',
  completion: 'completion_tokens',
  cached: 'cached_tokens',
  cache_write: 'cache_write_tokens',
} as const;

function countUsage({ tokens, cost }: Instruments, { model, usage, cost: usd }: Turn): void {
  for (const [kind, name] of Object.entries(kinds)) {
    const count = usage[name] ?? 0;
    if (count > 0) tokens.inc({ model, kind }, count);
  }
  if (usd) cost.inc({ model }, usd);
}

const providerOf = (model: string) => model.split(':', 1)[0] ?? '';

/**
 * Counts what operators and owners want to know. Metrics for Prometheus begin with `open`; the days' counts do not
 * need it.
 */
export class Metrics {
  readonly #readings: Readings;
  readonly #countOfDay: CountOfDay;
  #instruments: Instruments | null = null;
  /** Reasons of refusals by the id of a request. */
  readonly #refused = new LRUCache<string, TurnedAway>({ max: maxRefused, ttl: refusedFor });

  constructor(readings: Readings, countOfDay: CountOfDay = () => undefined) {
    this.#readings = readings;
    this.#countOfDay = countOfDay;
  }

  async open(): Promise<void> {
    this.#instruments ??= await openInstruments(this.#readings);
  }

  answered(turn: Turn): void {
    const instruments = this.#instruments;
    if (!instruments) return;
    const { finish, firstToken, total, toolCalls, search } = turn;
    observe(instruments.answers, { finish_reason: finish }, total);
    if (firstToken !== null) observe(instruments.firstToken, {}, firstToken);
    for (const { ok } of toolCalls) instruments.tools.inc({ ok: String(ok) });
    countUsage(instruments, turn);
    if (!search) return;
    const words = search.isLate ? 'late' : 'lexical';
    instruments.searches.inc({ mode: search.wordsOnly ? words : 'hybrid' });
    for (const stage of stages) observe(instruments.stages, { stage }, search.ms[stage]);
  }

  /** A request was refused. Repeated by a widget, with the same id, it is one question of the day. */
  turnedAway(reason: TurnedAway): void {
    this.#instruments?.turnedAway.inc({ reason });
    this.#wasRefused();
    const id = requestId();
    if (id) this.#refused.set(id, reason);
    this.#countOfDay(`turned_away:${reason}`);
  }

  /** A question was prepared after `ms` milliseconds in the queue; `isShown`: its visitor was shown that it waits. */
  waited(ms: number, isShown: boolean): void {
    if (this.#instruments) observe(this.#instruments.waits, {}, ms);
    if (this.#wasRefused() || isShown) this.#countOfDay('waited');
  }

  /** A call of a vendor failed, after all retries. */
  failed(provider: string, failure: VendorFailure): void {
    this.#instruments?.failures.inc({ provider, failure });
    this.#countOfDay(`failed:${provider}:${failure}`);
  }

  /** Another model answers in place of one that failed. Both are `provider:model`. */
  tookOver(from: string, to: string): void {
    this.#instruments?.fallbacks.inc({ from: providerOf(from), to: providerOf(to) });
    this.#countOfDay(`took_over:${providerOf(to) === 'builtin' ? 'builtin' : 'other'}`);
  }

  /** Returns the metrics in Prometheus' text format: https://prometheus.io/docs/instrumenting/exposition_formats/ */
  async text(): Promise<{ type: string; body: string }> {
    if (!this.#instruments) return { type: 'text/plain', body: '' };
    const { registry } = this.#instruments;
    return { type: registry.contentType, body: await registry.metrics() };
  }

  /** Takes a refusal back of a question that was sent again. Returns whether there was one. */
  #wasRefused(): boolean {
    const id = requestId() ?? '';
    const before = this.#refused.get(id);
    if (before === undefined) return false;
    this.#refused.delete(id);
    this.#countOfDay(`turned_away:${before}`, -1);
    return true;
  }
}

/** Counts what goes wrong while an answer to a visitor is written; absent for an owner's trial. */
export type Heard = Pick<Metrics, 'turnedAway' | 'failed' | 'tookOver'>;
