import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { AppError } from '../../../server/errors/app-error.ts';
import { readConfig } from '../../../server/config/config.ts';
import { settingsDefaults } from '../../../server/contract/settings-defaults.ts';
import { embeddingProviders, llmProviders } from '../../../server/contract/providers.ts';
import type { Settings } from '../../../server/contract/settings.ts';
import { createAddressGuard, parseAllowed } from '../../../server/net/address-guard.ts';
import { providerKinds } from '../../../server/composition/provider-kinds.ts';
import { createLocalModels } from '../../../server/providers/local/local-models.ts';
import { createProviders } from '../../../server/providers/registry.ts';
import { addressesBy, vendorFetch } from '../../../server/providers/shared/vendor-fetch.ts';
import { VendorError } from '../../../server/providers/shared/vendor-error.ts';

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
  createProviders(
    providerKinds(
      readConfig({
        ITIH_SECRET: 's'.repeat(32),
        ITIH_SITE_URL: 'http://site.test',
        ITIH_FETCH_ALLOW: allow,
      }),
      createLocalModels({ folder: null, guard: createAddressGuard(parseAllowed('')) }),
    ),
  );

const vendors = llmProviders.filter((provider) => provider !== 'builtin');

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

  test('is not followed elsewhere, and nothing of what is no answer is quoted', async () => {
    const settings = settingsAt(provider, `http://127.0.0.1:${port}`);
    const providers = providersWith(`127.0.0.1:${port}`);
    answer = (response) =>
      response.writeHead(302, { location: `http://127.0.0.1:${port}/other` }).end('moved');
    await failure(providers.models(settings, 'llm', provider, signal));
    expect(requests).toHaveLength(1);
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
  const guard = createAddressGuard(allowed, () =>
    Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
  );
  const response = await vendorFetch(1000, addressesBy(guard))(`http://vendor.example:${port}/`);
  expect(response.status).toBe(200);
  expect(requests[0]?.headers.host).toBe(`vendor.example:${port}`);
});

test('a name that leads inside is not called', async () => {
  const guard = createAddressGuard(parseAllowed(''), () =>
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
