import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, describe, expect, jest, test } from '@jest/globals';
import { AppError } from '../../errors/app-error.ts';
import { extract as extractHere, type Source } from './extract.ts';
import { Reader } from './reader.ts';
import { isFull } from '../../../test/full-runs.ts';
import { post } from '../../../test/ingestion/post.ts';

const sizes = { size: 200, overlap: 0, minimum: 20 };
const never = new AbortController().signal;

const titled = (title: string): Source => ({ kind: 'post', post: post({ title }) });
const text = (bytes: Uint8Array): Source => ({ kind: 'txt', bytes });

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('a reader', () => {
  const guarded = new Reader();
  const read = (source: Source) => guarded.extract(source, sizes, never);
  afterAll(() => guarded.close());

  test('reads what is read without one', async () => {
    expect(await read(titled('Swans'))).toEqual(await extractHere(titled('Swans'), sizes, never));
  });

  test('hands over much whole and in order, also a part of a larger buffer, of which the rest stays', async () => {
    const long = Array.from({ length: 20_000 }, (_, n) => `This is the sentence ${n}.`).join(' ');
    const whole = new TextEncoder().encode(`Before. ${long} After.`);
    const { chunks } = await read(text(whole.subarray(8, whole.length - 7)));
    expect(chunks.map(({ content }) => content).join(' ')).toBe(long);
    expect(whole.byteLength).toBe(long.length + 15);
  });

  test('fails with the code and the sentence of its loader; the cause is for the log', async () => {
    const failing = read({ kind: 'docx', bytes: new TextEncoder().encode('no ZIP file') });
    const error = await failing.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: 'unsupported_type', status: 415, retryable: false });
    expect((error as AppError).message).toContain('cannot be read');
    expect((error as AppError).cause).toMatchObject({ message: expect.stringContaining('Error') });
  });

  test('reads many sources at once, up to a queue of 20', async () => {
    const attempts = await Promise.allSettled(
      Array.from({ length: 25 }, (_, n) => read(titled(`Post ${n}`))),
    );
    const titles = attempts.flatMap((each) =>
      each.status === 'fulfilled' ? each.value.title : [],
    );
    expect(titles).toEqual(Array.from({ length: 20 }, (_, n) => `Post ${n}`));
    expect(attempts.at(-1)).toMatchObject({ reason: { code: 'overloaded', retryable: true } });
  });
});

describe('what breaks its process', () => {
  const program = new URL('../../../test/ingestion/read/broken-reader.ts', import.meta.url);
  const tooLarge = { code: 'too_large', retryable: true };
  let guarded: Reader;
  const start = (limits: ConstructorParameters<typeof Reader>[0] = {}) => {
    guarded = new Reader({ program, ...limits });
  };
  afterEach(() => guarded.close());
  const read = (title: string, signal = never) => guarded.extract(titled(title), sizes, signal);
  /** Number of the source in its process: the first one is 1. */
  const next = async () => (await read('next')).title;

  test('fails alone, and may be tried again', async () => {
    start();
    for (const title of ['exit', 'throw later', 'lose a chunk']) {
      expect(await next()).toMatch(/^next \d$/);
      await expect(read(title)).rejects.toMatchObject({
        ...{ code: 'unsupported_type', retryable: true },
      });
    }
  });

  test('is not the document where no process starts: it waits', async () => {
    // The system refuses so long an argument.
    for (const name of ['missing-program.ts', `/${'long/'.repeat(50_000)}`]) {
      start({ program: new URL(name, import.meta.url) });
      await expect(read('Swans')).rejects.toMatchObject({
        code: 'sidecar_unavailable',
        cause: { name: 'MachineFault' },
      });
    }
  });

  test('fails when its time is over, or its memory, and not for what earlier sources left there', async () => {
    start({ memory: 96 * 2 ** 20 });
    expect(await next()).toBe('next 1');
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    const reading = expect(read('loop')).rejects.toMatchObject(tooLarge);
    await sleep(200);
    jest.advanceTimersByTime(18_000);
    jest.useRealTimers();
    await reading;
    expect(await next()).toBe('next 1');
    expect((await read('fill buffers unless first')).title).toBe('first 1');
    await expect(read('fill buffers')).rejects.toMatchObject(tooLarge);
    expect(await next()).toBe('next 1');
  });

  test.each(
    isFull ? ['fill WebAssembly', 'fill the heap in one call'] : ['fill the heap in one call'],
  )(
    'fails when it takes too much memory: %s',
    async (title) => {
      start();
      await expect(read(title)).rejects.toMatchObject(tooLarge);
    },
    30_000,
  );

  test('fails with the reason of its signal, in hand or waiting, or when the sidecar stops', async () => {
    start();
    const controller = new AbortController();
    const [reading, waiting] = [read('loop', controller.signal), read('next', controller.signal)];
    const after = next();
    setTimeout(() => controller.abort(new Error('The lease is lost.')), 100);
    await expect(reading).rejects.toThrow('The lease is lost.');
    await expect(waiting).rejects.toThrow('The lease is lost.');
    expect(await after).toBe('next 1');
    const both = [read('loop'), next()];
    setTimeout(() => void guarded.close(), 100);
    for (const each of both) await expect(each).rejects.toThrow('shutting down');
  });

  test('does not outlive a sidecar that was killed', async () => {
    const sidecar = spawn(process.execPath, [
      '--experimental-strip-types',
      '--disable-warning=ExperimentalWarning',
      fileURLToPath(new URL('../../../test/ingestion/read/killed-sidecar.ts', import.meta.url)),
    ]);
    const [said] = (await once(sidecar.stdout, 'data')) as [Buffer];
    const pid = Number(said);
    expect(isAlive(pid)).toBe(true);
    sidecar.kill('SIGKILL');
    for (let looks = 0; looks < 100 && isAlive(pid); looks++) await sleep(50);
    expect(isAlive(pid)).toBe(false);
  });

  test('finds no file, no program and no environment, writes to the console what it likes, and is gone when it has kept too much or had nothing to do', async () => {
    start({ idle: 100 });
    const denied = 'ERR_ACCESS_DENIED';
    const { title } = await read('look around');
    expect(title).toBe([denied, denied, denied, 'MALLOC_ARENA_MAX'].join(' '));
    expect((await read('write without end')).title).toBe('written');
    expect(await next()).toBe('next 1');
    expect(await next()).toBe('next 2');
    await read('spent');
    expect(await next()).toBe('next 1');
    await sleep(1000);
    expect(await next()).toBe('next 1');
  });
});
