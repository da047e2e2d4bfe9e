import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { AppError } from '../errors/app-error.ts';
import { BatchEmbedder, embedPassages } from './batch-embedder.ts';
import type { Embedder } from '../providers/embedder.ts';
import { VendorError, vendorRefused } from '../providers/shared/vendor-error.ts';

/** The vendor's own reason, as its adapter passes it on. */
function refusal(status: number, retryAfter?: number): AppError {
  const passing = status === 429 || status >= 500;
  return new AppError(status === 429 ? 'overloaded' : 'provider_error', {
    retryable: passing,
    ...(retryAfter !== undefined && { retryAfter }),
    cause: new VendorError('No.', { status, transient: passing }),
  });
}

/** Vectors are the lengths of their texts. */
const embed = jest.fn<Embedder['embed']>();
const embedder: Embedder = { id: 'fake:model', maxBatch: 4, embed };
const { signal } = new AbortController();
const accept = (texts: readonly string[]) =>
  Promise.resolve(texts.map((text) => Float32Array.of(text.length)));
const letters = (count: number) => Array.from({ length: count }, (_, n) => 'x'.repeat(n + 1));
const lengths = (vectors: Float32Array[]) => vectors.map(([length]) => length);

let batches: BatchEmbedder;
beforeEach(() => {
  embed.mockReset().mockImplementation(accept);
  batches = new BatchEmbedder(() => Date.now());
});

test('texts go in the batches that the embedder takes, and their vectors keep the order', async () => {
  expect(lengths(await batches.embed(embedder, letters(10), signal))).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
  ]);
  expect(embed.mock.calls.map(([texts]) => texts.length)).toEqual([4, 4, 2]);
});

describe('a batch that is refused', () => {
  test.each([400, 413, 422])('with %i is divided until all of it is taken', async (status) => {
    embed.mockImplementation((texts) =>
      texts.length > 1 ? Promise.reject(refusal(status)) : accept(texts),
    );
    expect(lengths(await batches.embed(embedder, letters(5), signal))).toEqual([1, 2, 3, 4, 5]);
  });

  test('because of one long text keeps the others whole and that one’s beginning', async () => {
    const long = 'y'.repeat(1000);
    embed.mockImplementation((texts) =>
      texts.some((text) => text.length > 300) ? Promise.reject(refusal(400)) : accept(texts),
    );
    const texts = ['a', long, 'bb', 'ccc'];
    expect(lengths(await batches.embed(embedder, texts, signal))).toEqual([1, 250, 2, 3]);
  });

  test('whatever is in it fails in words that the owner understands', async () => {
    embed.mockRejectedValue(refusal(400));
    await expect(batches.embed(embedder, letters(4), signal)).rejects.toMatchObject({
      code: 'provider_error',
      retryable: false,
      message: 'The embedding model refuses a part of this text.',
    });
  });

  test.each([401, 404, 500])(
    'with %i is not divided: its texts are not the reason',
    async (status) => {
      embed.mockRejectedValue(refusal(status));
      await expect(batches.embed(embedder, letters(4), signal)).rejects.toMatchObject({
        code: 'provider_error',
      });
      expect(embed).toHaveBeenCalledTimes(1);
    },
  );
});

describe('an embedder that is late', () => {
  const late = () => new AppError('provider_timeout', { cause: new VendorError('Too long.') });

  test('gets half as many texts at once until it manages, and no more of them for an hour', async () => {
    let now = 0;
    batches = new BatchEmbedder(() => now);
    embed.mockImplementation((texts) =>
      texts.length > 1 ? Promise.reject(late()) : accept(texts),
    );
    expect(lengths(await batches.embed(embedder, letters(5), signal))).toEqual([1, 2, 3, 4, 5]);
    const sizes = () => embed.mock.calls.map(([texts]) => texts.length);
    expect(sizes()).toEqual([4, 2, 1, 1, 1, 1, 1]);
    embed.mockClear().mockImplementation(accept);
    await batches.embed(embedder, letters(2), signal);
    now += 3_600_000;
    await batches.embed(embedder, letters(2), signal);
    expect(sizes()).toEqual([1, 1, 2]);
  });

  test('with one text is not asked again at once', async () => {
    embed.mockRejectedValue(late());
    await expect(batches.embed(embedder, ['a'], signal)).rejects.toMatchObject({
      code: 'provider_timeout',
    });
    expect(embed).toHaveBeenCalledTimes(1);
  });

  test('because it cannot be reached is not asked for less', async () => {
    const cause = new VendorError('It cannot be reached (ETIMEDOUT).', { transient: true });
    embed.mockRejectedValue(new AppError('provider_timeout', { cause }));
    await expect(batches.embed(embedder, letters(4), signal)).rejects.toThrow();
    expect(embed).toHaveBeenCalledTimes(1);
  });
});

test('a text that is too long for llama.cpp is shortened although the status blames the server', async () => {
  const refused = vendorRefused(
    'The OpenAI-compatible server',
    {
      status: 500,
      message:
        'input (169 tokens) is too large to process. increase the physical batch size (current batch size: 128)',
    },
    [],
  );
  embed.mockImplementation((texts) =>
    texts.some((text) => text.length > 600) ? Promise.reject(refused) : accept(texts),
  );
  expect(lengths(await batches.embed(embedder, ['a', 'y'.repeat(1000)], signal))).toEqual([1, 500]);
});

describe('a vendor that asks to wait', () => {
  afterEach(() => void jest.useRealTimers());

  test('is waited for by every document', async () => {
    jest.useFakeTimers();
    embed.mockRejectedValueOnce(refusal(429, 20));
    const first = batches.embed(embedder, ['a'], signal);
    await jest.advanceTimersByTimeAsync(1000);
    const second = batches.embed(embedder, ['bb'], signal);
    await jest.advanceTimersByTimeAsync(18_999);
    expect(embed).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(lengths([...(await first), ...(await second)])).toEqual([1, 2]);
    expect(embed).toHaveBeenCalledTimes(3);
  });

  test.each([
    ['for longer than a document is held', 61],
    ['without end', 0],
  ])('%s is given up, and the queue is told', async (_case, seconds) => {
    embed.mockRejectedValue(refusal(429, seconds));
    await expect(batches.embed(embedder, ['a'], signal)).rejects.toMatchObject({
      code: 'overloaded',
      retryAfter: seconds,
    });
  });

  test('is not waited for when the process stops', async () => {
    const controller = new AbortController();
    embed.mockRejectedValue(refusal(429, 30));
    const waiting = batches.embed(embedder, ['a'], controller.signal);
    await new Promise(setImmediate);
    controller.abort(new Error('The sidecar is shutting down.'));
    await expect(waiting).rejects.toThrow('shutting down');
  });
});

test('a passage is embedded with its title and headings; one in a language that is not read has no vector', async () => {
  embed.mockImplementation((texts) =>
    Promise.resolve(
      texts.map((text) => (text.includes('Fremd') ? new Float32Array(2) : Float32Array.of(0, 1))),
    ),
  );
  const contents = ['It is open. Dogs wait.', 'Fremd ist das.'];
  const passages = contents.map((content) => ({ title: 'Title', headingPath: 'Part', content }));
  const check = () => Promise.resolve();
  const made = await embedPassages(batches, embedder, passages, { check, signal });
  expect(embed.mock.calls[0]?.[0][0]).toBe('Title\nPart\nIt is open. Dogs wait.');
  expect(made).toEqual([Float32Array.of(0, 1), null]);
});
