import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { anthropic } from '../../../server/providers/anthropic/anthropic.ts';
import { openAiModel } from '../../../server/providers/openai/language-model.ts';
import type { LanguageModel, ModelRequest } from '../../../server/providers/language-model.ts';
import { patient } from '../../conformance/patience.ts';
import { answer } from '../../fakes/openai-behaviours.ts';
import { fakeApiKey, type OpenAiServer, startOpenAiServer } from '../../fakes/openai-server.ts';
import { until } from '../../fakes/wait.ts';

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
