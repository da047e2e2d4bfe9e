import { expect, test, describe } from '@jest/globals';
import {
  sectionFeatures,
  type ComparedQuestion,
  type Features,
  type FoundSection,
  featureNames,
  outcomeNames,
  outcomeOf,
  rankSections,
  weightsFor,
} from './section-ranker.ts';
import { passage, sectionOf } from '../../test/retrieval/passage.ts';

const now = Date.parse('2026-11-24T10:00:00Z');
const year = 365.25 * 24 * 60 * 60 * 1000;
const asked = (text: string, over: Partial<ComparedQuestion> = {}): ComparedQuestion => ({
  ...{ text, language: 'en', synonyms: [], pageUrl: null, cited: new Set(), now },
  ...over,
});

type Over = Parameters<typeof passage>[1] &
  Partial<Pick<FoundSection['chunk'], 'vector' | 'lexical'>>;
/** Finds sections of pages of their own unless said otherwise, and compares them. */
function compare(question: ComparedQuestion, ...found: Over[]): Features[] {
  const sections = found.map(({ vector = null, lexical = null, ...over }, at) => {
    const { chunk, passage: text } = sectionOf(passage(at + 1, over));
    return { chunk: { ...chunk, vector, lexical }, passage: text };
  });
  return sectionFeatures(sections, question);
}
const of = (name: keyof Features, features: Features[]) => features.map((each) => each[name]);

test('the words of the question count where they stand', () => {
  const [page, section, text, none] = compare(
    asked('parking'),
    { title: 'Parking', headingPath: 'Bicycles', content: 'Ask at the desk.' },
    { title: 'Visit', headingPath: 'Visit › Parking', content: 'Ask at the desk.' },
    { title: 'Visit', headingPath: '', content: 'Parking is free.' },
    { title: 'Visit', headingPath: '', content: 'Ask at the desk.' },
  );
  expect(page).toMatchObject({ title: 1, heading: 0, text: 1, topic: 0 });
  expect(section).toMatchObject({ title: 0, heading: 1, text: 1, topic: 1 });
  expect(text).toMatchObject({ title: 0, heading: 0, text: 1, topic: 0 });
  expect(none).toMatchObject({ title: 0, heading: 0, text: 0, topic: 0 });
});

test('a word that few of the sections have counts more, and an owner’s synonym counts', () => {
  const content = ['The lift is here.', 'The swan is here.', 'A lift.', 'No lift.'];
  const found = content.map((each) => ({ title: '', content: each }));
  const [lift, swan] = of('text', compare(asked('swan lift'), ...found));
  expect(swan).toBeGreaterThan(lift!);
  const synonyms = ['paternoster, lift'];
  expect(of('text', compare(asked('paternoster', { synonyms }), ...found))[1]).toBe(0);
  expect(of('text', compare(asked('paternoster', { synonyms }), ...found))[0]).toBeGreaterThan(0.5);
});

test('the page of the visitor is told, with or without a slash and what follows the path', () => {
  const pageUrl = 'https://site.example/page-2?from=menu#swans';
  expect(of('currentPage', compare(asked('When?', { pageUrl }), {}, {}))).toEqual([0, 1]);
  expect(of('currentPage', compare(asked('When?', { pageUrl: 'nowhere' }), {}, {}))).toEqual([
    0, 0,
  ]);
});

test('what the last answer cites is told, and the other sections of its page', () => {
  const features = compare(
    asked('and on Sundays?', { cited: new Set([2]) }),
    { documentId: 9 },
    { documentId: 9 },
    {},
  );
  expect(of('citedPage', features)).toEqual([1, 1, 0]);
  expect(of('citedSection', features)).toEqual([0, 1, 0]);
});

test('a post has its age in years, at most four; a page has none', () => {
  const features = compare(
    asked('When?'),
    { postType: 'post', published: now - 2 * year },
    { postType: 'post', published: now - 9 * year },
    { postType: 'post', published: now + year },
    { postType: 'post', published: 0 },
    { postType: 'page', published: now - 2 * year },
  );
  expect(of('age', features)).toEqual([2, 4, 0, 0, 0]);
  expect(of('post', features)).toEqual([1, 1, 1, 1, 0]);
});

