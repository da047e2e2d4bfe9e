import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { redact, tooLong, VendorError, vendorRefused, vendorUnreachable } from './vendor-error.ts';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { anthropicApi } from '../anthropic/anthropic.ts';
import { openAiApi } from '../openai/connection.ts';
import { addressesBy, VendorApi, vendorFetch } from './vendor-calls.ts';
import type { AppError } from '../../errors/app-error.ts';
import { readConfig } from '../../config/config.ts';
import { settingsDefaults } from '../../contract/settings-defaults.ts';
import { embeddingProviders, llmProviders } from '../../contract/providers.ts';
import type { Settings } from '../../contract/settings.ts';
import { AddressGuard, parseAllowed } from '../../net/address-guard.ts';
import { providerKinds } from '../../composition/provider-kinds.ts';
import { LocalModels } from '../local/local-models.ts';
import { Providers } from '../registry.ts';

describe('errors', () => {
  describe('a refusal becomes', () => {
    test.each([
      [{ status: 400 }, 'provider_error', 'request', false, false],
      [{ status: 401, code: 'invalid_api_key' }, 'provider_error', 'key', false, false],
      [{ status: 402 }, 'provider_error', 'credit', false, false],
      [{ status: 404, code: 'model_not_found' }, 'provider_error', 'model', false, false],
      [{ status: 301 }, 'provider_error', 'model', false, false],
      [{ status: 408 }, 'provider_timeout', 'late', true, false],
      [{ status: 413, code: 'rate_limit_exceeded' }, 'provider_error', 'request', false, false],
      [{ status: 429, code: 'rate_limit_exceeded' }, 'overloaded', 'limit', true, true],
      [
        { status: 429, message: 'Request too large for gpt-4o' },
        'provider_error',
        'request',
        false,
        false,
      ],
      [{ status: 429, code: 'insufficient_quota' }, 'provider_error', 'credit', false, false],
      [{ status: 429, code: '3036' }, 'provider_error', 'credit', false, false],
      [{ status: 498, code: 'capacity_exceeded' }, 'overloaded', 'limit', true, true],
      [{ status: 500 }, 'provider_error', 'down', true, true],
      [{ status: 501 }, 'provider_error', 'down', true, false],
      [{ status: 529 }, 'overloaded', 'limit', true, true],
      [{ code: 'server_error' }, 'provider_error', 'down', true, false],
      [{ code: 'insufficient_quota' }, 'provider_error', 'credit', false, false],
    ] as const)('%j → %s (%s), retryable: %s', (answer, code, failure, retryable, transient) => {
      const error = vendorRefused('The vendor', answer, []);
      expect(error).toMatchObject({ code, retryable, cause: { failure, transient } });
    });
  });

  test('tells the owner what the vendor said, on one line and not for ever', () => {
    const message = `It is\n too long: ${'x '.repeat(1000)}`;
    const { cause } = vendorRefused('OpenAI', { status: 400, message, requestId: 'req_1' }, []);
    expect(cause).toBeInstanceOf(VendorError);
    expect(cause).toMatchObject({ status: 400, requestId: 'req_1' });
    const said = (cause as VendorError).message;
    expect(said).toMatch(/^OpenAI refused the request \(400\): It is too long: x x/);
    expect(said.length).toBeLessThan(500);
  });

  test('does not repeat a whole web page', () => {
    const { cause } = vendorRefused('OpenAI', { status: 502, message: '<html><body>…' }, []);
    expect((cause as VendorError).message).toBe('OpenAI failed to answer (502).');
  });

  describe('a key is not repeated', () => {
    const key = ['sk', 'proj', 'a1'.repeat(20)].join('-');
    test.each([
      ['whole', `Incorrect API key provided: ${key}.`],
      ['masked by the vendor', 'Incorrect API key provided: sk-proj-********************MxYA.'],
      ['masked in another way', 'No such key: wrong-a1****-a1a1'],
      ['of another kind', `You sent gsk_${'b2'.repeat(20)}`],
      ['in a header', 'Authorization: Bearer abc.def'],
    ])('%s', (_name, text) => {
      const clean = redact(text, []);
      expect(clean).toContain('[key]');
      expect(clean).not.toMatch(/a1a1|MxYA|b2b2|abc/);
    });

    test('that looks like nothing in particular', () => {
      expect(redact('No such key: hello-world', ['hello-world'])).toBe('No such key: [key]');
    });

    test('and other words stay', () => {
      const text = "Unsupported parameter: 'max_completion_tokens' for text-embedding-3-small.";
      expect(redact(text, [''])).toBe(text);
    });
  });

  test.each([
    [
      { status: 400, message: 'API key not valid. Please pass a valid API key.' },
      'refused the API key',
    ],
    [{ status: 400, code: 'content_filter', message: 'Filtered.' }, 'filtered the question'],
    [{ status: 413, code: 'rate_limit_exceeded' }, 'says that the request is too large'],
  ])('%j is said in plain words', (answer, words) => {
    const { cause } = vendorRefused('Vendor', answer, []);
    expect((cause as VendorError).message).toContain(`Vendor ${words}`);
  });

  test('a missing key is asked for behind what the server says, in a sentence of its own', () => {
    const answer = { status: 401, message: 'Invalid API Key', keyless: 'ITIH_OPENAI_BASE_URL' };
    const { cause } = vendorRefused('The server', answer, []);
    expect((cause as VendorError).message).toBe(
      'The server wants an API key (401): Invalid API Key. Enter the one for this address; the environment’s key is for the address in ITIH_OPENAI_BASE_URL alone.',
    );
  });

  test.each([
    ['says nothing', Object.assign(new Error('Late.'), { code: 'ETIMEDOUT', syscall: 'tls' })],
    ['answers without', Object.assign(new Error('No.'), { code: 'ERR_SSL_WRONG_VERSION_NUMBER' })],
  ])('a server without TLS that %s is told apart, and not asked again', (_case, error) => {
    expect(vendorUnreachable('The server', error)).toMatchObject({
      retryable: false,
      cause: { transient: false, message: expect.stringMatching(/begins with http:/) },
    });
  });
});

