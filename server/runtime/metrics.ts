import { LRUCache } from 'lru-cache';
import type { Histogram } from 'prom-client';
import type { FinishReason, ToolCallSummary, Usage } from '../contract/chat.ts';
import type { TurnedAway, VendorFailure } from '../contract/trouble.ts';
import type { SearchTimings } from '../contract/search.ts';
import { requestId } from './request-id.ts';
import { openInstruments, stages, type Instruments, type Readings } from './instruments.ts';

/** One turn of a conversation. Milliseconds. */
export interface Turn {
  finish: FinishReason;
  /** Time to the first word of the answer; null without one. */
  firstToken: number | null;
  total: number;
  toolCalls: readonly ToolCallSummary[];
  search: { ms: SearchTimings; wordsOnly: boolean; isLate: boolean } | null;
  /** `provider:model`; empty: none was asked. */
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
 * Hears of all that operators and owners count. Metrics for Prometheus begin with `open`; the days' counts do not
 * need it.
 */
export function createMetrics(readings: Readings, countOfDay: CountOfDay = () => undefined) {
  let instruments: Instruments | null = null;
  /** Reasons by the id of a request. */
  const refused = new LRUCache<string, TurnedAway>({ max: maxRefused, ttl: refusedFor });

  /** Takes a refusal back of a question that was sent again. Returns whether there was one. */
  function wasRefused(): boolean {
    const id = requestId() ?? '';
    const before = refused.get(id);
    if (before === undefined) return false;
    refused.delete(id);
    countOfDay(`turned_away:${before}`, -1);
    return true;
  }

  return {
    async open(): Promise<void> {
      instruments ??= await openInstruments(readings);
    },

    answered(turn: Turn): void {
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
    },

    /** A request was refused. Repeated by a widget, with the same id, it is one question of the day. */
    turnedAway(reason: TurnedAway): void {
      instruments?.turnedAway.inc({ reason });
      wasRefused();
      const id = requestId();
      if (id) refused.set(id, reason);
      countOfDay(`turned_away:${reason}`);
    },

    /** A question was prepared after `ms` milliseconds in the queue; `isTold`: its visitor was told that it waits. */
    waited(ms: number, isTold: boolean): void {
      if (instruments) observe(instruments.waits, {}, ms);
      if (wasRefused() || isTold) countOfDay('waited');
    },

    /** A call of a vendor failed, after all retries. */
    failed(provider: string, failure: VendorFailure): void {
      instruments?.failures.inc({ provider, failure });
      countOfDay(`failed:${provider}:${failure}`);
    },

    /** Another model answers in place of one that failed. Both are `provider:model`. */
    tookOver(from: string, to: string): void {
      instruments?.fallbacks.inc({ from: providerOf(from), to: providerOf(to) });
      countOfDay(`took_over:${providerOf(to) === 'builtin' ? 'builtin' : 'other'}`);
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

/** Hears what goes wrong while an answer to a visitor is written; absent for an owner's trial. */
export type Heard = Pick<Metrics, 'turnedAway' | 'failed' | 'tookOver'>;
