import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  jest,
  test,
} from '@jest/globals';
import type {
  LanguageModel,
  ModelEvent,
  ModelRequest,
} from '../../../server/providers/language-model.ts';
import { createPatience, vendorTimeouts } from '../../../server/providers/shared/vendor-retry.ts';
import { streamAnswers } from '../../../server/providers/shared/stream-answer.ts';
import { groundedRequest } from '../../conformance/language-model.ts';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { anthropic } from '../../../server/providers/anthropic/anthropic.ts';
import { openAiModel } from '../../../server/providers/openai/language-model.ts';
import { patient } from '../../conformance/patience.ts';
import { answer } from '../../fakes/openai-behaviours.ts';
import { fakeApiKey, type OpenAiServer, startOpenAiServer } from '../../fakes/openai-server.ts';
import { until } from '../../fakes/wait.ts';
import { once } from 'node:events';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { boundedFetch } from '../../../server/net/bounded-fetch.ts';
import {
  type Frame,
  type Framing,
  readFrames,
  tick,
} from '../../../server/providers/shared/read-frames.ts';

describe('a streamed answer', () => {
  /** A vendor whose lines are JSON strings to say, `{"end":true}` or broken. Each array is one read. */
  function model(...reads: string[][]) {
    let asked = 0;
    let cancelled = false;
    const vendor = streamAnswers({
      id: 'fake:model',
      model: 'model',
      api: {
        label: 'The fake',
        timeouts: { ...vendorTimeouts, retryDelayMs: 1 },
        patience: createPatience(false, vendorTimeouts),
        requireConfigured: () => undefined,
      },
      framing: 'json_lines',
      open() {
        asked++;
        const encoder = new TextEncoder();
        const body = new ReadableStream<Uint8Array>({
          start(controller) {
            for (const lines of reads) {
              controller.enqueue(encoder.encode(lines.map((line) => `${line}\n`).join('')));
            }
            if (!reads.at(-1)?.includes('broken')) controller.close();
          },
          cancel() {
            cancelled = true;
          },
        });
        return Promise.resolve(new Response(body));
      },
      createReader() {
        let complete = false;
        return {
          read({ data }) {
            const said = JSON.parse(data) as string | { end: true };
            if (typeof said === 'string') return [{ type: 'text', text: said }];
            complete = true;
            return [];
          },
          get complete() {
            return complete;
          },
          end: () => [{ type: 'finish', reason: 'stop' }],
        };
      },
    });
    return { vendor, asked: () => asked, cancelled: () => cancelled };
  }

  const end = '{"end":true}';

  async function listen({ vendor }: ReturnType<typeof model>) {
    const events: ModelEvent[] = [];
    const { signal } = new AbortController();
    try {
      for await (const event of vendor.stream(groundedRequest('?'), { signal })) events.push(event);
    } catch (error) {
      return { events, error };
    }
    return { events, error: undefined };
  }

  describe('what comes in one read', () => {
    test('is said at once', async () => {
      const { events } = await listen(model(['"one "', '"two"'], ['" three"', end]));
      expect(events).toEqual([
        { type: 'text', text: 'one two' },
        { type: 'text', text: ' three' },
        { type: 'finish', reason: 'stop' },
      ]);
    });

    test('is said also when it ends in what goes wrong, and is not asked for again', async () => {
      const fake = model(['"one "', '"two"', 'broken']);
      const { events, error } = await listen(fake);
      expect(events).toEqual([{ type: 'text', text: 'one two' }]);
      expect(error).toMatchObject({ code: 'provider_error' });
      expect(fake.asked()).toBe(1);
    });

    test('is a complete answer whatever follows its end, which nobody waits for', async () => {
      const fake = model(['"yes"', end, 'broken']);
      const { events, error } = await listen(fake);
      expect(fake.cancelled()).toBe(true);
      expect(error).toBeUndefined();
      expect(events).toEqual([
        { type: 'text', text: 'yes' },
        { type: 'finish', reason: 'stop' },
      ]);
    });
  });

  describe('an answer without end', () => {
    const long = (length: number) => JSON.stringify('x'.repeat(length));
    const textOf = (events: readonly ModelEvent[]) =>
      events.map((event) => (event.type === 'text' ? event.text : '')).join('');

    test('is cut at 64 kB, between two characters, and not read on', async () => {
      const fake = model([long(65_535), '"👩‍🚀"'], [long(9), 'broken']);
      const { events, error } = await listen(fake);
      expect(error).toBeUndefined();
      expect(textOf(events)).toBe('x'.repeat(65_535));
      expect(events.at(-1)).toEqual({ type: 'finish', reason: 'length' });
      expect(fake.cancelled()).toBe(true);
    });

    test('is one of more than 64 kB', async () => {
      const { events } = await listen(model([long(65_536), end]));
      expect(textOf(events)).toHaveLength(65_536);
      expect(events.at(-1)).toEqual({ type: 'finish', reason: 'stop' });
    });
  });
});

