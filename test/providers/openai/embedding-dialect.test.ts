import { afterEach, describe, expect, test } from '@jest/globals';
import type { AppError } from '../../../server/errors/app-error.ts';
import { openaiEmbedder } from '../../../server/providers/openai/embedder.ts';
import { hashedEmbedding } from '../../fakes/hashed-embedding.ts';
import { startEmbeddingServer } from '../../fakes/embedding-server.ts';
import { sendJson, startVendorServer, type VendorRefusal } from '../../fakes/vendor-server.ts';

type Body = Record<string, unknown>;
type Rule = (body: Body) => VendorRefusal | undefined;

/** A server of OpenAI's wire format with rules of its own. Its vectors have 32 dimensions unless others are asked for. */
async function startServer(rule: Rule) {
  const unknown = { status: 404, body: { detail: 'Not Found' } };
  const server = await startVendorServer<{ kind: 'answer' }>({
    authorise: () => undefined,
    unknownRoute: () => unknown,
    unparsable: unknown,
    routes: {
      'POST /v1/embeddings': (body, reply, refuse) => {
        const refusal = rule(body);
        if (refusal) return refuse(refusal);
        return reply((response) => {
          const length = Number(body['dimensions'] ?? body['output_dimension'] ?? 32);
          const data = (body['input'] as string[]).map((text, index) => ({
            index,
            embedding: [...hashedEmbedding(text, length)],
          }));
          sendJson(response, 200, { data });
        });
      },
    },
  });
  return { ...server, sent: () => server.requests.map(({ body }) => body) };
}

let server: Awaited<ReturnType<typeof startServer>>;
afterEach(() => server?.close());

const { signal } = new AbortController();
const make = (options: Partial<Parameters<typeof openaiEmbedder>[0]> = {}) =>
  openaiEmbedder({
    provider: 'openai_compatible',
    apiKey: 'fake-key',
    baseUrl: `${server.origin}/v1`,
    model: 'local',
    dimensions: 0,
    timeouts: { answerMs: 10_000, retryDelayMs: 5 },
    ...options,
  });
const embed = (embedder: ReturnType<typeof make>, purpose: 'query' | 'document' = 'document') =>
  embedder.embed(['a text'], { purpose, signal });
const detail = (words: unknown, status = 400): VendorRefusal => ({
  status,
  body: { detail: words },
});
const wordsOf = (promise: Promise<unknown>) =>
  promise.then(
    () => '',
    (error: unknown) => ((error as AppError).cause as Error).message,
  );

describe('a server that refuses an encoding', () => {
  /** Voyage's words, and those of vLLM of old. */
  const noEncoding: Rule = ({ encoding_format: encoding }) => {
    if (encoding === 'float') {
      return detail("Value 'float' provided for argument 'encoding_format' is not valid.");
    }
    const message = 'base64 encoding is not currently supported';
    return encoding ? { status: 400, body: { object: 'error', message } } : undefined;
  };

  test('is asked for the other, then for none, and the next time at once', async () => {
    server = await startServer(noEncoding);
    const embedder = make();
    await embed(embedder);
    await embed(embedder);
    const encodings = server.sent().map((body) => body['encoding_format']);
    expect(encodings).toEqual(['float', 'base64', undefined, undefined]);
  });

  test('is asked as usual after a day', async () => {
    const hour = 60 * 60 * 1000;
    server = await startServer(noEncoding);
    let now = 0;
    const embedder = make({ clock: () => now });
    await embed(embedder);
    now = 23 * hour;
    await embed(embedder);
    expect(server.sent()).toHaveLength(4);
    now = 25 * hour;
    await embed(embedder);
    expect(server.sent()[4]).toMatchObject({ encoding_format: 'float' });
  });

  test('may say so in a list', async () => {
    const words = [{ loc: ['body', 'encoding_format'], msg: 'Extra inputs are not permitted' }];
    server = await startServer((body) =>
      'encoding_format' in body ? detail(words, 422) : undefined,
    );
    expect(await embed(make())).toHaveLength(1);
  });
});

