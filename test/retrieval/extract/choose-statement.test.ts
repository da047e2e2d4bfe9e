import { expect, test } from '@jest/globals';
import { compose } from '../../../server/providers/builtin/compose.ts';
import { extract, type SourcePassage } from '../../../server/retrieval/extract/extract.ts';

const passage = (over: Partial<SourcePassage>): SourcePassage => ({
  n: 1,
  title: '',
  headingPath: '',
  text: '',
  begins: true,
  weight: 1,
  prior: 1,
  language: 'en',
  ...over,
});

async function say(question: string, passages: SourcePassage[]): Promise<string> {
  return compose(question, (await extract(question, passages)).extracts);
}

const excerpt = 'Compost bins at a lower price, free wood chips and workshops on composting.';

test('an excerpt does not answer where the text behind it does', async () => {
  const workshops = 'The workshops on composting are on the second Saturday of the month.';
  const text = `${excerpt}\n\nMore than half of the bin is waste from the garden.\n\n${workshops}`;
  const answer = await say('When are the workshops on composting?', [passage({ text })]);
  expect(answer).toContain('second Saturday');
  expect(answer).not.toContain('wood chips');
});

test('an excerpt above a table does not answer where a row does, also with a year', async () => {
  const terms = 'Beginning and end of the terms in the year 2026-2027.';
  const rows =
    'What: Beginning of the terms; When: 21 September\nWhat: End of the terms; When: 18 June';
  const answer = await say('When do the terms begin?', [passage({ text: `${terms}\n${rows}` })]);
  expect(answer).toContain('21 September');
  expect(answer).not.toContain('2026-2027');
});

test('an excerpt with figures answers', async () => {
  const text = 'Adults £12, children £5; free under three.\n\nWe are glad that you are coming.';
  expect(await say('How much is it for adults?', [passage({ title: 'Prices', text })])).toContain(
    '£12',
  );
});

test('an excerpt is told where nothing else on its page comes near', async () => {
  const text = `${excerpt}\n\nWe are closed in winter.`;
  expect(await say('Are there workshops on composting?', [passage({ text })])).toContain(
    'workshops',
  );
});

test('a question about the page at hand is answered from it, although another page fits better', async () => {
  const printer = passage({
    title: 'Printing in three dimensions',
    text: 'The material costs 5 cents a gram. Models are printed overnight.',
  });
  const copies = passage({
    n: 2,
    title: 'What does it cost to copy?',
    text: 'What does it cost to copy? It costs 10 cents to copy a page.',
  });
  const question = 'What does it cost?';
  expect(await say(question, [copies, printer])).toContain('10 cents');
  expect(await say(question, [copies, { ...printer, isMeant: true }])).toContain('5 cents');
});
