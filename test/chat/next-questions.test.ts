import { expect, jest, test, describe } from '@jest/globals';
import { createNextQuestions, createSuggestions } from '../../server/chat/next-questions.ts';
import { understand } from '../../server/question/understand.ts';
import type { Passage } from '../../server/storage/chunks.ts';
import { passage } from '../retrieval/passage.ts';
import { createLog } from '../../server/runtime/log.ts';

describe('below an answer', () => {
  const chunk = (
    position: number,
    headingPath: string,
    content: string,
    language = 'en-GB',
  ): Passage =>
    passage(position + 1, {
      ...{ documentId: 1, position, title: 'Visit us', headingPath, content, language },
    });

  const chunks = [
    chunk(0, 'Prices', 'Adults pay twelve euros at the desk of the museum.'),
    chunk(1, 'Parking', 'You can park behind the house for two euros an hour.'),
    chunk(
      2,
      'Questions',
      'May I bring my dog?\nOnly assistance dogs may come in.\n\nWho are we?\nIs it true?\nYes, it is.',
    ),
    chunk(3, 'Can I pay by card?', 'Yes, at the desk and in the shop of the museum.'),
    chunk(4, 'Anfahrt', 'Die Straßenbahn hält vor dem Haus und fährt alle zehn Minuten.', 'de-DE'),
  ];

  async function ask(
    text: string,
    answer: string,
    over: { curated?: string[]; site?: Passage[] } = {},
  ) {
    const { curated = [], site = chunks } = over;
    const read = jest.fn(() => Promise.resolve(site));
    const found = await createNextQuestions(read)({
      question: understand(text),
      answer,
      passages: [passage(1, { documentId: 1, position: 0, title: 'Visit us' })],
      curated: curated.map((each) => ({ questions: [each], answer: 'x', url: '' as const })),
    });
    expect(read).toHaveBeenCalledTimes(1);
    return found.map((each) => each.text);
  }

  test('questions of the page come first, nearest first; then headings', async () => {
    expect(await ask('How much is the ticket?', 'Adults pay twelve euros.')).toEqual([
      'May I bring my dog?',
      'Is it true?',
      'Can I pay by card?',
    ]);
  });

  test('what was asked, or answered, is not offered', async () => {
    expect(
      await ask('Can I pay by card?', 'Yes, at the desk and in the shop of the museum.'),
    ).toEqual(['May I bring my dog?', 'Is it true?', 'Visit us: Parking']);
    expect(await ask('Are dogs welcome?', 'Only assistance dogs may come in.')).not.toContain(
      'May I bring my dog?',
    );
  });

  test('questions in another language are left out', async () => {
    const found = await ask('Wie komme ich zum Museum hin?', 'Mit der Straßenbahn.');
    expect(found).toEqual(['Visit us: Anfahrt']);
  });

  test('the owner’s questions about the same come before headings', async () => {
    const curated = ['Who painted the ceiling?', 'Which tickets are there for groups of adults?'];
    const site = chunks.slice(0, 2);
    const found = await ask('What do tickets cost for adults?', 'Twelve euros.', { curated, site });
    expect(found).toEqual([curated[1], 'Visit us: Parking']);
  });

  test('nothing is read for an answer without sources', async () => {
    const read = jest.fn(() => Promise.resolve(chunks));
    const given = { question: understand('Hello'), answer: 'Hello!', passages: [], curated: [] };
    expect(await createNextQuestions(read)(given)).toEqual([]);
    expect(read).not.toHaveBeenCalled();
  });
});

describe('for a beginning', () => {
  const titles = Array.from({ length: 20 }, (_, n) => `Tour ${n + 1}`);

  /** Searches that take so long each; the chat answers the questions with these numbers. */
  function suggestionsOf(answered: readonly number[], searchMs: number) {
    let now = 0;
    const searched: string[] = [];
    const suggestions = createSuggestions({
      documents: { latest: () => Promise.resolve(titles.map((_title, n) => n)) },
      chunks: {
        passagesOf: () =>
          Promise.resolve(titles.map((title, n) => passage(n + 1, { title, headingPath: '' }))),
      },
      clock: () => now,
      search({ query }) {
        searched.push(query);
        now += searchMs;
        const outcome = answered.includes(titles.indexOf(query) + 1) ? 'answer' : 'nothing';
        return Promise.resolve({ confidence: { outcome, score: 0.5, reasons: [] } });
      },
    });
    return { searched, suggest: () => suggestions(AbortSignal.timeout(1000), createLog('silent')) };
  }

  test('the first three questions that the chat answers are suggested, in their order', async () => {
    const { suggest, searched } = suggestionsOf([2, 4, 6, 8], 1);
    expect(await suggest()).toEqual(['Tour 2', 'Tour 4', 'Tour 6']);
    expect(searched).toEqual(titles.slice(0, 6));
  });

  test('nine questions are tried at most', async () => {
    const { suggest, searched } = suggestionsOf([12], 1);
    expect(await suggest()).toEqual([]);
    expect(searched).toHaveLength(9);
  });

  test('where searching takes long, those that were found soon are suggested', async () => {
    const { suggest, searched } = suggestionsOf([2, 4], 200);
    expect(await suggest()).toEqual(['Tour 2']);
    expect(searched).toHaveLength(3);
  });
});
