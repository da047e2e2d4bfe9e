import { expect, test } from '@jest/globals';
import { createEmbedAll } from '../../server/embedding/embed-all.ts';
import { embedPassages } from '../../server/embedding/embed-passages.ts';
import type { Embedder } from '../../server/providers/embedder.ts';

const { signal } = new AbortController();
const passage = (content: string) => ({ title: 'Title', headingPath: 'Part', content });

/** Reads no text about "Fremdes". */
const embedderOf = (asked: string[]): Embedder => ({
  id: 'fake:model',
  maxBatch: 2,
  embed(texts) {
    asked.push(...texts);
    return Promise.resolve(
      texts.map((text) => (text.includes('Fremd') ? new Float32Array(2) : Float32Array.of(0, 1))),
    );
  },
});

test('a passage is embedded with its title and headings; one in a language that is not read has no vector', async () => {
  const asked: string[] = [];
  const checked: number[] = [];
  const made = await embedPassages(
    createEmbedAll(Date.now),
    embedderOf(asked),
    ['It is open. Dogs wait.', 'Fremd ist das.', 'One.'].map(passage),
    { check: (vectors) => Promise.resolve(void checked.push(vectors.length)), signal },
  );
  expect(asked[0]).toBe('Title\nPart\nIt is open. Dogs wait.');
  expect(asked).toHaveLength(3);
  expect(made).toEqual([Float32Array.of(0, 1), null, Float32Array.of(0, 1)]);
  expect(checked).toEqual([3]);
});
