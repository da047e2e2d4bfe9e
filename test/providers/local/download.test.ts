import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createReadStream, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AddressGuard, parseAllowed } from '../../../server/net/address-guard.ts';
import { nameOf } from '../../../server/providers/local/downloads.ts';
import { LocalModels } from '../../../server/providers/local/local-models.ts';
import { multilingual } from '../../../server/providers/local/known-models.ts';
import { cosine } from '../../conformance/embedder.ts';
import { until } from '../../fakes/wait.ts';
import { sharedModel } from './shared-model.ts';
import { contentOf, type Files, onnxModelFiles, writeFiles } from './tiny-models.ts';

const { signal } = new AbortController();
const limits = { maxWeights: 20_000, maxOther: 10_000, connectMs: 3000, stallMs: 700 };

let folder: string;
let server: Server;
let answer: RequestListener;
let models: LocalModels;
let address: URL;

const modelsIn = (path: string | null, allowed: string): LocalModels =>
  new LocalModels({ folder: path, guard: new AddressGuard(parseAllowed(allowed)), limits });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'itih-models-'));
  server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  address = new URL(`http://${host}/models/tiny-1.0/`);
  models = modelsIn(folder, host);
});
afterEach(async () => {
  await models.close();
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

/** Serves files below the address. */
const serve =
  (files: Files): RequestListener =>
  ({ url }, response) => {
    const content = files[(url ?? '').replace('/models/tiny-1.0/', '')];
    response.statusCode = content === undefined ? 404 : 200;
    response.end(content === undefined ? '' : contentOf(content));
  };

async function download() {
  const { download: last } = await models.status();
  if (!last) throw new Error('Nothing was downloaded.');
  return last;
}

async function finished() {
  models.start(address.href);
  await until('the download ends', async () => (await download()).state !== 'running');
  return download();
}

const embed = (texts: string[]) =>
  models.embedder('tiny-1.0').embed(texts, { purpose: 'document', signal });

test('an ONNX encoder can be used when the download is complete', async () => {
  answer = serve(onnxModelFiles());
  let changes = 0;
  models.whenChanged(() => (changes += 1));
  expect(await finished()).toMatchObject({ name: 'tiny-1.0', state: 'done', error: null });
  // The next index is begun without a restart.
  expect(changes).toBe(1);
  const [german, english] = await embed(['Bäckerei', 'bakery']);
  expect(german).toHaveLength(3);
  expect(Math.hypot(...english!)).toBeCloseTo(1, 4);
  expect(await models.list()).toMatchObject([{ id: 'english' }, { id: 'tiny-1.0' }]);
  const { models: listed } = await models.status();
  expect(listed[1]).toMatchObject({ name: 'tiny-1.0', included: false });
  expect(listed[1]!.bytes).toBeGreaterThan(500);
});

test('a model that is removed is gone, and can be had again', async () => {
  answer = serve(onnxModelFiles());
  await finished();
  await embed(['bakery']);
  await models.remove('tiny-1.0');
  await expect(embed(['bakery'])).rejects.toMatchObject({ code: 'not_configured' });
  await expect(models.remove('tiny-1.0')).rejects.toMatchObject({ code: 'not_found' });
  await expect(models.remove('..')).rejects.toMatchObject({ code: 'not_found' });
  expect((await finished()).state).toBe('done');
  expect(await embed(['bakery'])).toHaveLength(1);
});

test('follows redirects, and says how far it is', async () => {
  const files = serve(onnxModelFiles());
  let release = () => {};
  answer = (request, response) => {
    if (request.url?.endsWith('/onnx/model.onnx')) {
      response.writeHead(302, { location: '/models/tiny-1.0/onnx/model.onnx?moved' }).end();
    } else if (request.url?.endsWith('?moved')) {
      const bytes = contentOf(onnxModelFiles()['onnx/model.onnx']!);
      response.writeHead(200, { 'content-length': bytes.length });
      response.write(bytes.subarray(0, 40));
      release = () => response.end(bytes.subarray(40));
    } else files(request, response);
  };
  models.start(address.href);
  await until('the model has begun', async () => {
    const { bytes, file } = await download();
    return bytes === 40 && file === 'onnx/model.onnx';
  });
  expect((await download()).total).toBeGreaterThan(40);
  expect(() => models.start(address.href)).toThrow(expect.objectContaining({ code: 'conflict' }));
  release();
  await until('the download is done', async () => (await download()).state === 'done');
});

/** A server that answers one file, by default the weights, in its own way. */
function broken(
  listener: (response: ServerResponse) => unknown,
  name = 'onnx/model.onnx',
): RequestListener {
  const files = serve(onnxModelFiles());
  return (request, response) =>
    request.url?.endsWith(name) ? listener(response) : files(request, response);
}
const announce = (response: ServerResponse, length: number) =>
  response.writeHead(200, { 'content-length': length });
const nothing = undefined as never;
const page = '<!doctype html><p>Not found</p>';

test.each<[string, RequestListener, RegExp]>([
  ['has nothing there', serve({}), /no tokenizer\.json/],
  [
    'has no weights',
    serve({ ...onnxModelFiles(), 'onnx/model.onnx': nothing }),
    /no onnx\/model_quantized\.onnx/,
  ],
  ['refuses', broken((response) => response.writeHead(401).end(), 'tokenizer.json'), /status 401/],
  [
    'announces too much',
    broken((response) => announce(response, 20_001).flushHeaders()),
    /too large/,
  ],
  ['sends too much', broken((response) => response.end(Buffer.alloc(30_000))), /too large/],
  [
    'breaks off',
    broken((response) => {
      announce(response, 900).write('x'.repeat(100));
      setTimeout(() => response.destroy(), 20);
    }),
    /cut off/,
  ],
  ['falls silent', broken((response) => announce(response, 900).write('x')), /too long/],
  ['never answers', broken(() => undefined), /too long/],
  ['has a page for a model', serve({ ...onnxModelFiles(), 'onnx/model.onnx': page }), /session/],
  [
    'leads into a private network',
    broken((response) => response.writeHead(302, { location: 'http://10.0.0.1/model' }).end()),
    /not on the public Internet/,
  ],
])('a server that %s leaves no model behind', async (_, listener, reason) => {
  answer = listener;
  const { state, error } = await finished();
  expect(state).toBe('failed');
  expect(error).toMatch(reason);
  expect(readdirSync(folder)).toEqual([]);
  expect(await models.list()).toHaveLength(1);
});

test('a failed download keeps the model that is there', async () => {
  answer = serve(onnxModelFiles());
  await finished();
  answer = serve({});
  expect((await finished()).state).toBe('failed');
  expect(await embed(['bakery'])).toHaveLength(1);
});

test('closing ends a download', async () => {
  answer = broken(() => undefined, 'tokenizer.json');
  models.start(address.href);
  await models.close();
  expect((await models.status()).download?.state).toBe('failed');
  expect(existsSync(join(folder, '.download'))).toBe(false);
});

test('addresses that may not be fetched, and those without a name, are refused', async () => {
  await models.close();
  models = modelsIn(folder, '');
  expect((await finished()).error).toMatch(/may not be fetched/);
  expect(() => nameOf(new URL('http://example.com/'))).toThrow(
    expect.objectContaining({ code: 'invalid_request' }),
  );
  expect(nameOf(new URL('https://huggingface.co/minishlab/potion-multilingual-128M'))).toBe(
    'potion-multilingual-128M',
  );
});

test('without a folder nothing is downloaded', () => {
  const none = modelsIn(null, '');
  expect(() => none.start(address.href)).toThrow(
    expect.objectContaining({ code: 'not_configured' }),
  );
});

test('a folder that is not usable is not listed', async () => {
  writeFiles({ 'onnx/model.onnx': 'x' }, join(folder, 'half'));
  writeFiles(onnxModelFiles(), join(folder, 'whole'));
  expect((await models.list()).map(({ id }) => id)).toEqual(['english', 'whole']);
});

describe('the multilingual model', () => {
  const shared = sharedModel(multilingual.name);
  const release = () => new URL('/release/', address);
  const beside = (language: string, files: boolean) => {
    models = new LocalModels({
      folder,
      guard: new AddressGuard(parseAllowed(address.host)),
      language: () => language,
      release: files ? release() : null,
    });
  };
  const isHere = (): void => {
    writeFiles(onnxModelFiles(), join(folder, multilingual.name));
  };

  test.each([
    ['en_GB', false, 'english'],
    ['en_GB', true, 'english'],
    ['', true, 'english'],
    ['de_DE', false, 'english'],
    ['de_DE', true, 'multilingual-e5-small'],
    ['enx', true, 'multilingual-e5-small'],
  ])('in %j, if it is here (%s), makes the default mean %s', async (language, here, meant) => {
    beside(language, false);
    if (here) isHere();
    expect([models.chosen(''), models.chosen('english')]).toEqual([meant, meant]);
    expect((await models.status()).automatic).toBe(meant);
  });

  test('can be chosen where it is, whatever the language', () => {
    beside('en_GB', false);
    expect(models.chosen(multilingual.name)).toBeNull();
    isHere();
    expect(models.chosen(multilingual.name)).toBe(multilingual.name);
    expect(models.embedder(multilingual.name)).toMatchObject({
      id: 'local:multilingual-e5-small',
      dimensions: 384,
    });
  });

  test.each([
    ['de_DE', true, { wanted: true, downloadable: true }],
    ['de_DE', false, { wanted: true, downloadable: false }],
    ['en_US', true, { wanted: false, downloadable: true }],
  ])('is offered in %s by a release (%s)', async (language, isRelease, offer) => {
    beside(language, isRelease);
    expect((await models.status()).offer).toMatchObject({ name: multilingual.name, ...offer });
    isHere();
    expect((await models.status()).offer).toBeNull();
  });

  test('is refused if a file is another one', async () => {
    answer = (_request, response) => response.end('{}');
    beside('de_DE', true);
    models.start(multilingual.name);
    await until('the download ends', async () => (await download()).state !== 'running');
    expect((await download()).error).toBe(
      'multilingual-e5-small-README.md at this address is not the file of this version.',
    );
    expect(models.chosen(multilingual.name)).toBeNull();
  });

  test('is not downloaded by a program that is from no release', () => {
    beside('de_DE', false);
    expect(() => models.start(multilingual.name)).toThrow(
      expect.objectContaining({
        code: 'not_configured',
        message: expect.stringContaining('not from a release'),
      }),
    );
  });

  (shared.folder ? test : test.skip)(
    `is downloaded file by file, and finds in other languages ${shared.missing}`,
    async () => {
      answer = ({ url }, response) => {
        const file = (url ?? '').replace('/release/multilingual-e5-small-', '');
        const readme = 'tools/models/multilingual-e5-small.md';
        const path = file === 'README.md' ? readme : join(shared.folder!, file);
        createReadStream(path).pipe(response);
      };
      beside('de_DE', true);
      models.start(multilingual.name);
      await until('the download ends', async () => (await download()).state !== 'running', 60_000);
      expect(await download()).toMatchObject({ state: 'done', error: null });
      expect(models.chosen('')).toBe(multilingual.name);
      const embedder = models.embedder(models.chosen('')!);
      const [question] = await embedder.embed(['Was kostet der Eintritt für Senioren?'], {
        purpose: 'query',
        signal,
      });
      const [near, far] = await embedder.embed(
        ['Tickets for pensioners cost eight euros.', 'Das Dach wurde letzten Sommer repariert.'],
        { purpose: 'document', signal },
      );
      expect(cosine(question!, near!)).toBeGreaterThan(cosine(question!, far!) + 0.03);
    },
    90_000,
  );
});
