import { expect, test } from '@jest/globals';
import { closestPages, furtherPages } from '../../server/chat/closest-pages.ts';
import type { QuotedQuestion } from '../../server/retrieval/quote.ts';
import { passage, sectionOf } from '../retrieval/passage.ts';

const question: QuotedQuestion = {
  ...{ text: 'When are the swans fed?', language: 'en', synonyms: [], pageUrl: null },
  ...{ cited: new Set(), now: 0, days: [], lastAnswer: '' },
};
type Over = Parameters<typeof passage>[1];
const sections = (...found: Over[]) =>
  found.map((over, at) => sectionOf(passage(over?.chunkId ?? at + 1, over)));
const titles = (found: ReturnType<typeof closestPages>) => found.map(({ page }) => page.title);
const cardOf = (over: Over) => closestPages(sections(over), question)[0]!.page;
/** Texts that a card marks. */
const marked = ({ passage: text, marks }: ReturnType<typeof cardOf>) =>
  marks.map(([start, end]) => text.slice(start, end));

test('three pages are named, best first, each once with its best section', () => {
  const found = sections(
    { content: 'The swans are fed at noon.' },
    { documentId: 1, title: 'Page 1', content: 'Swans sleep.' },
    ...[{}, {}, {}],
  );
  const pages = closestPages(found, question);
  expect(titles(pages)).toEqual(['Page 1', 'Page 3', 'Page 4']);
  expect(pages[0]!.page.passage).toBe('The swans are fed at noon.');
  expect(pages[0]!.passage.chunkId).toBe(1);
  expect(closestPages([], question)).toEqual([]);
});

test('below a quotation stand two pages beside the quoted one', () => {
  const found = sections({}, { documentId: 1 }, {}, {}, {});
  expect(titles(furtherPages(found, question))).toEqual(['Page 3', 'Page 4']);
  expect(furtherPages(sections({}, { documentId: 1 }), question)).toEqual([]);
});

test('a card names page and section, and opens the page at the part that fits best', () => {
  const content = 'Swans live here. The swans are fed at noon.';
  const card = cardOf({ headingPath: 'Lake › Swans', content });
  expect(card).toMatchObject({ title: 'Page 1', section: 'Swans', kind: 'post', passage: content });
  expect(card.url).toMatch(/#:~:text=[^&]*noon/);
  expect(marked(card)).toEqual(['The swans are fed at noon.']);
  expect(cardOf({ title: '' })).toMatchObject({ title: 'https://site.example/page-1/' });
});

test('a row of a table is marked; without a part that fits nothing is', () => {
  const rows = 'Animal: Eels; Fed: 9:00\nAnimal: Swans; Fed: 12:00';
  expect(marked(cardOf({ content: rows }))).toEqual(['Animal: Swans; Fed: 12:00']);
  const card = cardOf({ content: 'Eels live in the lake.' });
  expect(card).toMatchObject({ passage: 'Eels live in the lake.', marks: [] });
  expect(card.url).toContain('https://site.example/page-1/');
});

const eels = 'Eels live in the lake. '.repeat(30);

test('a long section is cut at a word, from its marked part on if that is far behind', () => {
  const early = cardOf({ content: `The swans are fed at noon. ${eels}` });
  expect(early.passage).toMatch(/^The swans .*(?:Eels|live|in|the|lake\.)…$/);
  expect(early.passage.length).toBeLessThanOrEqual(421);
  const late = cardOf({ content: `${eels}The swans are fed at noon. ${eels}` });
  expect(late.passage).toMatch(/^…The swans are fed at noon\. .*…$/);
  for (const card of [early, late]) expect(marked(card)).toEqual(['The swans are fed at noon.']);
});

test('a marked part that is longer than a card ends with it', () => {
  const content = `The swans ${'are fed by many people '.repeat(30)}.`;
  const card = cardOf({ content });
  expect(card.passage).toMatch(/^The swans .*…$/);
  expect(marked(card)).toEqual([card.passage]);
});