describe('a request that is too long', () => {
  describe('a server that has no room for a prompt says it, and how much it has', () => {
    test.each([
      [
        'llama.cpp',
        400,
        'request (753 tokens) exceeds the available context size (512 tokens), try increasing it',
        512,
      ],
      [
        'llama.cpp, a text to embed',
        500,
        'input (169 tokens) is too large to process. increase the physical batch size (current batch size: 128)',
        128,
      ],
      ['llama-cpp-python', 500, 'Requested tokens (2285) exceed context window of 2048', 2048],
      [
        'vLLM',
        400,
        "This model's maximum context length is 2048 tokens. However, your request has 1500 input tokens plus 1024 'max_tokens'.",
        2048,
      ],
      [
        'vLLM of old',
        400,
        'The decoder prompt (length 5000) is longer than the maximum model length of 4096.',
        4096,
      ],
      [
        'SGLang',
        400,
        "The input (61709 tokens) is longer than the model's context length (40960 tokens).",
        40_960,
      ],
      [
        'LM Studio, in a stream',
        undefined,
        'The number of tokens to keep from the initial prompt is greater than the context length (n_keep: 13055>= n_ctx: 4096). Try to load the model with a larger context length',
        4096,
      ],
      [
        'Text Generation Inference',
        422,
        'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000 `inputs` tokens and 1024 `max_new_tokens`',
        4096,
      ],
      ['Ollama', 400, 'the input length exceeds the context length', undefined],
      [
        'Mistral',
        400,
        'Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
        32_768,
      ],
      ['Anthropic', 400, 'prompt is too long: 205000 tokens > 200000 maximum', 200_000],
      [
        'Gemini',
        400,
        'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
        1_048_576,
      ],
      [
        'Groq, for a minute',
        413,
        'Request too large for model `openai/gpt-oss-120b` on tokens per minute (TPM): Limit 8000, Requested 9027, please reduce your message size and try again.',
        8000,
      ],
    ])('%s', (_server, status, message, limit) => {
      expect(tooLong({ status, message })).toEqual({ limit });
    });

    test('in a field of its own, or by its code alone', () => {
      const message = 'the request exceeds the available context size';
      expect(tooLong({ status: 400, message, context: 256 })).toEqual({ limit: 256 });
      expect(tooLong({ status: 400, code: 'context_length_exceeded' })).toEqual({
        limit: undefined,
      });
    });
  });

  test.each([
    ['another refusal', { status: 400, message: 'Unknown parameter: temperature' }],
    [
      'an answer that may be too long',
      { status: 400, message: 'max_tokens is too large: 900000.' },
    ],
    ['a limit of requests', { status: 429, message: 'Rate limit reached: 8000 tokens per minute' }],
    ['a server that fails', { status: 503, message: 'The context size is being loaded' }],
  ])('%s is none of them', (_case, answer) => {
    expect(tooLong(answer)).toBeUndefined();
  });
});

