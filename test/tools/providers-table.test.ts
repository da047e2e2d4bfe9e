import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { providers, type Provider } from '../../server/contract/providers.ts';
import { capabilities, providersTable } from '../../tools/providers/table.ts';

const folder = new URL('../../docs/', import.meta.url);
const written = readFileSync(new URL('providers.md', folder), 'utf8');
const rows = written
  .split('\n')
  .filter((line) => line.includes('(`'))
  .map((line) => line.split('|').slice(1, -1));
const ids = rows.map(([name]) => /\(`(\w+)`\)/.exec(name ?? '')?.[1] ?? '');
const column = (name: string) => 1 + capabilities.findIndex((each) => each.name === name);

test('every provider of the contract has a row; `npm run providers-table` writes it', () => {
  expect(ids).toEqual(Object.keys(providers));
});

test.each(ids)('%s has suites that are there', (id) => {
  const cells = rows[ids.indexOf(id)]!.slice(1);
  const links = cells.flatMap((cell) => /\((.+)\)/.exec(cell)?.[1] ?? []);
  for (const link of links) {
    const file = new URL(link, folder);
    expect(existsSync(fileURLToPath(file))).toBe(true);
    expect(readFileSync(file, 'utf8')).toMatch(new RegExp(`['\`]${id}\\b`));
  }
});

test.each(ids)('%s shows what the contract says that it has', (id) => {
  const {
    answers,
    embeddings,
    reranks = false,
  } = providers[id as keyof typeof providers] as Provider;
  const cells = rows[ids.indexOf(id)]!;
  const has = (name: string) => cells[column(name)]!.includes('✓');
  expect(has('text')).toBe(answers);
  // The built-in search needs no vectors.
  expect(has('embeddings')).toBe(embeddings && id !== 'builtin');
  expect(has('rerank')).toBe(reranks);
});

const result = (ancestor: string, status: string) => ({
  testResults: [
    {
      name: '/site/test/mistral.test.ts',
      assertionResults: [{ ancestorTitles: ['odd', ancestor], title: 'embeds', status }],
    },
  ],
});

test('a suite marks the provider in its name, unless it fails', () => {
  const table = providersTable(result('embedder: mistral, new', 'passed'), '/site/docs');
  expect(table).toMatch(/\(`mistral`\) .* \[✓\]\(\.\.\/test\/mistral\.test\.ts\) \| {2}\|$/m);
  const none = providersTable(result('embedder: nobody', 'passed'), '/site/docs');
  expect(none).not.toContain('✓');
  const failing = () => providersTable(result('embedder: mistral', 'failed'), '/site/docs');
  expect(failing).toThrow('embeds');
});
