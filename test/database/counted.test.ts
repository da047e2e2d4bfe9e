import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { StatusReply } from '../../server/contract/admin.ts';
import type { Figures } from '../../server/contract/figures.ts';
import { askAlone, askAsCrowd, crowdSettings, outages, slow } from '../fakes/crowd.ts';
import type { Behaviour } from '../fakes/openai-behaviours.ts';
import { fakeApiKey, startOpenAiServer, type OpenAiServer } from '../fakes/openai-server.ts';
import { until } from '../fakes/wait.ts';
import { inFullRuns } from '../full-runs.ts';
import { freePort } from './process.ts';
import { mariadb, startSidecar, type Sidecar } from './sidecar.ts';

inFullRuns('what is counted (only with ITIH_TEST_FULL=1)', () => {
  let behaviour: Behaviour = slow;
  let vendor: OpenAiServer;
  let sidecar: Sidecar;
  let port: number;
  beforeAll(async () => {
    vendor = await startOpenAiServer({ behave: () => behaviour });
    port = await freePort();
    sidecar = await startSidecar(mariadb(), { ITIH_METRICS_PORT: String(port) });
    const openai = { api_key: fakeApiKey, base_url: vendor.url, model: 'gpt-4o-mini' };
    const { status } = await sidecar.shim.admin('PUT', '/settings', {
      body: { ...crowdSettings, llm: { provider: 'openai', fallback: 'builtin', openai } },
    });
    expect(status).toBe(200);
  }, 60_000);
  afterAll(async () => {
    await sidecar.stop();
    await vendor.close();
  });

  /** Returns the sum of a metric over the labels that are not named. */
  async function metric(name: string, labels = ''): Promise<number> {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const lines = text.split('\n').filter((line) => /^[a-z_]+/.exec(line)?.[0] === name);
    return lines
      .filter((line) => line.includes(labels))
      .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  }

  async function ofToday() {
    const figures = await sidecar.shim.admin<Figures>('GET', '/figures', { query: { days: '1' } });
    const status = await sidecar.shim.admin<StatusReply>('GET', '/status');
    return { day: figures.body.period.days[0]!, today: status.body.today! };
  }

  test('what visitors of a crowd met is what metrics and dashboard count', async () => {
    const { answered, waited, refused } = await askAsCrowd(sidecar.shim, 120);
    expect(answered + refused).toBe(120);
    expect(refused).toBeGreaterThan(10);
    expect(waited).toBeGreaterThan(10);

    expect(await metric('itih_turned_away_total')).toBe(refused);
    expect(await metric('itih_answer_seconds_count')).toBe(answered);
    expect(await metric('itih_question_wait_seconds_count')).toBe(answered);
    // Answers that find the day's row locked are stored a little later.
    await until('all is stored', async () => (await ofToday()).day.questions === answered);
    const { day, today } = await ofToday();
    expect(day).toMatchObject({ turned_away: refused, waited });
    expect(today.waited).toBe(waited);
    expect(today.turned_away.reduce((sum, { count }) => sum + count, 0)).toBe(refused);
  }, 90_000);

  test('each outage of a vendor is counted by its kind, and who stood in', async () => {
    const before = await ofToday();
    for (const [number, outage] of outages.entries()) {
      ({ behaviour } = outage);
      for (let each = 0; each < 3; each++) {
        const { model } = await askAlone(sidecar.shim, 200 + 10 * number + each);
        expect(model).toMatch(/^builtin/);
      }
      expect(await metric('itih_vendor_failures_total', `failure="${outage.failure}"`)).toBe(3);
    }
    expect(await metric('itih_fallbacks_total', 'from="openai",to="builtin"')).toBe(9);
    const { day, today } = await ofToday();
    expect(day.failures - before.day.failures).toBe(9);
    expect(today.stood_in).toEqual({ builtin: 9, other: 0 });
    const counted = outages.map(({ failure }) => ({ provider: 'openai', failure, count: 3 }));
    expect(today.failures).toEqual(expect.arrayContaining(counted));
    expect(today.failures).toHaveLength(3);
  }, 60_000);
});
