import { afterEach, describe, expect, test } from '@jest/globals';
import { openaiEmbedder } from './embedder.ts';
import { inBatches } from '../shared/hosted-embedder.ts';
import { vendorErrorOf } from '../shared/vendor-error.ts';
import { cosine, ofEmbedder } from '../../../test/conformance/embedder.ts';
import { caught, expectAppError, patient } from '../../../test/conformance/vendor.ts';
import { startEmbeddingServer } from '../../../test/fakes/embedding-server.ts';
import { hashedEmbedding } from '../../../test/fakes/hashed-embedding.ts';
import { fakeApiKey } from '../../../test/fakes/openai-server.ts';
import {
  rawJson,
  sendJson,
  startVendorServer,
  type VendorRefusal,
} from '../../../test/fakes/vendor-server.ts';
import { useOpenAi } from '../../../test/providers/openai/fixture.ts';

const { signal } = new AbortController();

describe('vectors', () => {
  const { server, script, bodies } = useOpenAi({
    models: { local: 32, 'nomic-embed-text': 32, 'text-embedding-v4': 64, 'mistral-embed': 64 },
  });
  type Options = Partial<Parameters<typeof openaiEmbedder>[0]>;

  function embed(texts: string[], options: Options = {}): Promise<Float32Array[]> {
    const embedder = openaiEmbedder({
      provider: 'openai',
      apiKey: fakeApiKey,
      baseUrl: server().url,
      model: 'text-embedding-3-small',
      dimensions: 0,
      timeouts: patient,
      ...options,
    });
    return embedder.embed(texts, { purpose: 'document', signal });
  }
  const of = (model: string) => ({ provider: 'openai_compatible', model }) as const;

  describe('what it asks for', () => {
    test('OpenAI is asked for base64, and for fewer dimensions if the owner wants', async () => {
      const [vector] = await embed(['a text'], { dimensions: 200 });
      const wanted = { encoding_format: 'base64', dimensions: 200 };
      expect(bodies()).toEqual([{ model: 'text-embedding-3-small', input: ['a text'], ...wanted }]);
      expect(cosine(vector!, hashedEmbedding('a text', 200))).toBeCloseTo(1, 5);
    });

    test('others for numbers, and never for dimensions that they cannot choose', async () => {
      const [vector] = await embed(['a text'], { ...of('local'), dimensions: 32 });
      expect(cosine(vector!, hashedEmbedding('a text', 32))).toBeCloseTo(1, 5);
      await embed(['a text'], { model: 'text-embedding-ada-002', dimensions: 1536 });
      expect(bodies().slice(2)).toEqual([
        { model: 'local', input: ['a text'], encoding_format: 'float' },
        { model: 'text-embedding-ada-002', input: ['a text'], encoding_format: 'base64' },
      ]);
    });

    test('a model that wants to know is told what the text is for', async () => {
      await embed(['a text'], of('nomic-embed-text'));
      expect(bodies()[0]?.['input']).toEqual(['search_document: a text']);
    });

    const words = 'word '.repeat(1000);
    test.each<[string, Options, texts: number, text: string, sizes: number[]]>([
      ['a compatible server', of('local'), 70, 'text', [32, 32, 6]],
      ['OpenAI, before it counts too many tokens', {}, 5, '日本語 '.repeat(9000), [3, 2]],
      ['one of 10 texts', { ...of('text-embedding-v4'), dimensions: 16 }, 12, words, [10, 2]],
      ['one of 16,384 tokens', of('mistral-embed'), 12, words, [3, 3, 3, 3]],
    ])(
      'more than one request may carry is split: %s',
      async (_name, options, count, text, sizes) => {
        const texts = Array.from({ length: count }, (_, index) => `${index} ${text}`);
        expect(await embed(texts, options)).toHaveLength(count);
        expect(bodies().map(({ input }) => (input as string[]).length)).toEqual(sizes);
      },
    );

    test('nothing for no texts, and not once it is aborted', async () => {
      expect(await embed([])).toEqual([]);
      const reason = new Error('no longer needed');
      const embedder = openaiEmbedder({ ...of('local'), apiKey: '', baseUrl: '', dimensions: 0 });
      const aborted = { purpose: 'query', signal: AbortSignal.abort(reason) } as const;
      await expect(embedder.embed(['a text'], aborted)).rejects.toBe(reason);
      expect(bodies()).toEqual([]);
    });
  });

  describe('what it accepts', () => {
    const reply = (data: unknown) => script(rawJson({ data }));
    const base64 = (values: number[]) =>
      Buffer.from(Float32Array.from(values).buffer).toString('base64');

    test('vectors in any order, of any length, in either encoding', async () => {
      reply([
        { index: 1, embedding: [0, 5] },
        { index: 0, embedding: base64([3, 4]) },
      ]);
      const vectors = await embed(['a', 'b']);
      expect(vectors).toEqual([Float32Array.of(0.6, 0.8), Float32Array.of(0, 1)]);
    });

    test('vectors without an index, as they come', async () => {
      reply([{ embedding: [1, 0] }, { embedding: [0, 1] }]);
      const vectors = await embed(['a', 'b']);
      expect(vectors).toEqual([Float32Array.of(1, 0), Float32Array.of(0, 1)]);
    });

    const one = { index: 1, embedding: [1, 0] };
    test.each([
      ['no list', null],
      ['too few', [one]],
      ['one twice', [one, one]],
      ['one out of range', [one, { index: 7, embedding: [1, 0] }]],
      ['different lengths', [one, { index: 0, embedding: [1, 0, 0] }]],
      ['zeros', [one, { index: 0, embedding: [0, 0] }]],
      ['what is too large to be one', [one, { index: 0, embedding: [1e300, 1e300] }]],
      ['half a number', [one, { index: 0, embedding: Buffer.from('12345').toString('base64') }]],
      ['null', [one, null]],
    ])('but not %s', async (_name, data) => {
      reply(data);
      const error = await caught(embed(['a', 'b']));
      expectAppError(error, { code: 'provider_error', retryable: true }, fakeApiKey, ofEmbedder);
    });

    test('but no other length than the owner has set', async () => {
      const error = await caught(embed(['a'], { ...of('local'), dimensions: 64 }));
      expectAppError(error, { code: 'provider_error', retryable: false }, fakeApiKey, ofEmbedder);
      expect(vendorErrorOf(error)?.message).toMatch(/32 dimensions, the setting says 64/);
    });
  });

  test('batches keep both limits, and a text that alone exceeds one goes alone', () => {
    const limit = { texts: 2, bytes: 10 };
    const batches = (texts: string[]) => [...inBatches(texts, limit)];
    expect(batches([])).toEqual([]);
    expect(batches(['a', 'b', 'c'])).toEqual([['a', 'b'], ['c']]);
    expect(batches(['12345', '12345', '1'])).toEqual([['12345', '12345'], ['1']]);
    expect(batches(['ööö', 'ööö'])).toEqual([['ööö'], ['ööö']]);
    expect(batches(['1', 'x'.repeat(20), '2'])).toEqual([['1'], ['x'.repeat(20)], ['2']]);
  });
});

