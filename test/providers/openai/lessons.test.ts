import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { ModelRequest } from '../../../server/providers/language-model.ts';
import { chatCompletions } from '../../../server/providers/openai/chat-completions.ts';
import type { OpenAiVendor } from '../../../server/providers/openai/connection.ts';
import { collect, groundedRequest, questions, textOf } from '../../conformance/language-model.ts';
import { patient } from '../../conformance/patience.ts';
import { answer, apiError } from '../../fakes/openai-behaviours.ts';
import { fakeApiKey, type OpenAiServer, startOpenAiServer } from '../../fakes/openai-server.ts';

// The first call loads the SDK, which no time limit of these tests should have to allow for.
beforeAll(async () => void (await import('openai')));

let server: OpenAiServer;
let now = 0;
beforeEach(async () => {
  server = await startOpenAiServer({
    models: { local: 0, 'openai/gpt-oss-120b': 0, 'Qwen/QwQ-32B': 0 },
    dialect: { messageFields: ['reasoning_content'] },
  });
});
afterEach(() => server.close());

const modelOf = (provider: OpenAiVendor, model: string) =>
  chatCompletions({
    provider,
    apiKey: fakeApiKey,
    baseUrl: server.url,
    model,
    timeouts: patient,
    clock: () => now,
  });
const request = groundedRequest(questions.hours);
const tools = [{ name: 'find_stock', description: 'Finds.', inputSchema: { type: 'object' } }];
const withTools: ModelRequest = { ...request, tools, toolChoice: 'auto' };
const bodies = () => server.requests.map(({ body }) => body);

test('GPT-6 Astra answers a question with tools, without them', async () => {
  const astra = modelOf('openai_compatible', 'gpt-6-astra');
  expect(textOf(await collect(astra, withTools))).toContain('seven');
  expect(bodies().map((body) => 'tools' in body)).toEqual([true, false]);
  await collect(astra, withTools);
  expect(bodies()).toHaveLength(3);
  now += 24 * 3600 * 1000;
  await collect(astra, withTools);
  expect(bodies().map((body) => 'tools' in body)).toEqual([true, false, false, true, false]);
});

describe('a model that reasons although nobody asked', () => {
  test('gets room the next time', async () => {
    const local = modelOf('openai_compatible', 'local');
    server.script(answer({ reasoning: ['Hm.'], text: 'Yes.' }));
    await collect(local, request);
    await collect(local, request);
    expect(bodies().map(({ max_tokens }) => max_tokens)).toEqual([500, 500 + 4096]);
  });

  test('tells so by its tokens alone', async () => {
    const local = modelOf('openai_compatible', 'local');
    const usage = {
      prompt_tokens: 9,
      completion_tokens: 500,
      completion_tokens_details: { reasoning_tokens: 500 },
    };
    const frames = [{ choices: [{ delta: {}, finish_reason: 'length' }] }, { choices: [], usage }];
    server.script({
      kind: 'raw',
      contentType: 'text/event-stream',
      body: frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join(''),
    });
    expect(textOf(await collect(local, request))).toContain('seven');
    expect(bodies().map(({ max_tokens }) => max_tokens)).toEqual([500, 500 + 4096]);
  });

  test('is asked again at once when thoughts have left no room for a word', async () => {
    server.script(answer({ reasoning: ['Hm.'], text: [], finish: 'length' }));
    const events = await collect(modelOf('openai_compatible', 'local'), request);
    expect(textOf(events)).toContain('seven');
    expect(events.filter(({ type }) => type === 'finish')).toHaveLength(1);
    expect(bodies().map(({ max_tokens }) => max_tokens)).toEqual([500, 500 + 4096]);
  });
});

test('a model that calls although it may not answers in prose', async () => {
  const toolCalls = [{ name: 'find_stock', input: {} }];
  server.script(answer({ text: [], toolCalls }), answer({ text: 'Three.' }));
  const asked: ModelRequest = {
    ...withTools,
    toolChoice: 'none',
    messages: [
      ...request.messages,
      {
        role: 'assistant',
        content: '',
        toolCalls: [{ id: 'call_1', name: 'find_stock', input: {} }],
      },
      { role: 'tool', callId: 'call_1', name: 'find_stock', content: 'Three.', ok: true },
    ],
  };
  const events = await collect(modelOf('openai_compatible', 'local'), asked);
  expect(textOf(events)).toBe('Three.');
  expect(events.some(({ type }) => type === 'tool_call')).toBe(false);
  expect(bodies().map((body) => 'tools' in body)).toEqual([true, false]);
});

describe('Groq', () => {
  const tooLarge = apiError(413, {
    message:
      'Request too large for model `openai/gpt-oss-120b` on tokens per minute (TPM): Limit 8000, Requested 9000, please reduce your message size and try again.',
    type: 'tokens',
    code: 'rate_limit_exceeded',
  });
  const ask = () =>
    collect(modelOf('groq', 'openai/gpt-oss-120b'), { ...request, reasoningEffort: 'high' });

  test('is asked for fewer tokens when the account has too few', async () => {
    server.script(tooLarge);
    expect(textOf(await ask())).toContain('seven');
    expect(bodies()).toMatchObject([
      { max_completion_tokens: 4596, reasoning_effort: 'high' },
      { max_completion_tokens: 500, reasoning_effort: 'low' },
    ]);
  });

  test('is not asked again for what it never admits', async () => {
    server.script(tooLarge, tooLarge, tooLarge);
    await expect(ask()).rejects.toMatchObject({
      retryable: false,
      cause: { message: expect.stringMatching(/^Groq says that the request is too large/) },
    });
    expect(bodies()).toHaveLength(2);
  });
});

test('an answer ends with [DONE], also without a reason', async () => {
  const chunk = { choices: [{ delta: { content: 'Yes.' } }] };
  server.script({
    kind: 'raw',
    contentType: 'text/event-stream',
    body: `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`,
  });
  expect(await collect(modelOf('openai_compatible', 'local'), request)).toEqual([
    { type: 'text', text: 'Yes.' },
    { type: 'finish', reason: 'stop' },
  ]);
});

test('thoughts without an opening tag are noticed, and read as such the next time', async () => {
  const local = modelOf('openai_compatible', 'local');
  const unopened = answer({ text: ['Hm.\n', '</think>\n\n', 'Yes.'] });
  server.script(unopened, unopened);
  await collect(local, request);
  expect(textOf(await collect(local, request))).toBe('Yes.');
});

test.each(['/chat/completions', '/responses', '/models/', '/embeddings?x=1'])(
  'an address may be copied with its end: %s',
  async (path) => {
    const compatible = chatCompletions({
      provider: 'openai_compatible',
      apiKey: fakeApiKey,
      baseUrl: `${server.url}${path}`,
      model: 'local',
      timeouts: patient,
    });
    expect(textOf(await collect(compatible, request))).toContain('seven');
  },
);
