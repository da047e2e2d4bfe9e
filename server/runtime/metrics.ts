import type { Histogram, Registry } from 'prom-client';
import type { FinishReason, ToolCallSummary } from '../contract/chat.ts';
import type { TurnedAway } from '../contract/turned-away.ts';
import { searchTimings, type SearchTimings } from '../contract/search.ts';

/** One turn of a conversation. Milliseconds. */
export interface Turn {
  finish: FinishReason;
  /** Time to the first word of the answer; null without one. */
  firstToken: number | null;
  total: number;
  toolCalls: readonly ToolCallSummary[];
  search: { ms: SearchTimings; wordsOnly: boolean } | null;
}

/** Seconds: from a search in memory to a model that reasons for a minute. */
const buckets = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60,
];
const stages = searchTimings.keyof().options;

async function openInstruments(queued: () => Promise<number>) {
  // Loaded only when metrics are used: it takes some megabytes.
  const { Counter, Gauge, Histogram, Registry } = await import('prom-client');
  const registry = new Registry();
  const registers = [registry];
  const seconds = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Histogram({ name, help, labelNames, buckets, registers });
  new Gauge({
    name: 'itih_jobs_queued',
    help: 'Documents in the queue.',
    registers,
    async collect() {
      this.set(await queued());
    },
  });
  return {
    registry,
    stages: seconds('itih_search_stage_seconds', 'Time that a stage of retrieval takes.', [
      'stage',
    ]),
    searches: new Counter({
      name: 'itih_searches_total',
      help: 'Searches, with vectors and words (hybrid) or with words alone (lexical).',
      labelNames: ['mode'],
      registers,
    }),
    firstToken: seconds(
      'itih_first_token_seconds',
      'From the question to the first word of its answer.',
      [],
    ),
    answers: seconds('itih_answer_seconds', 'From the question to the end of its answer.', [
      'finish_reason',
    ]),
    turnedAway: new Counter({
      name: 'itih_turned_away_total',
      help: 'Requests of visitors that were refused, by reason.',
      labelNames: ['reason'],
      registers,
    }),
    waits: seconds('itih_question_wait_seconds', 'Time that a question waits for its turn.', []),
    tools: new Counter({
      name: 'itih_tool_calls_total',
      help: 'Tools that a model has called.',
      labelNames: ['ok'],
      registers,
    }),
  } satisfies { registry: Registry } & Record<string, unknown>;
}

const observe = (histogram: Histogram, labels: Record<string, string>, ms: number) =>
  histogram.observe(labels, ms / 1000);

/**
 * Metrics for Prometheus. Nothing is counted before `open`.
 *
 * @param queued Returns the number of queued documents; called when metrics are read.
 */
export function createMetrics(queued: () => Promise<number>) {
  let instruments: Awaited<ReturnType<typeof openInstruments>> | null = null;
  return {
    async open(): Promise<void> {
      instruments ??= await openInstruments(queued);
    },

    answered({ finish, firstToken, total, toolCalls, search }: Turn): void {
      if (!instruments) return;
      observe(instruments.answers, { finish_reason: finish }, total);
      if (firstToken !== null) observe(instruments.firstToken, {}, firstToken);
      for (const { ok } of toolCalls) instruments.tools.inc({ ok: String(ok) });
      if (!search) return;
      instruments.searches.inc({ mode: search.wordsOnly ? 'lexical' : 'hybrid' });
      for (const stage of stages) observe(instruments.stages, { stage }, search.ms[stage]);
    },

    turnedAway: (reason: TurnedAway): void => instruments?.turnedAway.inc({ reason }),

    /** A question was prepared after `ms` milliseconds in the queue. */
    waited(ms: number): void {
      if (instruments) observe(instruments.waits, {}, ms);
    },

    /** Returns the metrics in Prometheus' text format: https://prometheus.io/docs/instrumenting/exposition_formats/ */
    async text(): Promise<{ type: string; body: string }> {
      if (!instruments) return { type: 'text/plain', body: '' };
      const { registry } = instruments;
      return { type: registry.contentType, body: await registry.metrics() };
    },
  };
}
export type Metrics = ReturnType<typeof createMetrics>;