describe('dialects', () => {
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

  const make = (options: Partial<Parameters<typeof openaiEmbedder>[0]> = {}) =>
    openaiEmbedder({
      provider: 'openai_compatible',
      apiKey: 'fake-key',
      baseUrl: `${server.origin}/v1`,
      model: 'local',
      dimensions: 0,
      timeouts: patient,
      ...options,
    });
  const embed = (embedder: ReturnType<typeof make>, purpose: 'query' | 'document' = 'document') =>
    embedder.embed(['a text'], { purpose, signal });
  const detail = (words: unknown, status = 400): VendorRefusal => ({
    status,
    body: { detail: words },
  });
  const wordsOf = async (promise: Promise<unknown>) =>
    vendorErrorOf(await caught(promise))?.message;

  describe('a server that refuses an encoding', () => {
    /** Voyage's words, and those of vLLM of old. */
    const noEncoding: Rule = ({ encoding_format: encoding }) => {
      if (encoding === 'float') {
        return detail("Value 'float' provided for argument 'encoding_format' is not valid.");
      }
      const message = 'base64 encoding is not currently supported';
      return encoding ? { status: 400, body: { object: 'error', message } } : undefined;
    };

    test('is asked for the other, then for none, and as usual after a day', async () => {
      const hour = 60 * 60 * 1000;
      server = await startServer(noEncoding);
      let now = 0;
      const embedder = make({ clock: () => now });
      for (const hours of [0, 23, 2]) {
        now += hours * hour;
        await embed(embedder);
      }
      const encodings = server.sent().map((body) => body['encoding_format']);
      const learning = ['float', 'base64', undefined];
      expect(encodings).toEqual([...learning, undefined, ...learning]);
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
});
