import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { presets } from '../../server/contract/presets.ts';
import { providers, type Provider } from '../../server/contract/providers.ts';
import { capabilities } from '../../tools/providers/table.ts';
import { textOf } from './pages.ts';

const folder = new URL('../../docs/', import.meta.url);
const rows = textOf('docs/providers.md')
  .split('\n')
  .filter((line) => line.includes('(`'))
  .map((line) => line.split('|').slice(1, -1));
const ids = rows.map(([name]) => /\(`(\w+)`\)/.exec(name ?? '')?.[1] ?? '');

test('every provider of the contract has a row; `npm run providers-table` writes it', () => {
  expect(ids).toEqual(Object.keys(providers));
});

test('every provider and preset has a note', () => {
  const notes = JSON.parse(textOf('tools/providers/notes.json')) as Record<string, object>;
  expect(Object.keys(notes['providers']!).sort()).toEqual(Object.keys(providers).sort());
  expect(Object.keys(notes['presets']!).sort()).toEqual(Object.keys(presets).sort());
});

test.each(ids)('%s has what the contract says, shown by suites that are there', (id) => {
  const provider: Provider = providers[id as keyof typeof providers];
  const [, ...cells] = rows[ids.indexOf(id)]!;
  const has = (name: string) =>
    cells[capabilities.findIndex((each) => each.name === name)]!.includes('✓');
  expect(has('text')).toBe(provider.answers ?? false);
  // The built-in search needs no vectors.
  expect(has('embeddings')).toBe(provider.embeddings === true && id !== 'builtin');
  expect(has('rerank')).toBe(provider.reranks ?? false);
  for (const link of cells.flatMap((cell) => /\((.+)\)/.exec(cell)?.[1] ?? [])) {
    const file = new URL(link, folder);
    expect(existsSync(fileURLToPath(file))).toBe(true);
    // A suite of one wire runs for each vendor that speaks it.
    const names = provider.wire ? `['\`]${id}\\b|\\bopenAiVendors\\b` : `['\`]${id}\\b`;
    expect(readFileSync(file, 'utf8')).toMatch(new RegExp(names));
  }
});
