import { expect, test } from '@jest/globals';
import { builtinEmbedder } from '../../server/providers/embedders/builtin.ts';
import { chunks, questions } from '../search/site.ts';

const embedder = builtinEmbedder();
const signal = new AbortController().signal;

const cosine = (a: Float32Array, b: Float32Array) =>
  a.reduce((sum, value, i) => sum + value * b[i]!, 0);

async function scores(question: string): Promise<number[]> {
  const documents = await embedder.embed(chunks, { purpose: 'document', signal });
  const [vector] = await embedder.embed([question], { purpose: 'query', signal });
  return documents.map((document) => cosine(document, vector!));
}

test.each(questions)('$language: the nearest chunk is the one that answers', async (example) => {
  const found = await scores(example.question);
  expect(chunks[found.indexOf(Math.max(...found))]).toContain(example.answer);
  expect(Math.max(...found)).toBeGreaterThan(0.3);
});

test('a question about something else stays below the default floor', async () => {
  expect(Math.max(...(await scores('Who composed this quartet for strings?')))).toBeLessThan(0.3);
  expect(Math.max(...(await scores('量子力学是谁提出来的？')))).toBeLessThan(0.3);
});

test('every vector has length 1, also that of a text without words', async () => {
  const texts = ['', '…', 'a', 'Opening hours', 'x'.repeat(5000), ...chunks];
  for (const purpose of ['query', 'document'] as const) {
    for (const vector of await embedder.embed(texts, { purpose, signal })) {
      expect(cosine(vector, vector)).toBeCloseTo(1, 4);
    }
  }
});

test('a text without words is near to nothing', async () => {
  expect(Math.max(...(await scores('?!')))).toBeLessThan(0);
});

test('the same text has the same vector, whatever was embedded before', async () => {
  const [first] = await embedder.embed([chunks[0]!], { purpose: 'document', signal });
  const again = await builtinEmbedder().embed([...chunks, chunks[0]!], {
    purpose: 'document',
    signal,
  });
  expect(again.at(-1)).toEqual(first);
});

test('case, accents and width do not matter', async () => {
  const [plain] = await embedder.embed(['ou est le cafe 24'], { purpose: 'query', signal });
  const [typed] = await embedder.embed(['Où est le CAFÉ ２４'], { purpose: 'query', signal });
  expect(cosine(plain!, typed!)).toBeGreaterThan(0.95);
});

test('a passage of one sentence does not beat the long one that answers', async () => {
  const long = `${chunks[0]!} ${'It is a house with many rooms and an old garden. '.repeat(12)}`;
  const [whole, short] = await embedder.embed([long, 'Dogs on Sunday.'], {
    purpose: 'document',
    signal,
  });
  const [question] = await embedder.embed(['When is the museum open on Sunday?'], {
    purpose: 'query',
    signal,
  });
  expect(cosine(whole!, question!)).toBeGreaterThan(cosine(short!, question!));
});

test('an aborted call ends with the reason', async () => {
  const reason = new Error('gone');
  await expect(
    embedder.embed(['a'], { purpose: 'query', signal: AbortSignal.abort(reason) }),
  ).rejects.toBe(reason);
  const late = new AbortController();
  const embedding = embedder.embed(Array<string>(200).fill('text'), {
    purpose: 'document',
    signal: late.signal,
  });
  late.abort(reason);
  await expect(embedding).rejects.toBe(reason);
});
