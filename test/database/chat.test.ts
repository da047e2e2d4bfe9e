import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ChatReply, HistoryReply } from '../../server/contract/chat.ts';
import { chatEvent, historyReply } from '../../server/contract/chat.ts';
import { answer } from '../fakes/openai-behaviours.ts';
import type { ChatSession } from '../fakes/shim.ts';
import { until } from '../fakes/wait.ts';
import { oneDatabase, startSidecar, type Sidecar } from './sidecar.ts';

const hours = `<h2>Opening hours</h2><p>The museum is open from ten in the morning to six in the evening,
  Tuesday to Sunday.</p><h2>Late evenings</h2><p>On Thursdays we stay open until nine in the evening.</p>`;
const parking =
  '<p>There are forty parking spaces behind the harbour hall. Parking costs two euros an hour.</p>';

describe.each(oneDatabase)('the chat on %s', (_name, databaseUrl) => {
  let sidecar: Sidecar;
  const asOwner = (session: ChatSession) => ({
    query: { session_id: session.id },
    headers: { 'x-itih-secret': session.secret },
  });
  const openSession = async () => {
    const { session } = await sidecar.shim.chat('When is the museum open?', { ip: '192.0.2.9' });
    if (!session) throw new Error('no session');
    return session;
  };

  beforeAll(async () => {
    sidecar = await startSidecar(databaseUrl());
    await sidecar.shim.admin('PUT', '/settings', { body: { limits: { per_ip_max: 0 } } });
    await sidecar.publish(1, 'Visit us', hours);
    await sidecar.publish(2, 'Getting here by car', parking);
  });
  afterAll(async () => sidecar.stop());

  test('streams meta, deltas, citations and done, numbered from 1, and cites the post', async () => {
    const { frames, text } = await sidecar.shim.chat('How late is it open on Thursdays?');
    const events = frames.map(({ data }) => chatEvent.parse(data));
    expect(frames.map(({ id }) => id)).toEqual(frames.map((_, index) => index + 1));
    expect(frames.every(({ event, data }) => event === data.type)).toBe(true);
    expect(events[0]?.type).toBe('meta');
    expect(events.at(-1)).toMatchObject({ type: 'done', finish_reason: 'stop' });
    expect(text).toContain('until nine in the evening');
    expect(text).toMatch(/\[1\]/);
    const citations = events.filter((event) => event.type === 'citations');
    expect(citations).toHaveLength(1);
    expect(citations[0]?.sources[0]).toMatchObject({
      n: 1,
      title: 'Visit us',
      url: 'http://site.test/post-1/',
      kind: 'post',
    });
    expect(citations[0]?.sources[0]?.passage_url).toContain('#:~:text=');
  });

  test('keeps the history for who owns the session, with the sources once, and clears it', async () => {
    const session = await openSession();
    const { session: again } = await sidecar.shim.chat('What does parking cost?', { session });
    expect(again).toEqual({ id: session.id, secret: '' });

    const history = await sidecar.shim.call<HistoryReply>('GET', '/history', asOwner(session));
    expect(historyReply.parse(history.body)).toEqual(history.body);
    const { turns } = history.body;
    expect(turns.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
    expect(turns[2]?.content).toBe('What does parking cost?');
    // Clients that show the citations would show the sources twice.
    expect(turns[3]?.content).toContain('[1]');
    expect(turns[3]?.content).not.toContain('http://site.test/post-2/');
    expect(turns[3]?.citations.map(({ url }) => url)).toEqual(['http://site.test/post-2/']);
    expect(turns[3]?.model).toBe('builtin:extractive-1');

    const owner = asOwner(session);
    const one = await sidecar.shim.call<HistoryReply>('GET', '/history', {
      ...owner,
      query: { ...owner.query, limit: '1', before: String(turns[3]?.id) },
    });
    expect(one.body.turns.map(({ id }) => id)).toEqual([turns[2]?.id]);

    const cleared = await sidecar.shim.call('DELETE', '/history', owner);
    expect(cleared.body).toEqual({ deleted: 4 });
    expect((await sidecar.shim.call('GET', '/history', owner)).body).toMatchObject({
      code: 'invalid_session',
    });
  });

  test('stores feedback on an answer of the session, and on nothing else', async () => {
    const session = await openSession();
    const { frames } = await sidecar.shim.chat('Where can I park?', { session });
    const done = frames.at(-1)?.data;
    const meta = frames[0]?.data;
    if (done?.type !== 'done' || meta?.type !== 'meta') throw new Error('incomplete');
    const rate = async (message_id: number, as: ChatSession) =>
      sidecar.shim.call('POST', '/feedback', {
        body: { message_id, session_id: as.id, feedback: 'up' },
        headers: { 'x-itih-secret': as.secret },
      });
    expect((await rate(done.message_id, session)).body).toEqual({ updated: 1 });
    expect((await rate(done.message_id, session)).body).toEqual({ updated: 1 });
    expect((await rate(meta.message_id, session)).body).toEqual({ updated: 0 });
    expect((await rate(done.message_id, await openSession())).body).toEqual({ updated: 0 });
    const stolen = await rate(done.message_id, { id: session.id, secret: 'guess' });
    expect([stolen.status, stolen.body['code']]).toEqual([403, 'invalid_session']);

    const { body } = await sidecar.shim.call<HistoryReply>('GET', '/history', asOwner(session));
    expect(body.turns.at(-1)?.feedback).toBe('up');
  });

  test('an edit changes the next answer; a trashed post answers nothing', async () => {
    await sidecar.publish(3, 'Lockers', '<p>A locker for your luggage costs one euro a day.</p>');
    const ask = async () => (await sidecar.shim.chat('What does a locker cost?')).text;
    expect(await ask()).toContain('one euro');
    await sidecar.publish(
      3,
      'Lockers',
      '<p>A locker for your luggage costs three euros a day.</p>',
    );
    const edited = await ask();
    expect(edited).toContain('three euros');
    expect(edited).not.toContain('one euro');
    sidecar.site.remove(3);
    const events = [{ type: 'post_removed', post_id: 3 }];
    await sidecar.shim.call('POST', '/events', { role: 'system', body: { events } });
    expect(await ask()).not.toContain('three euros');
  });

  describe('with a language model of a vendor', () => {
    beforeAll(async () => sidecar.useOpenAi());
    afterAll(async () => {
      await sidecar.shim.admin('PUT', '/settings', { body: { llm: { provider: 'builtin' } } });
    });

    test('the model gets the numbered passages and earlier turns, its numbers become sources', async () => {
      sidecar.openai.script(answer({ text: 'Until nine. [2, 9]' }));
      const first = await sidecar.shim.chat('How late is the museum open on Thursdays?');
      const session = first.session ?? undefined;
      // The site is whole in the prompt: the question need not be written anew for a search.
      sidecar.openai.script(answer({ text: ['See', ' [', '1', '][1].'] }));
      const { text } = await sidecar.shim.chat('And is there parking for cars?', {
        ...(session && { session }),
      });
      expect(text).toBe('See [1].');
      const request = sidecar.openai.requests.at(-1)?.body as {
        messages: { role: string; content: string }[];
      };
      expect(request.messages.map(({ role }) => role)).toEqual([
        'system',
        'user',
        'assistant',
        'user',
      ]);
      expect(request.messages[0]?.content).not.toContain('<source number');
      expect(request.messages[1]?.content).toMatch(
        /<source number="1">[^]*How late is the museum open on Thursdays\?$/,
      );
      expect(request.messages[3]?.content).not.toContain('<source');
      expect(request.messages[2]?.content).not.toMatch(/\[\d|Sources:/);
    });

    describe('for a client that sends its own history and no secret', () => {
      const history = [
        { role: 'assistant', content: 'Hello! How can I help?' },
        { role: 'user', content: 'How late is the museum open on Thursdays?' },
        { role: 'assistant', content: 'Until nine. [1]' },
      ];
      /** Asks as that client does, and returns the messages that the model got. */
      async function ask(sent: unknown, session?: ChatSession) {
        const message = 'Where can I park a car at the museum?';
        sidecar.openai.script(answer({ text: 'Behind the hall [1].' }));
        const before = sidecar.openai.requests.length;
        const { status, body } = await sidecar.shim.call<ChatReply>('POST', '/chat/sync', {
          body: { message, history: sent, ...(session && { session_id: session.id }) },
          ...(session && { headers: { 'x-itih-secret': session.secret } }),
        });
        expect([status, body.reply]).toEqual([200, 'Behind the hall [1].']);
        const request = sidecar.openai.requests[before]?.body as {
          messages: { role: string; content: string }[];
        };
        const asked = request.messages.at(-1)?.content ?? '';
        return { reply: body, messages: request.messages.slice(1, -1), asked };
      }

      test('it gets into no session, neither with its id nor with its secret', async () => {
        const session = await (async () => {
          sidecar.openai.script(answer({ text: 'From ten. [1]' }));
          return openSession();
        })();
        const foreign = await ask(history, { id: session.id, secret: 'guess' });
        expect(foreign.reply.session_id).not.toBe(session.id);
        const own = await ask(history, session);
        expect(own.reply.session_id).toBe(session.id);
        expect(own.messages).toEqual([
          { role: 'user', content: expect.stringMatching(/<source[^]*When is the museum open\?$/) },
          { role: 'assistant', content: 'From ten.' },
        ]);
      });
    });

    /** Begins a long answer, and leaves after its first words. */
    async function beginAndLeave(delayMs: number) {
      const session = await openSession();
      const words = Array.from({ length: 60 }, (_, index) => `word${index} `);
      sidecar.openai.script(answer({ text: words, delayMs }));
      const leaving = new AbortController();
      const { url, ...init } = sidecar.shim.signed('POST', '/chat', {
        body: { message: 'How late is the museum open?', session_id: session.id },
        headers: { 'x-itih-secret': session.secret },
        signal: leaving.signal,
      });
      const response = await fetch(url, init);
      const reader = response.body?.getReader();
      let seen = '';
      while (!seen.includes('word3'))
        seen += new TextDecoder().decode((await reader?.read())?.value);
      leaving.abort();
      const question = Number(/"message_id":(\d+)/.exec(seen)?.[1]);
      const turns = async () => {
        const own = asOwner(session);
        return (await sidecar.shim.call<HistoryReply>('GET', '/history', own)).body.turns;
      };
      return { session, question, turns };
    }

    test('an answer goes on when its reader has left, and is kept whole', async () => {
      const { turns } = await beginAndLeave(20);
      await until('the answer is stored', async () => (await turns()).at(-1)?.role === 'assistant');
      expect((await turns()).at(-1)?.content).toMatch(/^word0 word1 .* word59$/);
      expect(sidecar.openai.requests.at(-1)?.closedEarly).toBe(false);
    });

    test('stopping ends the call to the vendor, and what was said is kept', async () => {
      const { session, question, turns } = await beginAndLeave(100);
      const { body } = await sidecar.shim.call('DELETE', `/chat/${question}`, asOwner(session));
      expect(body).toEqual({ stopped: true });
      await sidecar.openai.requests.at(-1)?.closed;
      expect(sidecar.openai.requests.at(-1)?.closedEarly).toBe(true);
      expect((await turns()).at(-1)?.content).toMatch(/^word0 word1 word2 word3/);
    });

    test.each([
      ['rate-limited', 'overloaded', true],
      ['out-of-credit', 'provider_error', false],
      ['garbage', 'provider_error', true],
      ['cut', 'provider_error', true],
    ])(
      'that fails, %s: an error event %s, and what was said is kept',
      async (behaviour, code, retryable) => {
        await sidecar.shim.admin('PUT', '/settings', { body: { chat: { strict: false } } });
        const { frames, text, session } = await sidecar.shim.chat(`Tell me [[fake:${behaviour}]]`);
        const events = frames.map(({ data }) => data);
        expect(events.at(-2)).toMatchObject({ type: 'error', code, retryable });
        expect(events.at(-1)).toMatchObject({ type: 'done', finish_reason: 'error' });
        expect(JSON.stringify(events)).not.toMatch(/fake-key|org-fake|platform\.openai/);
        const { body } = await sidecar.shim.call<HistoryReply>(
          'GET',
          '/history',
          asOwner(session!),
        );
        expect(body.turns[0]?.content).toContain('Tell me');
        expect(text === '' || body.turns[1]?.content.includes('This answer')).toBe(true);
      },
    );
  });
});