describe('charged requests', () => {
  const request: ModelRequest = {
    messages: [{ role: 'user', content: 'When do you open?' }],
    maxTokens: 50,
    temperature: 0,
    reasoningEffort: null,
    tools: [],
    toolChoice: 'none',
  };

  let vendor: OpenAiServer;
  beforeAll(async () => {
    vendor = await startOpenAiServer();
    // The first call loads the vendor's SDK.
    await charges(model());
  });
  afterAll(() => vendor.close());

  /** Limits for a vendor that falls silent, before its answer or in it. */
  const silence = { answerMs: 1500, idleMs: 300 };
  const model = (baseUrl = vendor.url, given = {}): LanguageModel =>
    openAiModel({
      apiKey: fakeApiKey,
      baseUrl,
      model: 'gpt-4o-mini',
      provider: 'openai',
      clock: Date.now,
      timeouts: { ...patient, retryDelayMs: 1, ...given },
    });

  /** Asks for an answer in words, and returns how often the vendor charges for it. */
  async function charges(
    asked: LanguageModel,
    behaviour = '',
    signal = new AbortController().signal,
  ): Promise<number> {
    let count = 0;
    const content = behaviour ? `Say [[fake:${behaviour}]]` : 'Say hello';
    const given = { ...request, messages: [{ role: 'user' as const, content }] };
    try {
      for await (const event of asked.stream(given, { signal, charged: () => count++ })) void event;
    } catch {
      // It is charged or not, however it ends.
    }
    return count;
  }

  describe('a request is charged', () => {
    test.each(['', 'slow', 'length', 'refusal', 'cut', 'cut-mid-frame', 'stall', 'error-frame'])(
      'when the vendor answers: %s',
      async (behaviour) => {
        const limits = behaviour === 'stall' ? { idleMs: silence.idleMs } : {};
        expect(await charges(model(vendor.url, limits), behaviour)).toBe(1);
      },
    );

    test('when the vendor has begun and says nothing', async () => {
      expect(await charges(model(vendor.url, silence), 'hang-after-headers')).toBe(1);
    });

    test('when the visitor leaves after it was sent', async () => {
      const leaving = new AbortController();
      const before = vendor.requests.length;
      const count = charges(model(), 'hang', leaving.signal);
      await until('it was sent', () => vendor.requests.length > before);
      leaving.abort(new Error('left'));
      expect(await count).toBe(1);
    });

    test('when the visitor leaves during the answer', async () => {
      const leaving = new AbortController();
      vendor.script(answer({ text: ['One. ', 'Two. ', 'Three. '], delayMs: 100 }));
      let count = 0;
      const given = { signal: leaving.signal, charged: () => count++ };
      await expect(async () => {
        for await (const { type } of model().stream(request, given)) {
          if (type === 'text') leaving.abort(new Error('left'));
        }
      }).rejects.toThrow('left');
      expect(count).toBe(1);
    });
  });

  describe('a request is not charged', () => {
    test.each([
      'unauthorised',
      'rate-limited',
      'out-of-credit',
      'server-error',
      'bad-request',
      'reset',
    ])('when the vendor refuses it: %s', async (behaviour) => {
      expect(await charges(model(), behaviour)).toBe(0);
    });

    test('when no answer comes in time', async () => {
      expect(await charges(model(vendor.url, silence), 'hang')).toBe(0);
    });

    test('when nobody listens', async () => {
      expect(await charges(model('http://127.0.0.1:9/v1'))).toBe(0);
    });

    test('when the visitor has left before', async () => {
      expect(await charges(model(), '', AbortSignal.abort(new Error('left')))).toBe(0);
    });

    describe('when the visitor leaves before a connection stands', () => {
      let server: Server;
      beforeAll(async () => {
        // Speaks no TLS, so that the handshake never ends.
        server = createServer(() => undefined);
        await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      });
      afterAll(() => void server.close());

      test.each(['OpenAI', 'Anthropic'])('%s', async (name) => {
        const baseUrl = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
        const slow = { connectMs: 5000, answerMs: 5000 };
        const asked =
          name === 'OpenAI'
            ? model(baseUrl, slow)
            : anthropic({
                apiKey: 'key',
                baseUrl,
                model: 'claude',
                timeouts: slow,
              });
        expect(await charges(asked, '', AbortSignal.timeout(200))).toBe(0);
      });
    });
  });
});

