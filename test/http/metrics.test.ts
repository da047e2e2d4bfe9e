import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { listenForMetrics } from '../../server/http/metrics-server.ts';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import { metricsConfig } from '../../server/config/listeners.ts';
import { createMetrics } from '../../server/runtime/metrics.ts';
import { retrieval } from '../retrieval/passage.ts';
import { startApp } from './app-server.ts';
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

test('nothing is counted before somebody wants figures', async () => {
  const metrics = createMetrics(noReadings);
  metrics.answered(turn);
  expect((await metrics.text()).body).toBe('');
});

test('a turn is counted in seconds, by stage, mode and how it ended', async () => {
  const metrics = createMetrics({
    ...noReadings,
    documents: () => Promise.resolve({ queued: 3, failed: 2, waitingMs: 90_000 }),
    databaseErrors: () => ({ locked: 4 }),
    bridgeErrors: () => 5,
  });
  await metrics.open();
  metrics.answered(turn);
  metrics.answered({ ...turn, finish: 'refusal', firstToken: null, search: null });
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
      'itih_tokens_total{model="openai:gpt-6",kind="prompt"} 1800',
      'itih_tokens_total{model="openai:gpt-6",kind="cached"} 1000',
      'itih_cost_usd_total{model="openai:gpt-6"} 0.025',
      'itih_searches_total{mode="hybrid"} 1',
      'itih_search_stage_seconds_sum{stage="vectors"} 0.002',
      'itih_first_token_seconds_count 1',
      'itih_first_token_seconds_bucket{le="0.025"} 1',
      'itih_answer_seconds_sum{finish_reason="stop"} 0.34',
      'itih_answer_seconds_count{finish_reason="refusal"} 1',
      'itih_tool_calls_total{ok="false"} 2',
    ]),
  );
});

test('a search by words because the vector was late is told from one that has none', async () => {
  const metrics = createMetrics(noReadings);
  await metrics.open();
  const search = { ...retrieval([]), wordsOnly: true };
  metrics.answered({ ...turn, search });
  for (let n = 0; n < 2; n++) metrics.answered({ ...turn, search: { ...search, isLate: true } });
  const { body } = await metrics.text();
  expect(body).toContain('itih_searches_total{mode="lexical"} 1\n');
  expect(body).toContain('itih_searches_total{mode="late"} 2\n');
  expect(body).not.toContain('mode="hybrid"');
});

test('a visitor who is turned away is counted by the reason', async () => {
  const app = await startApp();
  const { metrics, admission } = app.services;
  await metrics.open();
  const limits = { ...settingsDefaults.limits, answers_relayed: 1 };
  admission.reader(
    { role: 'visitor', user_id: 0, ip: '192.0.2.1', locale: '', workers: 0 },
    limits,
    () => undefined,
  );
  app.services.settings.get = () => Promise.resolve({ ...settingsDefaults, limits });
  const asked = await app.shim.call('POST', '/chat', {
    ip: '192.0.2.2',
    body: { message: 'Where is it?' },
  });
  expect(asked.status).toBe(503);
  expect((await metrics.text()).body).toContain('itih_turned_away_total{reason="relayed"} 1');
  metrics.waited(250, false);
  expect((await metrics.text()).body).toContain('itih_question_wait_seconds_sum 0.25');
  await app.close();
});

describe('figures', () => {
  let app: Awaited<ReturnType<typeof startApp>>;
  let figures: Server | null = null;
  afterEach(async () => {
    figures?.close();
    await app.close();
  });

  test('have a port of their own, which has nothing else', async () => {
    app = await startApp({ ITIH_METRICS_PORT: '0' });
    figures = await listenForMetrics(app.services);
    const { port } = figures?.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
    expect([answer.status, await answer.text()]).toEqual([
      200,
      expect.stringContaining('itih_jobs_queued 0'),
    ]);
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(404);
    expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' })).status).toBe(404);
  });

  test('listen on this machine alone wherever the sidecar does, unless another address is given', async () => {
    const address = async (env: Record<string, string>) => {
      app = await startApp({ ITIH_METRICS_PORT: '0', ITIH_HOST: '0.0.0.0', ...env });
      figures = await listenForMetrics(app.services);
      return (figures?.address() as AddressInfo).address;
    };
    expect(await address({})).toBe('127.0.0.1');
    figures?.close();
    await app.close();
    expect(await address({ ITIH_METRICS_HOST: '127.0.0.2' })).toBe('127.0.0.2');
  });

  test('are told to who has the token where one is set', async () => {
    const token = 'example-token-of-prometheus-0123456789';
    app = await startApp({
      ITIH_METRICS_PORT: '0',
      ITIH_METRICS_HOST: '0.0.0.0',
      ITIH_METRICS_TOKEN: token,
    });
    figures = await listenForMetrics(app.services);
    const { port } = figures?.address() as AddressInfo;
    const statuses = [];
    for (const authorization of ['', 'Bearer', `Bearer ${token}x`, token, `Bearer ${token}`]) {
      const headers = { authorization };
      statuses.push((await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 200]);
  });

  test('are on no address that others reach without a token', async () => {
    app = await startApp();
    const listening =
      (host: string, token = '') =>
      () =>
        metricsConfig(9100, host, token);
    for (const host of ['0.0.0.0', '::', '192.0.2.1', 'metrics.example']) {
      expect(listening(host)).toThrow('ITIH_METRICS_TOKEN');
    }
    expect(listening('0.0.0.0', 'short')).toThrow('too short');
    for (const host of ['127.0.0.1', '127.1.2.3', '::1', 'localhost']) {
      expect(listening(host)()).toEqual({ host, port: 9100, token: '' });
    }
  });

  test('are not where visitors and WordPress come, and not kept when nobody wants them', async () => {
    app = await startApp();
    figures = await listenForMetrics(app.services);
    expect(figures).toBeNull();
    expect((await fetch(`${app.url}/metrics`)).status).toBe(404);
  });
});