const question: ComparedQuestion = {
  ...{ text: 'When are the swans fed?', language: 'en', synonyms: [] },
  ...{ pageUrl: null, cited: new Set(), now: 0 },
};
type Given = Parameters<typeof passage>[1];
const lexical = (coverage: number) => ({ rank: 1, score: 10 * coverage, coverage });

/** A section that the search has found by words, and by its vector if it has one. */
function found(chunkId: number, coverage: number, over: Given = {}, cosine?: number) {
  const { chunk, passage: text } = sectionOf(passage(chunkId, over));
  const vector = cosine === undefined ? null : { rank: 1, score: cosine };
  return { chunk: { ...chunk, lexical: lexical(coverage), vector }, passage: text };
}
const eels = { title: 'Eels', content: 'Eels live in the lake.' };
const ids = (sections: ReturnType<typeof rankSections>) =>
  sections.map(({ passage: { chunkId } }) => chunkId);

describe('the file of weights', () => {
  test.each([false, true])('has each feature by its name; with vectors: %s', (hasVectors) => {
    const { section, quote, site, minimum } = weightsFor(hasVectors);
    const names = featureNames.filter((name) => hasVectors || name !== 'meaning');
    expect(Object.keys(section)).toEqual(names);
    expect(Object.keys(quote)).toEqual([...outcomeNames]);
    expect(Object.keys(site)).toEqual([...outcomeNames]);
    const all = [section, quote, site].flatMap((weights) => Object.values(weights));
    expect(all.every(Number.isFinite)).toBe(true);
    expect(Object.keys(minimum)).toEqual(['quote', 'site']);
    for (const least of Object.values(minimum)) {
      expect(least).toBeGreaterThan(0);
      expect(least).toBeLessThan(1);
    }
  });
});

describe('sections', () => {
  test('are compared by their meaning where one has a vector', () => {
    const [near, far] = [found(1, 0.3, {}, 0.9), found(2, 0.35, {}, 0.1)];
    expect(ids(rankSections([near, far], question))).toEqual([1, 2]);
    const words = [near, far].map((each) => ({ ...each, chunk: { ...each.chunk, vector: null } }));
    expect(ids(rankSections(words, question))).toEqual([2, 1]);
  });

  test('are none where nothing is found, and at most 24', () => {
    expect(rankSections([], question)).toEqual([]);
    const many = Array.from({ length: 25 }, (_, at) => found(at + 1, at === 24 ? 1 : 0.2));
    expect(ids(rankSections(many, question))).not.toContain(25);
  });
});

describe('the outcome', () => {
  const outcome = (...sections: ReturnType<typeof found>[]) =>
    outcomeOf(rankSections(sections, question), question);

  test('is an answer where the best section has the words, and another page has not', () => {
    const { outcome: kind, score, reasons } = outcome(found(1, 1), found(2, 0.1, eels));
    expect(kind).toBe('answer');
    expect(score).toBeGreaterThanOrEqual(weightsFor(false).minimum.quote);
    expect(reasons).toContain('The question was compared by its words alone.');
    expect(reasons[0]).toContain(`${Math.round(100 * score)}%`);
  });

  test('is nothing where no section has the words', () => {
    expect(outcome(found(1, 0, eels)).outcome).toBe('nothing');
    expect(outcome()).toEqual({ outcome: 'nothing', score: 0, reasons: [] });
  });

  test('is not less of nothing on the page that the visitor is on', () => {
    const sections = [found(1, 0.1, { ...eels, content: eels.content.repeat(9) })];
    const there = { ...question, pageUrl: sections[0]!.passage.url };
    const [elsewhere, here] = [question, there].map((each) =>
      outcomeOf(rankSections(sections, each), each),
    );
    expect(here!.reasons[1]).toBe(elsewhere!.reasons[1]);
  });
});
