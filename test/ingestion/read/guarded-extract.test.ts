import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { AppError } from '../../../server/errors/app-error.ts';
import type { BridgePost } from '../../../server/contract/bridge.ts';
import { extract as extractHere, type Source } from '../../../server/ingestion/read/extract.ts';
import { createGuardedExtract } from '../../../server/ingestion/read/guarded-extract.ts';
import { isFull } from '../../full-runs.ts';

/** Full runs have what takes seconds, others one of each kind. */
const slow = isFull ? test : test.skip;

type Guarded = ReturnType<typeof createGuardedExtract>;

const sizes = { size: 200, overlap: 0, minimum: 20 };
const never = new AbortController().signal;

const post = (given: Partial<BridgePost>): Source => ({
  kind: 'post',
  post: {
    id: 1,
    post_type: 'post',
    title: 'Swans',
    excerpt: '',
    html: '<h2>Feeding</h2><p>The swans are fed at noon.</p>',
    terms: [],
    fields: [],
    permalink: 'https://site.example/swans/',
    language: 'en_US',
    modified: '2026-05-17T12:00:00Z',
    ...given,
  },
});
const text = (content: string): Source => ({
  kind: 'txt',
  bytes: new TextEncoder().encode(content),
});

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

let guarded: Guarded;
afterEach(() => guarded.close());

describe('what the reader reads', () => {
  beforeEach(() => {
    guarded = createGuardedExtract();
  });
  const read = (source: Source) => guarded.extract(source, sizes, never);

  test('is what is read without one', async () => {
    expect(await read(post({}))).toEqual(await extractHere(post({}), sizes, never));
  });

  test('arrives whole and in order when there is much of it', async () => {
    const long = Array.from({ length: 20_000 }, (_, n) => `This is the sentence ${n}.`).join(' ');
    const { chunks } = await read(text(long));
    expect(chunks.map(({ content }) => content).join(' ')).toBe(long);
  });

  test('may be part of a larger buffer, of which the rest stays', async () => {
    const whole = new TextEncoder().encode('Before. The swans are fed at noon. After.');
    const bytes = whole.subarray(8, 34);
    const { chunks } = await read({ kind: 'txt', bytes });
    expect(chunks[0]?.content).toBe('The swans are fed at noon.');
    expect(whole.byteLength).toBe(41);
  });

  test('fails with the code and the sentence of its loader; the cause is for the log', async () => {
    const failing = read({ kind: 'docx', bytes: new TextEncoder().encode('no ZIP file') });
    const error = await failing.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: 'unsupported_type', status: 415, retryable: false });
    expect((error as AppError).message).toContain('Word document');
    expect((error as AppError).cause).toMatchObject({ message: expect.stringContaining('Error') });
  });

  test('can be many sources at once, up to a queue of 20', async () => {
    const attempts = await Promise.allSettled(
      Array.from({ length: 25 }, (_, n) => read(post({ title: `Post ${n}` }))),
    );
    const titles = attempts.flatMap((each) =>
      each.status === 'fulfilled' ? each.value.title : [],
    );
    expect(titles).toEqual(Array.from({ length: 20 }, (_, n) => `Post ${n}`));
    expect(attempts.at(-1)).toMatchObject({ reason: { code: 'overloaded', retryable: true } });
  });
});

