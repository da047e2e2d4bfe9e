import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { ModelThread } from './model-thread.ts';

const program = new URL('../../../test/providers/local/odd-thread.ts', import.meta.url);
const { signal } = new AbortController();
const asDocument = { purpose: 'document', signal } as const;
const asQuery = { purpose: 'query', signal } as const;

let thread: ModelThread;
beforeEach(() => {
  thread = new ModelThread({ program });
});
afterEach(() => thread.close());

const many = (name: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${name} ${n}`);
const order = (vectors: Float32Array[]) => vectors.map(([position]) => position);

test('returns the vectors of a long list in its order', async () => {
  const vectors = await thread.embed('/one', many('text', 50), asDocument);
  expect(order(vectors)).toEqual(many('', 50).map((_, n) => n));
});

test('lets a question pass the documents that wait', async () => {
  const documents = thread.embed('/one', ['slow', ...many('text', 100)], asDocument);
  const [question] = order(await thread.embed('/one', ['question'], asQuery));
  expect(question).toBeLessThanOrEqual(8);
  expect(order(await documents).at(-1)).toBe(101);
});

test.each([
  ['crashes', 'crash', 'provider_error'],
  ['hangs', 'hang', 'provider_timeout'],
  ['fails', 'fail', 'provider_error'],
])(
  'a thread that %s fails this call alone, and the next one is answered',
  async (_, text, code) => {
    thread = new ModelThread({ program, embedMs: 400, loadMs: 2000 });
    await thread.embed('/one', ['warm'], asDocument);
    const broken = thread.embed('/one', [text], asDocument);
    const waiting = thread.embed('/one', ['after'], asDocument);
    await expect(broken).rejects.toMatchObject({ code });
    expect(await waiting).toHaveLength(1);
    expect(await thread.embed('/one', ['later'], asQuery)).toHaveLength(1);
  },
);

test('of many questions at once the last are told to go by their words', async () => {
  const calls = many('question', 13).map((text) => thread.embed('/one', [text], asQuery));
  await expect(calls.pop()).rejects.toMatchObject({ code: 'overloaded' });
  expect(await Promise.all(calls)).toHaveLength(12);
});

test('questions that wait are embedded together', async () => {
  const asked = ['slow', ...many('question', 10)].map((text) =>
    thread.embed('/one', [text], asQuery),
  );
  const orders = (await Promise.all(asked)).map(([vector]) => vector![2]);
  expect(orders).toEqual([1, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3]);
});

test('an aborted call ends at once, whether it waits or is worked on', async () => {
  const reason = new Error('no longer needed');
  const [first, second] = [new AbortController(), new AbortController()];
  const working = thread.embed('/one', ['slow'], { ...asDocument, signal: first.signal });
  const waiting = thread.embed('/one', ['x'], { ...asDocument, signal: second.signal });
  first.abort(reason);
  second.abort(reason);
  await expect(working).rejects.toBe(reason);
  await expect(waiting).rejects.toBe(reason);
  expect(await thread.embed('/one', ['later'], asDocument)).toHaveLength(1);
  const late = thread.embed('/one', ['x'], { ...asQuery, signal: first.signal });
  await expect(late).rejects.toBe(reason);
});

test('refuses calls when too many wait', async () => {
  const calls = many('text', 200).map((text) => thread.embed('/one', [text], asDocument));
  await expect(thread.embed('/one', ['one too many'], asDocument)).rejects.toMatchObject({
    code: 'overloaded',
  });
  await Promise.all(calls);
});

test('begins anew after it was idle, and for a third model', async () => {
  thread = new ModelThread({ program, idleMs: 20 });
  expect(order(await thread.embed('/one', ['a', 'b'], asDocument))).toEqual([0, 1]);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(order(await thread.embed('/one', ['b'], asDocument))).toEqual([0]);
  thread = new ModelThread({ program });
  await thread.embed('/one', ['a'], asDocument);
  expect(order(await thread.embed('/two', ['b'], asDocument))).toEqual([1]);
  expect(order(await thread.embed('/three', ['c'], asDocument))).toEqual([0]);
});

test('closing fails what waits', async () => {
  const working = thread.embed('/one', ['slow'], asDocument);
  const waiting = thread.embed('/one', ['x'], asDocument);
  const outcomes = Promise.allSettled([working, waiting]);
  await thread.close();
  for (const { status } of await outcomes) expect(status).toBe('rejected');
});

test('a program that closes while a text is embedded goes on to its end', () => {
  const closing = fileURLToPath(
    new URL('../../../test/providers/local/closing-program.ts', import.meta.url),
  );
  expect(execFileSync(process.execPath, [closing], { encoding: 'utf8' })).toBe('closed\n');
});
