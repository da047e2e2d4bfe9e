import { expect, test } from '@jest/globals';
import { createEmbedAll } from '../../server/embedding/embed-all.ts';
import { embedPassages, sentencesOf } from '../../server/embedding/embed-passages.ts';
import type { Embedder } from '../../server/providers/embedder.ts';

const { signal } = new AbortController();
const passage = (content: string) => ({ title: 'Title', headingPath: 'Part', content });

/** Reads no text that begins with `Fremd`; the vector has the length of the text as its direction. */
function embedderOf(asked: string[], sentences: boolean): Embedder {
  return {
    id: 'fake:model',
    maxBatch: 2,
    ...(sentences && { sentences: true as const }),
    embed(texts) {
      asked.push(...texts);
      return Promise.resolve(
        texts.map((text) =>
          /^(Title\nPart\n)?Fremd/.test(text)
            ? new Float32Array(2)
            : Float32Array.of(text.length % 2, 1),
        ),
      );
    },
  };
}

async function embed(contents: string[], sentences = true) {
  const asked: string[] = [];
  const checked: number[] = [];
  const made = await embedPassages(
    createEmbedAll(Date.now),
    embedderOf(asked, sentences),
    contents.map(passage),
    { check: (vectors) => Promise.resolve(void checked.push(vectors.length)), signal },
  );
  return { made, asked, checked };
}

test('embeds a passage with its title and headings, and each sentence that is not blank alone', async () => {
  const { made, asked, checked } = await embed(['It is open. \n\n  Dogs wait.', 'One.']);
  expect(sentencesOf({ headingPath: 'Part', content: 'It is open. \n\n  Dogs wait.' })).toEqual([
    'It is open.',
    'Dogs wait.',
  ]);
  expect(asked).toEqual([
    'Title\nPart\nIt is open. \n\n  Dogs wait.',
    'Title\nPart\nOne.',
    'It is open.',
    'Dogs wait.',
    'One.',
  ]);
  expect(made.map((one) => one.sentences)).toEqual([
    Int8Array.of(127, 127, 0, 127),
    Int8Array.of(0, 127),
  ]);
  expect(checked).toEqual([2, 3]);
});

test('a passage in a language that the model does not read has no vector, and its sentences are not asked for', async () => {
  const { made, asked } = await embed(['Fremd ist das. Und das.', 'One.']);
  expect(made[0]).toEqual({ vector: null, sentences: null });
  expect(made[1]!.vector).toHaveLength(2);
  expect(asked).not.toContain('Und das.');
});

test('a sentence in another language keeps its place', async () => {
  const { made } = await embed(['One here. Fremd. Three.']);
  expect(made[0]!.sentences?.subarray(2, 4)).toEqual(Int8Array.of(0, 0));
  expect(made[0]!.sentences).toHaveLength(6);
});

test('most spaces have no vectors of sentences', async () => {
  const { made, asked } = await embed(['One. Two.'], false);
  expect(made[0]!.sentences).toBeNull();
  expect(asked).toHaveLength(1);
});