describe('what breaks its process', () => {
  const program = new URL('broken-reader.ts', import.meta.url);
  const start = (limits: Parameters<typeof createGuardedExtract>[0] = {}) => {
    guarded = createGuardedExtract({ program, ...limits });
  };
  const read = (title: string, signal = never) => guarded.extract(post({ title }), sizes, signal);
  /** Number of the source in its process: the first one is 1. */
  const next = async () => (await read('next')).title;

  test.each(['exit', 'throw later', 'reject unheard', 'lose a chunk'])(
    'fails alone, and may be tried again: %s',
    async (title) => {
      start();
      expect(await next()).toBe('next 1');
      await expect(read(title)).rejects.toMatchObject({
        code: 'unsupported_type',
        retryable: true,
      });
      expect(await next()).toMatch(/^next \d$/);
    },
  );

  test('is not the document where no process starts: it waits', async () => {
    const waits = { code: 'sidecar_unavailable', cause: { name: 'MachineFault' } };
    start({ program: new URL('missing-program.ts', import.meta.url) });
    await expect(read('Swans')).rejects.toMatchObject(waits);
    // The system refuses so long an argument.
    start({ program: new URL(`/${'long/'.repeat(50_000)}`, import.meta.url) });
    await expect(read('Swans')).rejects.toMatchObject(waits);
  });

  test('fails when its time is over', async () => {
    start({ time: 3000 });
    await next();
    const started = performance.now();
    // It is read again later, when the machine is less busy, and not at once.
    await expect(read('loop')).rejects.toMatchObject({ code: 'too_large', retryable: true });
    expect(performance.now() - started).toBeLessThan(5500);
    expect(await next()).toBe('next 1');
  });

  const fills = ['fill buffers', 'fill the heap', 'fill WebAssembly', 'fill the heap in one call'];
  test.each(fills.slice(0, isFull ? 4 : 2))(
    'fails when it takes too much memory: %s',
    async (title) => {
      start();
      await expect(read(title)).rejects.toMatchObject({ code: 'too_large', retryable: true });
    },
    30_000,
  );

  test('is not to blame for what earlier sources left in the process', async () => {
    start();
    expect(await next()).toBe('next 1');
    expect((await read('fill buffers unless first')).title).toBe('first 1');
    expect(await next()).toBe('next 2');
  }, 30_000);

  slow('is not to blame for what the sidecar takes', async () => {
    start({ memory: 64 * 2 ** 20, idle: 50 });
    expect(await next()).toBe('next 1');
    const kept = Array.from({ length: 100 }, () => Buffer.alloc(4 * 2 ** 20, 1));
    expect(process.memoryUsage.rss()).toBeGreaterThan(400 * 2 ** 20);
    await sleep(500);
    expect(await next()).toBe('next 1');
    expect(kept).toHaveLength(100);
  });

  slow(
    'cannot hide behind what the sidecar gives back',
    async () => {
      start();
      const kept = Array.from({ length: 100 }, () => Buffer.alloc(4 * 2 ** 20, 1));
      expect(await next()).toBe('next 1');
      const reading = read('fill buffers');
      kept.length = 0;
      collectGarbage();
      await expect(reading).rejects.toMatchObject({ code: 'too_large', retryable: true });
    },
    30_000,
  );

  slow(
    'leaves the next one the memory that it had itself',
    async () => {
      start({ memory: 64 * 2 ** 20 });
      await expect(read('fill the heap')).rejects.toMatchObject({ code: 'too_large' });
      expect(await next()).toBe('next 1');
    },
    30_000,
  );

  test('fails with the reason of its signal, in hand or waiting', async () => {
    start();
    const controller = new AbortController();
    const reading = read('loop', controller.signal);
    const waiting = read('next', controller.signal);
    const after = next();
    setTimeout(() => controller.abort(new Error('The lease is lost.')), 100);
    await expect(reading).rejects.toThrow('The lease is lost.');
    await expect(waiting).rejects.toThrow('The lease is lost.');
    expect(await after).toBe('next 1');
  });

  test('finds no file, no program and no environment', async () => {
    start();
    const denied = 'ERR_ACCESS_DENIED';
    const { title } = await read('look around');
    expect(title).toBe([denied, denied, denied, 'MALLOC_ARENA_MAX'].join(' '));
  });

  test('does not outlive a sidecar that was killed', async () => {
    const sidecar = spawn(process.execPath, [
      '--experimental-strip-types',
      '--disable-warning=ExperimentalWarning',
      fileURLToPath(new URL('killed-sidecar.ts', import.meta.url)),
    ]);
    const [said] = (await once(sidecar.stdout, 'data')) as [Buffer];
    const pid = Number(said);
    expect(isAlive(pid)).toBe(true);
    sidecar.kill('SIGKILL');
    for (let looks = 0; looks < 100 && isAlive(pid); looks++) await sleep(50);
    expect(isAlive(pid)).toBe(false);
  });

  test('may write to the console what it likes', async () => {
    start();
    expect((await read('write without end')).title).toBe('written');
  });

  test('is gone when it has kept too much, or had nothing to do', async () => {
    start({ idle: 100 });
    expect(await next()).toBe('next 1');
    expect(await next()).toBe('next 2');
    await read('spent');
    expect(await next()).toBe('next 1');
    await sleep(1000);
    expect(await next()).toBe('next 1');
  });

  test('ends with the sidecar, which fails what it has in hand', async () => {
    start();
    const reading = read('loop');
    const waiting = next();
    setTimeout(() => void guarded.close(), 100);
    await expect(reading).rejects.toThrow('shutting down');
    await expect(waiting).rejects.toThrow('shutting down');
  });
});