describe('calls with and without an SDK', () => {
  let server: http.Server;
  let origin: string;
  let requests: http.IncomingMessage[];
  const environment = { ...process.env };
  beforeEach(async () => {
    requests = [];
    server = http.createServer((request, response) => {
      requests.push(request);
      response.setHeader('content-type', 'application/json').end('{}');
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    process.env = { ...environment };
    server.closeAllConnections();
    server.close();
  });

  const getOpenAi = (baseUrl: string, apiKey = 'example-key') =>
    openAiApi({ provider: 'openai_compatible', baseUrl, apiKey }).call((client) =>
      client.get('/models'),
    );
  const getAnthropic = (baseUrl: string) =>
    anthropicApi({ baseUrl, apiKey: 'example-key' }).call((client) => client.get('/v1/models'));

  test.each([
    [getOpenAi, '/v1', '/v1/models'],
    [getOpenAi, '/v1/', '/v1/models'],
    [getOpenAi, '/v1/?api-version=1', '/v1/models?api-version=1'],
    [getAnthropic, '', '/v1/models'],
    [getAnthropic, '/v1/', '/v1/models'],
    [getAnthropic, '/v1?tag=1', '/v1/models?tag=1'],
  ])('%p: at %s it calls %s', async (get, base, url) => {
    await get(origin + base);
    expect(requests[0]?.url).toBe(url);
  });

  test.each([getOpenAi, getAnthropic])(
    '%p: sends the key, and nothing about this machine',
    async (get) => {
      await get(origin);
      const { headers } = requests[0] ?? {};
      expect(headers?.authorization).toBe('Bearer example-key');
      expect(JSON.stringify(headers)).not.toMatch(/x-stainless-(os|arch|runtime|timeout)/);
    },
  );

  test('sends no key and no organisation of the environment', async () => {
    process.env['OPENAI_API_KEY'] = 'sk-environment';
    process.env['OPENAI_ORG_ID'] = 'org-environment';
    process.env['OPENAI_PROJECT_ID'] = 'proj-environment';
    process.env['OPENAI_ADMIN_KEY'] = 'sk-admin-environment';
    await getOpenAi(origin, '');
    expect(requests[0]?.headers).not.toHaveProperty('authorization');
    expect(JSON.stringify(requests[0]?.headers)).not.toContain('environment');
  });

  const { signal } = new AbortController();
  const apiAt = (baseUrl: string, apiKey = 'example-key') =>
    new VendorApi({ apiKey, baseUrl }, { provider: 'openai_compatible', readError: () => ({}) });

  test.each([
    ['/v1', '/models', '/v1/models'],
    ['/v1?api-version=1', '/models', '/v1/models?api-version=1'],
    ['/v1/?api-version=1', '/models?page=2', '/v1/models?page=2&api-version=1'],
    ['/v1/chat/completions', '/models', '/v1/models'],
    ['/v1/messages?api-version=1', '/models', '/v1/models?api-version=1'],
    ['/api/chat/', '/models', '/models'],
    ['/models-of-ours', '/models', '/models-of-ours/models'],
  ])('without: at %s it calls %s as %s', async (base, path, url) => {
    await apiAt(origin + base).get(path, signal);
    expect(requests[0]?.url).toBe(url);
  });

  test('without: sends the key, and nothing about this machine', async () => {
    await apiAt(origin).post('/models', {}, signal);
    await apiAt(origin, '').post('/models', {}, signal);
    const names = requests.map(({ headers }) => Object.keys(headers).sort());
    const common = ['accept-encoding', 'connection', 'content-length', 'content-type', 'host'];
    expect(names).toEqual([['authorization', ...common].sort(), common]);
    expect(requests[0]?.headers.authorization).toBe('Bearer example-key');
  });
});

describe('addresses', () => {
  const { signal } = new AbortController();
  let server: http.Server;
  let port: number;
  let requests: http.IncomingMessage[];
  let answer: (response: http.ServerResponse) => void;
  beforeEach(async () => {
    requests = [];
    server = http.createServer((request, response) => {
      requests.push(request);
      request.resume();
      response.setHeader('content-type', 'application/json');
      answer(response);
    });
    answer = (response) => response.end('{"models":[],"data":[],"result":[]}');
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ({ port } = server.address() as AddressInfo);
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const providersWith = (allow = '') =>
    new Providers(
      providerKinds(
        readConfig({
          ITIH_SECRET: 's'.repeat(32),
          ITIH_SITE_URL: 'http://site.test',
          ITIH_FETCH_ALLOW: allow,
        }),
        new LocalModels({ folder: null, guard: new AddressGuard(parseAllowed('')) }),
        {} as never,
      ),
    );

  const vendors = llmProviders.filter(
    (provider) => provider !== 'builtin' && provider !== 'wordpress',
  );

  function settingsAt(provider: (typeof vendors)[number], base_url: string): Settings {
    const connection = { api_key: 'example-key', base_url, model: 'm', account_id: 'a' };
    const embedder = embeddingProviders.find((id) => id === provider);
    return {
      ...settingsDefaults,
      llm: { ...settingsDefaults.llm, provider, [provider]: connection },
      embeddings: {
        ...settingsDefaults.embeddings,
        ...(embedder && { provider: embedder, [embedder]: connection }),
      },
    };
  }

  const failure = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: unknown) => error as AppError,
    );

  /** The sentence that an owner reads. */
  const wordsOf = (error: AppError | undefined) =>
    error?.cause instanceof VendorError ? error.cause.message : error?.message;

  async function everyCall(provider: (typeof vendors)[number], base_url: string) {
    const providers = providersWith();
    const settings = settingsAt(provider, base_url);
    const ask = async () => {
      const request = {
        messages: [{ role: 'user' as const, content: 'Hello' }],
        maxTokens: 10,
        temperature: 0,
        reasoningEffort: null,
        tools: [],
        toolChoice: 'none' as const,
      };
      for await (const event of providers.languageModel(settings).stream(request, { signal })) {
        expect(event).toBeUndefined();
      }
    };
    const errors = [
      await failure(providers.models(settings, 'llm', provider, signal)),
      await failure(ask()),
    ];
    if (settings.embeddings.provider === provider) {
      const embed = () => providers.embedder(settings).embed(['a'], { purpose: 'query', signal });
      errors.push(await failure(embed()));
    }
    return errors;
  }

  describe.each(vendors)('%s', (provider) => {
    test('is not called inside, and the same is said of every port', async () => {
      const closed = await everyCall(provider, 'http://127.0.0.1:9999');
      const open = await everyCall(provider, `http://127.0.0.1:${port}`);
      const sentence = (address: string) =>
        `This address may not be fetched: it is not on the public Internet. To allow it, start the sidecar with ITIH_FETCH_ALLOW=${address}.`;
      for (const error of closed) {
        expect(error?.code).toBe('blocked_address');
        expect(wordsOf(error)).toBe(sentence('127.0.0.1:9999'));
      }
      expect(open.map(wordsOf)).toEqual(open.map(() => sentence(`127.0.0.1:${port}`)));
      expect(requests).toHaveLength(0);
    });

    test.each(['http://2130706433:9999', 'http://169.254.169.254/latest', 'http://[::1]:11434'])(
      'is not called at %s unless it is its usual place',
      async (address) => {
        const codes = (await everyCall(provider, address)).map((error) => error?.code);
        const isUsual = provider === 'ollama' && address.endsWith(':11434');
        expect(codes.every((code) => (code === 'blocked_address') !== isUsual)).toBe(true);
      },
      20_000,
    );

    test('is called inside when the owner of the machine allows it', async () => {
      const settings = settingsAt(provider, `http://127.0.0.1:${port}`);
      await providersWith(`127.0.0.1:${port}`).models(settings, 'llm', provider, signal);
      expect(requests.length).toBeGreaterThan(0);
    });

    test('is not followed elsewhere, takes no list for what is none, and quotes nothing of it', async () => {
      const settings = settingsAt(provider, `http://127.0.0.1:${port}`);
      const providers = providersWith(`127.0.0.1:${port}`);
      answer = (response) =>
        response.writeHead(302, { location: `http://127.0.0.1:${port}/other` }).end('moved');
      await failure(providers.models(settings, 'llm', provider, signal));
      expect(requests).toHaveLength(1);
      for (const body of ['"nonsense"', 'null', '{"data":"x","models":"x","result":"x"}']) {
        answer = (response) => response.end(body);
        const error = await failure(providers.models(settings, 'llm', provider, signal));
        expect(error?.code).toBe('provider_error');
      }
      for (const body of ['denied destination', '{"secret":"denied destination"}', '["denied"]']) {
        answer = (response) => response.writeHead(403).end(body);
        const error = await failure(providers.models(settings, 'llm', provider, signal));
        expect(error?.message).toContain('(403)');
        expect(error?.message).not.toContain('denied');
      }
    });
  });

  test('a name is connected to at the address that was checked', async () => {
    const allowed = parseAllowed('127.0.0.1');
    const guard = new AddressGuard(allowed, () =>
      Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
    );
    const response = await vendorFetch(1000, addressesBy(guard))(`http://vendor.example:${port}/`);
    expect(response.status).toBe(200);
    expect(requests[0]?.headers.host).toBe(`vendor.example:${port}`);
  });

  test('a name that leads inside is not called', async () => {
    const guard = new AddressGuard(parseAllowed(''), () =>
      Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
    );
    await expect(
      vendorFetch(1000, addressesBy(guard))(`http://vendor.example:${port}/`),
    ).rejects.toMatchObject({
      code: 'blocked_address',
    });
    expect(requests).toHaveLength(0);
  });

  test('a key that is missing at this address is asked for by the variable of the environment', async () => {
    answer = (response) => response.writeHead(401).end();
    const base_url = `http://127.0.0.1:${port}`;
    for (const provider of vendors) {
      const { llm } = settingsAt(provider, base_url);
      const connection = { ...llm[provider], api_key: '' };
      const settings = { ...settingsDefaults, llm: { ...llm, [provider]: connection } };
      const error = await failure(
        providersWith('127.0.0.1').models(settings, 'llm', provider, signal),
      );
      expect(error?.message).toContain(`ITIH_${provider.toUpperCase()}_BASE_URL`);
    }
  });
});
