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
import type { LanguageModel, ModelEvent, ModelRequest } from '../language-model.ts';
import { Patience, vendorTimeouts } from './vendor-retry.ts';
import { streamAnswers } from './stream-answer.ts';
import {
  collect,
  groundedRequest,
  questions,
  textOf,
} from '../../../test/conformance/language-model.ts';
import type { AppError } from '../../errors/app-error.ts';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { anthropic } from '../anthropic/anthropic.ts';
import { openAiModel } from '../openai/language-model.ts';
import { caught, inNoTime, patient } from '../../../test/conformance/vendor.ts';
import { answer, apiError } from '../../../test/fakes/openai-behaviours.ts';
import {
  fakeApiKey,
  type OpenAiServer,
  startOpenAiServer,
} from '../../../test/fakes/openai-server.ts';
import { until } from '../../../test/fakes/wait.ts';

describe('a streamed answer', () => {
  /** A vendor whose lines are JSON strings to say, `{"end":true}` or broken. Each array is one read. */
  function model(reads: string[][] | ReadableStream<Uint8Array>) {
    let asked = 0;
    let cancelled = false;
    const vendor = streamAnswers({
      model: 'model',
      api: {
        provider: 'openai',
        label: 'The fake',
        timeouts: { ...vendorTimeouts, retryDelayMs: 1 },
        patience: new Patience(false, vendorTimeouts),
        requireConfigured: () => undefined,
      },
      framing: 'json_lines',
      open() {
        asked++;
        const encoder = new TextEncoder();
        if (!Array.isArray(reads)) return Promise.resolve(new Response(reads));
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
            if (data === 'progress') return [];
            if (data === 'nothing') return undefined;
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
      const { events } = await listen(
        model([
          ['"one "', '"two"'],
          ['" three"', end],
        ]),
      );
      expect(events).toEqual([
        { type: 'text', text: 'one two' },
        { type: 'text', text: ' three' },
        { type: 'finish', reason: 'stop' },
      ]);
    });

    test('is said also when it ends in what goes wrong, and is not asked for again', async () => {
      const fake = model([['"one "', '"two"', 'broken']]);
      const { events, error } = await listen(fake);
      expect(events).toEqual([{ type: 'text', text: 'one two' }]);
      expect(error).toMatchObject({ code: 'provider_error' });
      expect(fake.asked()).toBe(1);
    });

    test('is a complete answer whatever follows its end, which nobody waits for', async () => {
      const fake = model([['"yes"', end, 'broken']]);
      const { events, error } = await listen(fake);
      expect(fake.cancelled()).toBe(true);
      expect(error).toBeUndefined();
      expect(events).toEqual([
        { type: 'text', text: 'yes' },
        { type: 'finish', reason: 'stop' },
      ]);
    });
  });

  describe('time limits', () => {
    beforeEach(() => void jest.useFakeTimers());
    afterEach(() => void jest.useRealTimers());

    /** A vendor that sends its lines when told to, and what was heard of it. */
    function live(reasoningEffort: 'low' | null = null) {
      let body: ReadableStreamDefaultController<Uint8Array>;
      const { vendor } = model(
        new ReadableStream({ start: (controller) => void (body = controller) }),
      );
      const heard: string[] = [];
      const asked = { ...groundedRequest('?'), reasoningEffort };
      const { signal } = new AbortController();
      const listen = async () => {
        for await (const event of vendor.stream(asked, { signal }))
          heard.push('text' in event ? event.text : event.type);
      };
      listen().catch((error: unknown) => heard.push((error as AppError).code));
      return {
        heard,
        after: async (ms: number, line?: string) => {
          await jest.advanceTimersByTimeAsync(ms);
          if (line) body.enqueue(new TextEncoder().encode(`${line}\n`));
          await jest.advanceTimersByTimeAsync(1);
        },
      };
    }
    const { answerMs, reasoningMs, idleMs } = vendorTimeouts;

    test('an answer may go on for ever, as long as it goes on', async () => {
      const { heard, after } = live();
      await after(1, '"one"');
      for (const line of ['progress', 'progress', '"two"']) await after(idleMs - 5000, line);
      await after(idleMs - 5000, 'nothing');
      expect(heard).toEqual(['one', 'two']);
      await after(5000);
      expect(heard).toEqual(['one', 'two', 'provider_timeout']);
    });

    test('the first word is waited for longer if reasoning is shown meanwhile', async () => {
      const plain = live();
      const reasoning = live('low');
      await plain.after(answerMs - 2, 'progress');
      await plain.after(2);
      expect(plain.heard).toEqual(['provider_timeout']);
      await reasoning.after(reasoningMs - answerMs - 5, '"yes"');
      expect(reasoning.heard).toEqual(['yes']);
    });

    test('a complete answer is one, though its connection stays open', async () => {
      const { heard, after } = live();
      await after(1, '"yes"');
      await after(1, end);
      await after(idleMs);
      expect(heard).toEqual(['yes', 'finish']);
    });
  });

  describe('an answer without end', () => {
    const long = (length: number) => JSON.stringify('x'.repeat(length));

    test('is cut at 64 kB, between two characters, and not read on', async () => {
      const fake = model([
        [long(65_535), '"👩‍🚀"'],
        [long(9), 'broken'],
      ]);
      const { events, error } = await listen(fake);
      expect(error).toBeUndefined();
      expect(textOf(events)).toBe('x'.repeat(65_535));
      expect(events.at(-1)).toEqual({ type: 'finish', reason: 'length' });
      expect(fake.cancelled()).toBe(true);
    });

    test('is one of more than 64 kB', async () => {
      const { events } = await listen(model([[long(65_536), end]]));
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

  /** The same of a vendor that falls silent. */
  async function silently(behaviour: string): Promise<number> {
    const before = vendor.requests.length;
    const call = () => charges(model(vendor.url, { connectMs: 600_000 }), behaviour);
    return inNoTime(call, () => vendor.requests.length > before);
  }

  describe('a request is charged', () => {
    test.each(['', 'length', 'refusal', 'cut', 'cut-mid-frame', 'invalid-json', 'error-frame'])(
      'when the vendor answers: %s',
      async (behaviour) => {
        expect(await charges(model(), behaviour)).toBe(1);
      },
    );

    test.each(['stall', 'hang-after-headers'])(
      'when the vendor has begun: %s',
      async (behaviour) => {
        expect(await silently(behaviour)).toBe(1);
      },
    );

    test('when the visitor leaves after it was sent', async () => {
      const leaving = new AbortController();
      const before = vendor.requests.length;
      const count = charges(model(), 'hang', leaving.signal);
      await until('it was sent', () => vendor.requests.length > before);
      leaving.abort(new Error('left'));
      expect(await count).toBe(1);
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
      expect(await silently('hang')).toBe(0);
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

describe('a vendor that asks to wait', () => {
  let vendor: OpenAiServer;
  beforeAll(async () => {
    vendor = await startOpenAiServer();
  });
  afterAll(() => vendor.close());

  const request = groundedRequest(questions.hours);
  const model = (timeouts = {}, name = 'gpt-4o-mini') =>
    openAiModel({
      provider: 'openai',
      apiKey: fakeApiKey,
      baseUrl: vendor.url,
      model: name,
      timeouts: { ...patient, connectMs: 600_000, ...timeouts },
    });
  const limited = (retryAfter: string) => {
    const error = { message: 'Rate limit reached.', code: 'rate_limit_exceeded' };
    vendor.script(apiError(429, error, { 'retry-after': retryAfter }));
  };
  /** Asks, and lets the waits pass at once. */
  const inTime = <T>(call: () => Promise<T>) => {
    const before = vendor.requests.length;
    return inNoTime(call, () => vendor.requests.length > before);
  };

  test('is asked again then', async () => {
    limited('5');
    expect(textOf(await inTime(() => collect(model(), request)))).toContain('seven');
  });

  test.each(['6', new Date(Date.now() + 60_000).toUTCString()])('but not for %s', async (value) => {
    limited(value);
    const error = (await caught(collect(model(), request))) as AppError;
    expect(error).toMatchObject({ code: 'overloaded', retryable: true });
    expect(error.retryAfter).toBeGreaterThan(5);
    expect(error.toBody().data.retry_after).toBe(error.retryAfter);
  });

  test('is not waited for by a visitor who leaves, nor beyond the time limit', async () => {
    limited('5');
    const reason = new Error('the visitor has left');
    const controller = new AbortController();
    const before = vendor.requests.length;
    const answered = collect(model(), request, controller.signal);
    answered.catch(() => undefined);
    await until('it was asked', () => vendor.requests.length > before);
    controller.abort(reason);
    await expect(answered).rejects.toBe(reason);
    limited('5');
    const hurried = model({ answerMs: 500, ownMs: 500 });
    const error = await inTime(() => caught(collect(hurried, request)));
    expect(error).toMatchObject({ code: 'provider_timeout', retryable: true });
  });

  test('leaves nothing on the signal of a long-lived caller', async () => {
    const { signal } = new AbortController();
    const added = jest.spyOn(signal, 'addEventListener');
    const removed = jest.spyOn(signal, 'removeEventListener');
    await collect(model(), request, signal);
    expect(added).toHaveBeenCalledTimes(1);
    expect(removed).toHaveBeenCalledTimes(1);
  });

  test('says nothing more once it is aborted, though it has heard more', async () => {
    vendor.script(answer({ text: ['<think>Hm.</think>Yes.', ' Indeed.'] }));
    const controller = new AbortController();
    const reason = new Error('the visitor has left');
    const iterator = model().stream(request, controller)[Symbol.asyncIterator]();
    expect((await iterator.next()).value).toEqual({ type: 'reasoning', text: 'Hm.' });
    controller.abort(reason);
    await expect(iterator.next()).rejects.toBe(reason);
  });
});

describe('patience', () => {
  const quick = Array<number>(9).fill(500);
  test.each<[string, boolean, took: number[], seconds: number]>([
    ['a vendor has 20 seconds, whatever it took before', false, [19_000], 20],
    ['a server of one’s own has a minute', true, [], 60],
    ['until it has shown how fast it is', true, [12_000, 500], 36],
    ['and is', true, [12_000, ...quick], 20],
    ['never more than a minute', true, [50_000], 60],
  ])('%s', (_name, isOwn, took, seconds) => {
    const patience = new Patience(isOwn, vendorTimeouts);
    for (const ms of took) patience.took(ms);
    expect(patience.answerMs()).toBe(seconds * 1000);
    patience.late();
    expect(patience.answerMs()).toBe(isOwn ? 60_000 : 20_000);
  });

  test('has what the owner sets for all, also more', () => {
    const patience = new Patience(true, { ...vendorTimeouts, answerMs: 90_000, ownMs: 90_000 });
    patience.took(500);
    expect(patience.answerMs()).toBe(90_000);
  });
});