describe('patience', () => {
  test('a vendor has 20 seconds, whatever it took before', () => {
    const patience = createPatience(false, vendorTimeouts);
    expect(patience.answerMs()).toBe(20_000);
    patience.took(19_000);
    expect(patience.answerMs()).toBe(20_000);
  });

  test('a server of one’s own has a minute until it has shown how fast it is', () => {
    const patience = createPatience(true, vendorTimeouts);
    expect(patience.answerMs()).toBe(60_000);
    patience.took(12_000);
    expect(patience.answerMs()).toBe(36_000);
    patience.took(500);
    expect(patience.answerMs()).toBe(36_000);
    for (let times = 0; times < 8; times++) patience.took(500);
    expect(patience.answerMs()).toBe(20_000);
  });

  test('never more than a minute, and again a minute when it was late', () => {
    const patience = createPatience(true, vendorTimeouts);
    patience.took(50_000);
    expect(patience.answerMs()).toBe(60_000);
    for (let times = 0; times < 8; times++) patience.took(500);
    patience.late();
    expect(patience.answerMs()).toBe(60_000);
  });

  test('has what the owner sets for all, also more', () => {
    const set = { ...vendorTimeouts, answerMs: 90_000, ownMs: 90_000 };
    const patience = createPatience(true, set);
    patience.took(500);
    expect(patience.answerMs()).toBe(90_000);
  });
});

