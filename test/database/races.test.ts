/** Much at once, on a database that locks rows. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import type { ChatEvent } from '../../server/contract/chat.ts';
import type { Figures } from '../../server/contract/figures.ts';
import { DocumentAnswers } from '../../server/storage/document-answers.ts';
import { Documents } from '../../server/storage/documents.ts';
import { answer } from '../fakes/openai-behaviours.ts';
import { until } from '../fakes/wait.ts';
import { openMcp, patient } from '../mcp/open-mcp.ts';
import { openSignedIn } from '../mcp/with-oauth.ts';
import { oneDatabase, openTables, startSidecar } from './sidecar.ts';

test.each(oneDatabase)(
  'questions at once on %s go over a cap by one answer at most',
  async (_name, url) => {
    const sidecar = await startSidecar(url());
    await sidecar.useOpenAi();
    const set = async (body: object) => {
      const { status, body: said } = await sidecar.shim.admin('PUT', '/settings', { body });
      expect([status, said['data']]).toEqual([200, undefined]);
    };
    const cap = 30_000;
    const many = { answers_per_ip: 0, answers_total: 0, answers_relayed: 10_000 };
    await set({
      chat: { strict: false, max_tokens: 1000, contact: 'Call us.' },
      limits: {
        per_ip_max: 0,
        per_session_max: 0,
        ...many,
        daily_tokens: cap,
        monthly_tokens: 10 * cap,
      },
    });
    const usage = { prompt_tokens: 900, completion_tokens: 100 };
    sidecar.openai.script(
      ...Array.from({ length: 50 }, () =>
        answer({ text: ['It ', 'is.'], delayMs: 5, counted: usage }),
      ),
    );
    /** Asks again while too many wait, as clients do. */
    async function ask(ip: string): ReturnType<typeof sidecar.shim.chat> {
      const reply = await sidecar.shim.chat('When do you open?', { ip });
      if (reply.status !== 503) return reply;
      await sleep(1000);
      return ask(ip);
    }
    const eventOf = <Type extends ChatEvent['type']>(
      { frames }: Awaited<ReturnType<typeof ask>>,
      type: Type,
    ) =>
      frames.map(({ data }) => data).find((event) => event.type === type) as
        (ChatEvent & { type: Type }) | undefined;
    const replies = await Promise.all(Array.from({ length: 50 }, (_, n) => ask(`198.51.100.${n}`)));
    const answered = replies.filter((reply) => eventOf(reply, 'done')?.finish_reason === 'stop');
    const refused = replies.filter((reply) => eventOf(reply, 'error')?.code === 'budget_exhausted');
    expect(answered.length + refused.length).toBe(50);
    expect(refused.length).toBeGreaterThan(15);
    expect(answered.length).toBeGreaterThan(5);
    const { body } = await sidecar.shim.admin<Figures>('GET', '/figures', { query: { days: '1' } });
    const { day, month } = body.budget;
    expect([day.used, month.used]).toEqual([1000 * answered.length, day.used]);
    expect(day.used).toBeLessThanOrEqual(cap + 1000);
    const error = eventOf(refused[0]!, 'error');
    expect(error).toMatchObject({ retryable: false, contact: 'Call us.' });
    expect(error?.retry_after).toBeGreaterThan(0);
    expect(error?.retry_after).toBeLessThanOrEqual(86_400);
    await until('the owner is told', () => sidecar.site.budgetTold.length > 0);
    await ask('198.51.100.99');
    expect(sidecar.site.budgetTold).toEqual([expect.objectContaining({ unit: 'day', limit: cap })]);

    // The limit of one address holds for many questions at once.
    await set({ limits: { per_ip_max: 15, per_ip_window_s: 3600 }, llm: { provider: 'builtin' } });
    const hello = async (): ReturnType<typeof sidecar.shim.call> => {
      const reply = await sidecar.shim.call('POST', '/chat/sync', { body: { message: 'Hello' } });
      if (reply.status !== 503) return reply;
      await sleep(200);
      return hello();
    };
    const all = await Promise.all(Array.from({ length: 25 }, hello));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(15);
    const wait = Number(all.find(({ status }) => status === 429)?.headers.get('retry-after'));
    expect(wait).toBeGreaterThanOrEqual(3600 - 1);
    expect(wait).toBeLessThanOrEqual(3960);
    await sidecar.stop();
  },
  90_000,
);

test.each(oneDatabase)(
  'answers that end at the same time on %s are all counted',
  async (_name, url) => {
    const database = await openTables(url());
    const documents = new Documents(database, Date.now);
    const ids: number[] = [];
    for (const postId of [12, 13, 14]) {
      const document = { kind: 'post', sourceKey: `post:${postId}`, postId } as const;
      ids.push((await documents.ensure(document)).id);
    }
    const answers = new DocumentAnswers(database, Date.now);
    const [first = 0, second = 0] = ids;
    await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        answers.add(n % 3 === 0 ? [second, first, 999_999] : ids),
      ),
    );
    const posts = await answers.ofPosts([12, 13, 14, 15]);
    expect(Object.fromEntries(posts.map((post) => [post.post_id, post.answers]))).toEqual({
      12: 30,
      13: 30,
      14: 20,
    });
    await database.close();
  },
);

test.each(oneDatabase)(
  'tokens of MCP servers are refreshed once by several sidecars on %s',
  async (_name, url) => {
    const database = await openTables(url());
    const bed = await openSignedIn({ database });
    const others = await Promise.all([1, 2, 3].map(() => openMcp({ database })));
    for (let round = 1; round <= 2; round++) {
      bed.oauth.expireAccess();
      const results = await Promise.all(
        [bed.mcp, ...others, ...others].map(async (mcp) =>
          (await mcp.offered('sum')).call({ a: 40, b: 2 }, { signal: patient }),
        ),
      );
      expect(results).toEqual(results.map(() => ({ ok: true, content: '42' })));
      expect(bed.oauth.forms('/token')).toHaveLength(1 + round);
    }
    expect(bed.oauth.refusals).toEqual([]);
    for (const { connections } of others) await connections.close();
    await bed.close();
  },
);
