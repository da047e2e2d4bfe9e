import { describe, expect, test } from '@jest/globals';
import { closestPages, marksOf } from '../../server/chat/closest-pages.ts';
import type { ScoredPassage } from '../../server/retrieval/pack-context.ts';
import { termsOf } from '../../server/text/terms.ts';
import { nearestOf, passage } from '../retrieval/passage.ts';

type Reading = Parameters<typeof closestPages>[1];
const queries = [{ text: 'When are the swans fed?', why: 'question' as const }];
const found = (
  passages: ScoredPassage[],
  outcome: 'answer' | 'closest' | 'nothing' = 'closest',
): Reading => ({
  sources: passages,
  nearest: nearestOf(passages),
  confidence: { outcome, score: 0.3, reasons: [] },
});
const pagesOf = (given: Reading) => closestPages(queries, given);
const titles = (given: Reading) => pagesOf(given).map(({ page }) => page.title);

test('at most three pages are named, best first', () => {
  expect(titles(found([4, 2, 3, 1].map((id) => passage(id))))).toEqual([
    'Page 4',
    'Page 2',
    'Page 3',
  ]);
});

test('each page is named once, with its best part', () => {
  const other = passage(11, { documentId: 1, content: 'Swans sleep.' });
  const pages = pagesOf(found([passage(1), other, passage(2)]));
  expect(pages.map(({ page }) => page.title)).toEqual(['Page 1', 'Page 2']);
  expect(pages[0]!.page.passage).toBe(passage(1).content);
});

test('a card shows the excerpt, and opens the page at the best statement', () => {
  const given = found([passage(1)]);
  const nearest = given.nearest.map((each) => ({
    ...each,
    statement: 'They are fed at noon.',
    excerpt: 'Swans live here.\n… They are fed at noon.',
  }));
  const { page } = pagesOf({ ...given, nearest })[0]!;
  expect(page.passage).toBe('Swans live here.\n… They are fed at noon.');
  expect(page.url).toMatch(/#:~:text=[^&]*noon/);
  expect(page.url).not.toContain('Swans');
});

test('none is named when nothing near was found', () => {
  expect(pagesOf(found([passage(1)], 'nothing'))).toEqual([]);
  expect(pagesOf(found([passage(1)], 'answer'))).toHaveLength(1);
});

test('a page far behind the best is not near', () => {
  const given = found([passage(1), passage(2)]);
  const nearest = given.nearest.map((each, at) => ({ ...each, score: at === 0 ? 50 : 1 }));
  expect(titles({ ...given, nearest })).toEqual(['Page 1']);
});

test('the page that was found best is among the three', () => {
  const given = found([1, 2, 3, 4, 5].map((id) => passage(id)));
  const [best, ...others] = given.nearest;
  expect(titles({ ...given, nearest: [...others, best!] })).toEqual(['Page 2', 'Page 3', 'Page 1']);
});

test('a page without a title is named by its address, with its last heading', () => {
  const untitled = passage(1, { title: '', headingPath: 'Visit › Swans' });
  expect(pagesOf(found([untitled]))[0]!.page).toMatchObject({
    title: untitled.url,
    section: 'Swans',
    url: expect.stringContaining(untitled.url),
  });
});

test('a long passage is cut at a word', () => {
  const content = `The swans ${'are fed by many people '.repeat(30)}`;
  const { passage: shown, marks } = pagesOf(found([passage(1, { content })]))[0]!.page;
  expect(shown.length).toBeLessThanOrEqual(421);
  expect(shown).toMatch(/(?:are|fed|by|many|people)…$/);
  for (const [, end] of marks) expect(end).toBeLessThanOrEqual(shown.length);
});

describe('marks', () => {
  const marked = (text: string, question: string) =>
    marksOf(text, termsOf(question)).map(([start, end]) => text.slice(start, end));

  test('are the offsets of the asked words, in order', () => {
    const text = '🦢 Swans: the swans are fed at noon.';
    expect(marksOf(text, termsOf('fed swans'))).toEqual([
      [3, 8],
      [14, 19],
      [24, 27],
    ]);
  });

  test('are whole words, also of other forms and scripts', () => {
    expect(marked('Die Führungen beginnen um zehn.', 'Führung')).toEqual(['Führungen']);
    expect(marked('Музей открыт.', 'музеи')).toEqual(['Музей']);
    expect(marked('Tea is served.', 'swans')).toEqual([]);
  });

  test('leave words out that only form the question', () => {
    const { page } = pagesOf(found([passage(1)]))[0]!;
    const words = page.marks.map(([start, end]) => page.passage.slice(start, end));
    expect(words).toEqual(['swans', 'fed']);
  });
});
