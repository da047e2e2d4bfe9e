import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { answer } from './openai-behaviours.ts';
import { fakeApiKey, startOpenAiServer, type OpenAiServer } from './openai-server.ts';

let server: OpenAiServer;
beforeEach(async () => {
  server = await startOpenAiServer();
});
afterEach(() => server.close());

async function post(path: string, body: unknown, key: string | null = fakeApiKey) {
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(key !== null && { authorization: `Bearer ${key}` }),
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  const json = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {};
  return { status: response.status, text, json, error: json['error'] as Record<string, unknown> };
}

const user = { role: 'user', content: 'Hello' };
const chat = { model: 'gpt-4o-mini', messages: [user] };
const texts = { model: 'text-embedding-3-small', input: 'hello' };

describe('refuses what OpenAI refuses', () => {
  test.each([
    ['an unknown field', { ...chat, max_token: 5 }, 400, /^Unrecognized request argument supplied/],
    ['no model', { messages: [user] }, 400, /model parameter/],
    ['an unknown model', { ...chat, model: 'gpt-9' }, 404, /does not exist/],
    ['an embedding model', { ...chat, model: texts.model }, 404, /does not exist/],
    ['no messages', { model: chat.model }, 400, /'messages'/],
    ['empty messages', { ...chat, messages: [] }, 400, /empty array/],
    ['a wrong role', { ...chat, messages: [{ role: 'bot', content: '' }] }, 400, /'bot'/],
    ['a wrong content', { ...chat, messages: [{ role: 'user', content: 5 }] }, 400, /number/],
    ['usage without a stream', { ...chat, stream_options: {} }, 400, /only allowed when 'stream'/],
    ['max_tokens on gpt-5', { ...chat, model: 'gpt-5-mini', max_tokens: 5 }, 400, /max_tokens/],
    ['max_tokens on o3', { ...chat, model: 'o3-mini', max_tokens: 5 }, 400, /max_tokens/],
    [
      'temperature on o3',
      { ...chat, model: 'o3-mini', temperature: 0.3 },
      400,
      /does not support 0.3/,
    ],
    ['effort on gpt-4o', { ...chat, reasoning_effort: 'low' }, 400, /reasoning_effort/],
    ['a temperature of 3', { ...chat, temperature: 3 }, 400, /temperature/],
    ['both limits', { ...chat, max_tokens: 5, max_completion_tokens: 5 }, 400, /at the same time/],
    ['a limit of 0', { ...chat, max_tokens: 0 }, 400, /minimum/],
    ['no JSON', '{', 400, /parse the JSON/],
  ])('%s', async (_name, body, status, message) => {
    const refused = await post('/chat/completions', body);
    expect(refused.status).toBe(status);
    expect(refused.error).toMatchObject({ type: 'invalid_request_error' });
    expect(refused.error['message']).toMatch(message);
  });

  test.each([
    ['an empty text', { ...texts, input: '' }],
    ['an empty text among others', { ...texts, input: ['a', ''] }],
    ['no text', { ...texts, input: [] }],
    ['2,049 texts', { ...texts, input: Array.from({ length: 2049 }, () => 'a') }],
    ['300,001 tokens', { ...texts, input: ['word '.repeat(250_000)] }],
    [
      'dimensions that cannot be chosen',
      { ...texts, model: 'text-embedding-ada-002', dimensions: 5 },
    ],
    ['an unknown encoding', { ...texts, encoding_format: 'hex' }],
    ['an unknown field', { ...texts, stream: true }],
  ])('embedding: %s', async (_name, body) => {
    expect((await post('/embeddings', body)).status).toBe(400);
  });

  test('a missing or a wrong key', async () => {
    expect(await post('/chat/completions', chat, null)).toMatchObject({ status: 401 });
    expect(await post('/embeddings', texts, 'another-key-of-mine')).toMatchObject({
      status: 401,
      error: { code: 'invalid_api_key' },
    });
  });

  test('an unknown path', async () => {
    expect((await post('/completions', chat)).status).toBe(404);
  });
});

test('answers as one JSON what it would stream', async () => {
  const sources = 'Sources:\n[1] Hours\nWe open at nine.\n\n[2] Bread\nA loaf costs three euros.';
  const messages = [
    { role: 'system', content: sources },
    { role: 'user', content: 'How much is a loaf?' },
  ];
  const { json } = await post('/chat/completions', { ...chat, messages });
  expect(json).toMatchObject({
    object: 'chat.completion',
    choices: [
      {
        message: { role: 'assistant', content: 'A loaf costs three euros. [2]', refusal: null },
        finish_reason: 'stop',
      },
    ],
    usage: { completion_tokens: 8 },
  });
  const { text } = await post('/chat/completions', { ...chat, messages, stream: true });
  const pieces = [...text.matchAll(/"content":"([^"]*)"/g)].map((match) => match[1]);
  expect(pieces.join('')).toBe('A loaf costs three euros. [2]');
  expect(text).toMatch(/data: \[DONE\]\n\n$/);
  expect(text).not.toContain('"usage"');
});

test('does as the last message or the model says', async () => {
  const marked = { role: 'user', content: 'Hello [[fake:server-error]]' };
  expect((await post('/chat/completions', { ...chat, messages: [marked] })).status).toBe(500);
  const model = { ...chat, model: 'fake-rate-limited' };
  expect((await post('/chat/completions', model)).status).toBe(429);
});

test('does as it is told from another process, once', async () => {
  const told = await fetch(new URL('/__script', server.url), {
    method: 'POST',
    body: JSON.stringify([answer({ text: 'As you wish.' })]),
  });
  expect(told.status).toBe(200);
  expect((await post('/chat/completions', chat)).text).toContain('As you wish.');
  expect((await post('/chat/completions', chat)).text).not.toContain('As you wish.');
});

test('embeds the same in both encodings, near what is alike', async () => {
  const embed = async (input: string, encoding_format: string) => {
    const { json } = await post('/embeddings', {
      ...texts,
      input,
      dimensions: 256,
      encoding_format,
    });
    return (json['data'] as { embedding: number[] | string }[])[0]!.embedding;
  };
  const bread = (await embed('fresh bread every day', 'float')) as number[];
  const base64 = Buffer.from((await embed('fresh bread every day', 'base64')) as string, 'base64');
  expect([...new Float32Array(Uint8Array.from(base64).buffer)]).toEqual(bread);
  const dot = (other: number[]) => bread.reduce((sum, value, at) => sum + value * other[at]!, 0);
  const alike = dot((await embed('bread is baked every day', 'float')) as number[]);
  expect(alike).toBeGreaterThan(dot((await embed('lorries may not park', 'float')) as number[]));
});
