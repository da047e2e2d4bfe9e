import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { ChatEvent } from '../../server/contract/chat.ts';
import type { Figures } from '../../server/contract/figures.ts';
import { answer } from '../fakes/openai-behaviours.ts';
import { fakeApiKey, startOpenAiServer } from '../fakes/openai-server.ts';
import { until } from '../fakes/wait.ts';
import { oneDatabase, startSidecar, type Sidecar } from './sidecar.ts';

describe.each(oneDatabase)('on %s', (_name, databaseUrl) => {
  let sidecar: Sidecar;
  beforeEach(async () => {
    sidecar = await startSidecar(databaseUrl());
    await sidecar.useOpenAi();
    await set({
      chat: { strict: false, max_tokens: 1000, contact: 'Call us.' },
      limits: {
        per_ip_max: 0,
        per_session_max: 0,
        answers_per_ip: 0,
        answers_total: 0,
        answers_relayed: 10_000,
      },
    });
  }, 60_000);
  afterEach(() => sidecar.stop());

  const set = async (body: object) => {
    const { status, body: said } = await sidecar.shim.admin('PUT', '/settings', { body });
    expect([status, said['data']]).toEqual([200, undefined]);
  };
  /** Returns an address at which nobody listens. */
  async function nowhere(): Promise<string> {
    const gone = await startOpenAiServer();
    await gone.close();
    return gone.url;
  }
  const useVendor = (base_url: string) =>
    set({ llm: { openai: { base_url, api_key: fakeApiKey } } });
  async function used() {
    const { body } = await sidecar.shim.admin<Figures>('GET', '/figures', { query: { days: '1' } });
    return body.budget;
  }
  const eventOf = <Type extends ChatEvent['type']>(
    { frames }: Awaited<ReturnType<typeof ask>>,
    type: Type,
  ) =>
    frames.map(({ data }) => data).find((event) => event.type === type) as
      (ChatEvent & { type: Type }) | undefined;
  const ask = (message = 'When do you open?', ip = '192.0.2.1') =>
    sidecar.shim.chat(message, { ip });
  /** Asks again while too many wait, as clients do. */
  async function untilHeard(ip: string): ReturnType<typeof ask> {
    const reply = await ask('When do you open?', ip);
    if (reply.status !== 503) return reply;
    await sleep(2000);
    return untilHeard(ip);
  }
  /** Tokens that the vendor charged for an answer. */
  function charged(reply: Awaited<ReturnType<typeof ask>>): number {
    const done = eventOf(reply, 'done');
    return (done?.usage.prompt_tokens ?? 0) + (done?.usage.completion_tokens ?? 0);
  }

  test('an outage of the vendor uses up nothing: when it is back, the chat answers', async () => {
    await set({ limits: { daily_tokens: 5000, monthly_tokens: 50_000 } });
    const first = charged(await ask());
    expect(first).toBeGreaterThan(0);
    await useVendor(await nowhere());
    for (let each = 0; each < 5; each++) {
      expect(eventOf(await ask(), 'error')?.code).toBe('provider_error');
    }
    await useVendor(sidecar.openai.url);
    for (const behaviour of ['rate-limited', 'server-error', 'reset', 'unauthorised']) {
      for (let each = 0; each < 2; each++) await ask(`Hello [[fake:${behaviour}]]`);
    }
    expect(await used()).toMatchObject({ day: { used: first }, month: { used: first } });
    const last = await ask();
    expect(eventOf(last, 'done')?.finish_reason).toBe('stop');
    expect((await used()).day.used).toBe(first + charged(last));
  }, 60_000);

  test('an answer that breaks off is charged; with a fallback, only the call that was made', async () => {
    await set({ limits: { daily_tokens: 100_000 } });
    await ask('Tell me [[fake:cut]]');
    const cut = (await used()).day.used;
    expect(cut).toBeGreaterThan(50);
    const other = await startOpenAiServer();
    const compatible = { api_key: fakeApiKey, base_url: other.url, model: 'gpt-4o-mini' };
    await set({ llm: { fallback: 'openai_compatible', openai_compatible: compatible } });
    await useVendor(await nowhere());
    const reply = await ask();
    expect(eventOf(reply, 'done')?.model).toContain('openai_compatible');
    expect((await used()).day.used).toBe(cut + charged(reply));
    await other.close();
  }, 60_000);

  test('60 at once go over the cap by one answer at most, and the owner is told once', async () => {
    const cap = 30_000;
    await set({ limits: { daily_tokens: cap, monthly_tokens: 10 * cap } });
    const usage = { prompt_tokens: 900, completion_tokens: 100 };
    sidecar.openai.script(
      ...Array.from({ length: 60 }, () =>
        answer({ text: ['It ', 'is.'], delayMs: 5, counted: usage }),
      ),
    );
    const replies = await Promise.all(
      Array.from({ length: 60 }, (_, each) => untilHeard(`198.51.100.${each}`)),
    );
    const answered = replies.filter((reply) => eventOf(reply, 'done')?.finish_reason === 'stop');
    const refused = replies.filter((reply) => eventOf(reply, 'error')?.code === 'budget_exhausted');
    expect(answered.length + refused.length).toBe(60);
    expect(refused.length).toBeGreaterThan(20);
    expect(answered.length).toBeGreaterThan(5);
    const { day, month } = await used();
    expect(day.used).toBe(1000 * answered.length);
    expect(month.used).toBe(day.used);
    expect(day.used).toBeLessThanOrEqual(cap + 1000);
    const error = eventOf(refused[0]!, 'error');
    expect(error).toMatchObject({ retryable: false, contact: 'Call us.' });
    expect(error?.retry_after).toBeGreaterThan(0);
    expect(error?.retry_after).toBeLessThanOrEqual(86_400);
    await until('the owner is told', () => sidecar.site.budgetTold.length > 0);
    await ask();
    expect(sidecar.site.budgetTold).toEqual([expect.objectContaining({ unit: 'day', limit: cap })]);
  }, 90_000);

  test('of 50 questions at once from one address, no more than its limit are answered', async () => {
    await set({ limits: { per_ip_max: 30, per_ip_window_s: 3600 }, llm: { provider: 'builtin' } });
    const body = { message: 'Hello' };
    // A busy process tells some to come back.
    const askUntilAnswered = async () => {
      for (;;) {
        const reply = await sidecar.shim.call('POST', '/chat/sync', { body });
        if (reply.status !== 503) return reply;
        await sleep(200);
      }
    };
    const replies = await Promise.all(Array.from({ length: 50 }, askUntilAnswered));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(30);
    const refused = replies.find(({ status }) => status === 429);
    const wait = Number(refused?.headers.get('retry-after'));
    expect(wait).toBeGreaterThanOrEqual(3600 - 1);
    expect(wait).toBeLessThanOrEqual(3960);
  }, 60_000);

  test('history is limited widely', async () => {
    await set({ limits: { per_ip_max: 2, per_ip_window_s: 3600 } });
    const read = () => sidecar.shim.call('GET', '/history', { query: { session_id: 'none' } });
    const statuses: number[] = [];
    for (let each = 0; each < 22; each++) statuses.push((await read()).status);
    expect(statuses.filter((status) => status === 403)).toHaveLength(20);
    expect(statuses.slice(20)).toEqual([429, 429]);
    expect((await sidecar.shim.admin('GET', '/status')).status).toBe(200);
  }, 60_000);
});