describe('a server that wants to know the purpose', () => {
  test('is told in its own word, and adds the prefix itself', async () => {
    server = await startServer(({ input_type }) =>
      input_type
        ? undefined
        : {
            status: 400,
            body: { error: "'input_type' parameter is required for asymmetric models" },
          },
    );
    const embedder = make({ model: 'nvidia/nv-embedqa-e5-v5' });
    await embed(embedder, 'query');
    await embed(embedder, 'document');
    expect(server.sent()).toMatchObject([
      { input: ['query: a text'] },
      { input: ['a text'], input_type: 'query' },
      { input: ['a text'], input_type: 'passage' },
    ]);
  });

  test('a word that it does not know is replaced once', async () => {
    server = await startServer(() => detail("input_type must be 'query' or 'document'"));
    expect(await wordsOf(embed(make()))).toContain("must be 'query' or 'document'");
    const types = server.sent().map((body) => body['input_type']);
    expect(types).toEqual([undefined, 'passage', 'document']);
  });
});

describe('a number of dimensions', () => {
  test('is sent under the name that the server knows', async () => {
    server = await startServer((body) =>
      'dimensions' in body
        ? detail("In particular, Argument 'dimensions' is not supported by our API")
        : undefined,
    );
    expect((await embed(make({ dimensions: 16 })))[0]).toHaveLength(16);
    expect(server.sent()[1]).toMatchObject({ output_dimension: 16 });
  });

  test('is left out where nobody knows it, and compared', async () => {
    server = await startServer((body) => {
      const name = ['dimensions', 'output_dimension'].find((one) => one in body);
      return name ? detail(`Unrecognized request argument supplied: ${name}`) : undefined;
    });
    expect((await embed(make({ dimensions: 32 })))[0]).toHaveLength(32);
    expect(await wordsOf(embed(make({ dimensions: 64 })))).toBe(
      'The OpenAI-compatible server: the model has 32 dimensions, the setting says 64: empty it, or choose another model.',
    );
  });

  test('that the model does not offer is refused in the words of the server', async () => {
    server = await startServer(() => detail('dimensions must be one of 256, 512'));
    const words = await wordsOf(embed(make({ dimensions: 300 })));
    expect(words).toContain('refused the request (400): dimensions must be one of 256, 512');
    expect(server.sent()).toHaveLength(1);
  });

  test('is not asked for under another name of a model that cannot be shortened', async () => {
    const message = 'Model "x" does not support matryoshka representation.';
    server = await startServer((body) =>
      'dimensions' in body ? { status: 400, body: { error: { message } } } : undefined,
    );
    await embed(make({ dimensions: 32 }));
    expect(server.sent()).toHaveLength(2);
    expect(server.sent()[1]).not.toHaveProperty('output_dimension');
  });
});

test('other refusals are not learnt from', async () => {
  server = await startServer(() => detail('Unauthorized: encoding_format', 401));
  await wordsOf(embed(make()));
  await server.close();
  server = await startServer(() => detail('input is too long'));
  await wordsOf(embed(make()));
  expect(server.sent()).toHaveLength(1);
});

test('Voyage is asked as it wants to be asked, also at a compatible address', async () => {
  const voyage = await startEmbeddingServer('voyage');
  const { apiKey, url } = voyage;
  server = { ...voyage, sent: () => voyage.requests.map(({ body }) => body) };
  const [vector] = await embed(
    make({ apiKey, baseUrl: url, model: 'voyage-4-large', dimensions: 256 }),
    'query',
  );
  expect(vector).toHaveLength(256);
  expect(server.sent()).toEqual([
    {
      model: 'voyage-4-large',
      input: ['a text'],
      input_type: 'query',
      encoding_format: 'base64',
      output_dimension: 256,
    },
  ]);
});
