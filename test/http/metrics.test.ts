import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { listenForMetrics } from '../../server/http/metrics-server.ts';
import { metricsConfig } from '../../server/config/config.ts';
import { Metrics } from '../../server/runtime/metrics.ts';
import { retrieval } from '../retrieval/passage.ts';
import { startApp, type App } from './app-server.ts';
import { noReadings } from '../runtime/no-readings.ts';

const turn = {
  finish: 'stop' as const,
  firstToken: 12,
  total: 340,
  toolCalls: [
    { name: 'weather', ok: true },
    { name: 'weather', ok: false },
  ],
  search: retrieval([]),
  model: 'openai:gpt-6',
  usage: { prompt_tokens: 900, completion_tokens: 60, cached_tokens: 500 },
  cost: 0.0125,
};

test('a turn is counted in seconds, by stage, mode and how it ended, once somebody wants figures', async () => {
  const metrics = new Metrics({
    ...noReadings,
    documents: () => Promise.resolve({ queued: 3, failed: 2, waitingMs: 90_000 }),
    databaseErrors: () => ({ locked: 4 }),
    bridgeErrors: () => 5,
  });
  metrics.answered(turn);
  expect((await metrics.text()).body).toBe('');
  await metrics.open();
  metrics.answered(turn);
  metrics.answered({ ...turn, finish: 'refusal', firstToken: null, search: null });
  // A search by words because the vector was late is told from one that has none.
  const byWords = { ...retrieval([]), wordsOnly: true };
  const late = { ...byWords, isLate: true };
  for (const search of [byWords, late, late]) metrics.answered({ ...turn, search });
  const { type, body } = await metrics.text();
  expect(type).toContain('text/plain');
  expect(body.split('\n')).toEqual(
    expect.arrayContaining([
      'itih_jobs_queued 3',
      'itih_documents_failed 2',
      'itih_oldest_job_seconds 90',
      'itih_database_errors_total{kind="locked"} 4',
      'itih_bridge_errors_total 5',
      `itih_info{version="0.0.0",node="${process.version}"} 1`,
      'itih_tokens_total{model="openai:gpt-6",kind="prompt"} 4500',
      'itih_tokens_total{model="openai:gpt-6",kind="cached"} 2500',
      'itih_cost_usd_total{model="openai:gpt-6"} 0.0625',
      'itih_searches_total{mode="hybrid"} 1',
      'itih_searches_total{mode="lexical"} 1',
      'itih_searches_total{mode="late"} 2',
      'itih_search_stage_seconds_sum{stage="vectors"} 0.008',
      'itih_first_token_seconds_count 4',
      'itih_first_token_seconds_bucket{le="0.025"} 4',
      'itih_answer_seconds_sum{finish_reason="stop"} 1.36',
      'itih_answer_seconds_count{finish_reason="refusal"} 1',
      'itih_tool_calls_total{ok="false"} 5',
    ]),
  );
});

describe('figures', () => {
  let app: App;
  let figures: Server | null = null;
  afterEach(async () => {
    figures?.close();
    await app.close();
  });

  test('have a port of their own with nothing else, for who has the token', async () => {
    const token = 'example-token-of-prometheus-0123456789';
    const env = { ITIH_METRICS_PORT: '0', ITIH_METRICS_HOST: '0.0.0.0', ITIH_METRICS_TOKEN: token };
    app = await startApp(env);
    figures = await listenForMetrics(app.services);
    const url = `http://127.0.0.1:${(figures?.address() as AddressInfo).port}`;
    const statuses = [];
    for (const authorization of ['', 'Bearer', `Bearer ${token}x`, token, `Bearer ${token}`]) {
      statuses.push((await fetch(`${url}/metrics`, { headers: { authorization } })).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 200]);
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${url}/metrics`, { headers });
    expect(await answer.text()).toContain('itih_jobs_queued 0');
    expect((await fetch(`${url}/healthz`, { headers })).status).toBe(404);
    expect((await fetch(`${url}/metrics`, { method: 'POST', headers })).status).toBe(404);
  });

  test('listen on this machine alone, wherever the sidecar does', async () => {
    app = await startApp({ ITIH_METRICS_PORT: '0', ITIH_HOST: '0.0.0.0' });
    figures = await listenForMetrics(app.services);
    expect(figures?.address()).toMatchObject({ address: '127.0.0.1' });
  });

  test('are on no address that others reach without a token', async () => {
    app = await startApp();
    const listening = (host: string, token = '') => metricsConfig(9100, host, token);
    for (const host of ['0.0.0.0', '::', '192.0.2.1', 'metrics.example']) {
      expect(() => listening(host)).toThrow('ITIH_METRICS_TOKEN');
    }
    expect(() => listening('0.0.0.0', 'short')).toThrow('too short');
    for (const host of ['127.0.0.1', '127.1.2.3', '::1', 'localhost']) {
      expect(listening(host)).toEqual({ host, port: 9100, token: '' });
    }
  });

  test('are not where visitors and WordPress come, and not kept when nobody wants them', async () => {
    app = await startApp();
    figures = await listenForMetrics(app.services);
    expect(figures).toBeNull();
    expect((await fetch(`${app.url}/metrics`)).status).toBe(404);
  });
});