describe('frames', () => {
  fc.configureGlobal({ seed: 17 });

  /** As a server sends it: in pieces that end anywhere. */
  function responseOf(text: string, cuts: readonly number[] = []): Response {
    const bytes = Buffer.from(text);
    const ends = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort(
      (a, b) => a - b,
    );
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        let at = 0;
        for (const end of ends) {
          if (end > at) controller.enqueue(bytes.subarray(at, end));
          at = Math.max(at, end);
        }
        controller.close();
      },
    });
    return new Response(body);
  }

  async function all(response: Response, framing: Framing): Promise<Frame[]> {
    const frames = readFrames(response, framing, new AbortController().signal);
    const found: Frame[] = [];
    for (let batch = await frames.read(); batch; batch = await frames.read()) found.push(...batch);
    return found;
  }

  const cuts = fc.array(fc.nat(), { maxLength: 30 });
  const line = fc.string({ unit: 'grapheme' }).map((text) => text.replace(/[\r\n\u{feff}]/gu, ''));
  const event = fc.record({
    name: fc.constantFrom('', 'delta', 'message_stop'),
    lines: fc.array(line, { minLength: 1, maxLength: 3 }),
    comment: fc.boolean(),
  });

  test('events are the same wherever the stream is cut, with any end of line, comments and a BOM', async () => {
    const form = fc.record({ bom: fc.boolean(), end: fc.constantFrom('\n', '\r', '\r\n'), cuts });
    await fc.assert(
      fc.asyncProperty(fc.array(event), form, async (events, { bom, end, cuts: at }) => {
        const text = events.map(({ name, lines, comment }) =>
          [
            ...(comment ? [': ping'] : []),
            ...(name ? [`event: ${name}`] : []),
            ...lines.map((data) => `data: ${data}`),
            '',
            '',
          ].join(end),
        );
        const response = responseOf((bom ? '\u{feff}' : '') + text.join(''), at);
        expect(await all(response, 'server_sent_events')).toEqual(
          events.map(({ name, lines }) => ({ event: name, data: lines.join('\n') })),
        );
      }),
    );
  });

  test('lines of JSON are the same wherever the stream is cut, also when the last one is not ended', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.json()), fc.boolean(), cuts, async (values, ended, at) => {
        const text = values.join('\n') + (ended ? '\n' : '');
        const frames = await all(responseOf(text, at), 'json_lines');
        expect(frames).toEqual(values.map((data) => ({ event: '', data })));
      }),
    );
  });

  test('an event that was cut off is none', async () => {
    expect(await all(responseOf('data: a\n\ndata: b\n'), 'server_sent_events')).toEqual([
      { event: '', data: 'a' },
    ]);
  });

  test('what came in one read comes at once', async () => {
    const response = responseOf('data: a\n\ndata: b\n\n');
    const frames = readFrames(response, 'server_sent_events', new AbortController().signal);
    expect(await frames.read()).toHaveLength(2);
    expect(await frames.read()).toBeUndefined();
  });

  test.each<Framing>(['server_sent_events', 'json_lines'])(
    'no frame of %s is without end',
    async (framing) => {
      const response = responseOf('data: ' + 'x'.repeat(5 * 2 ** 20));
      await expect(all(response, framing)).rejects.toMatchObject({ code: 'ERR_TOO_LARGE' });
    },
  );

  test.each(['before', 'while it is being read'])(
    'a stream whose signal aborts %s ends',
    async (when) => {
      const controller = new AbortController();
      if (when === 'before') controller.abort();
      const cancelled = Promise.withResolvers<void>();
      const body = new ReadableStream<Uint8Array>({ cancel: () => cancelled.resolve() });
      const frames = readFrames(new Response(body), 'server_sent_events', controller.signal);
      const reading = frames.read();
      controller.abort();
      expect(await reading).toBeUndefined();
      await cancelled.promise;
    },
  );

  test('of many streams at once, what comes shortly after the first frame travels together, and all of it', async () => {
    const streams = 180;
    let asked = 0;
    const allAsked = Promise.withResolvers<void>();
    const server = http.createServer((_request, response) => {
      if (++asked === streams) allAsked.resolve();
      void (async () => {
        await allAsked.promise;
        for (let n = 0; n < 12; n++) {
          response.write(`data: ${n}\n\n`);
          await sleep(8);
        }
        response.end();
      })();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const fetch = boundedFetch({ connectMs: 5000, maxBytes: 10_000 });
    const { signal } = new AbortController();
    let open = 0;
    /** Milliseconds between reads of one stream while nearly all are open. */
    const pauses: number[] = [];
    const batchesOf = async (): Promise<string[][]> => {
      const frames = readFrames(await fetch(url), 'server_sent_events', signal);
      open++;
      const batches = [];
      for (let read = await frames.read(); read;) {
        batches.push(read.map(({ data }) => data));
        const [isCrowded, before] = [open > streams - 20, performance.now()];
        read = await frames.read();
        if (isCrowded) pauses.push(performance.now() - before);
      }
      open--;
      return batches;
    };

    try {
      const many = await Promise.all(Array.from({ length: streams }, batchesOf));
      for (const batches of many) {
        expect(batches.flat()).toEqual(Array.from({ length: 12 }, (_, n) => String(n)));
      }
      expect(many.flat().some((batch) => batch.length > 1)).toBe(true);
      // Frames come every 8 ms, or later on a busy machine; the pause is 80 to 90 ms.
      expect(pauses.length).toBeGreaterThan(streams);
      expect(pauses.sort((a, b) => a - b)[pauses.length >> 1]).toBeGreaterThan(60);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});

describe('ticks', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const passed = async (ms: number) => void (await jest.advanceTimersByTimeAsync(ms));

  test('comes for all who asked for about the same at once, and leaves no timer behind', async () => {
    const said: string[] = [];
    void tick(20).then(() => said.push('twenty'));
    void tick(14).then(() => said.push('fourteen'));
    void tick(50).then(() => said.push('fifty'));
    await passed(19);
    expect(said).toEqual([]);
    await passed(1);
    expect(said).toEqual(['twenty', 'fourteen']);
    await passed(30);
    expect(said).toEqual(['twenty', 'fourteen', 'fifty']);
    expect(jest.getTimerCount()).toBe(0);
    void tick(10).then(() => said.push('again'));
    await passed(10);
    expect(said.at(-1)).toBe('again');
  });
});
