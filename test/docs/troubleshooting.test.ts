import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { po } from 'gettext-parser';
import { errors } from '../../server/contract/errors.ts';
import { pages, textOf, tokensOf } from './pages.ts';

const template = po.parse(readFileSync('plugin-shim/languages/itih-rag-chat.pot'));
const messages = [
  ...Object.values(template.translations).flatMap((context) => Object.keys(context)),
  ...Object.values(errors).map(({ message }) => message),
];
/** The doctor is not translated. */
const doctor = globSync('server/composition/doctor/*.ts').map((file) => readFileSync(file, 'utf8'));

const quotes = textOf('docs/troubleshooting.md')
  .split('“')
  .slice(1)
  .map((rest) => rest.split('”')[0] ?? '')
  .filter((quote) => quote !== '…');

describe('the page quotes the program', () => {
  test('often', () => {
    expect(quotes.length).toBeGreaterThan(30);
  });

  test.each(quotes)('“%s” is said', (quote) => {
    const parts = quote.split('…').filter((part) => part.length > 2);
    expect(parts).not.toEqual([]);
    const says = (text: string) => parts.every((part) => text.includes(part));
    expect([...messages, ...doctor].some(says)).toBe(true);
  });
});

test('the screens that pages name are in the menu', () => {
  const named = pages
    .filter((page) => page.startsWith('docs/') && !page.startsWith('docs/decisions/'))
    .flatMap((page) => tokensOf(page, 'em').map(({ text }) => text))
    .filter((text) => text.startsWith('RAG Chat › '));
  expect(named).not.toEqual([]);
  const screens = named
    .map((text) => text.split(' › ')[1] ?? '')
    .map((name) => name.split(' → ')[0]);
  expect(screens.filter((name) => !messages.includes(name ?? ''))).toEqual([]);
});
