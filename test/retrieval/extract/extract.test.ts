import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { compose } from '../../../server/providers/builtin/compose.ts';
import {
  extract,
  type ExtractOptions,
  type SourcePassage,
} from '../../../server/retrieval/extract/extract.ts';
import { questions } from '../site.ts';

const passage = (n: number, text: string, over: Partial<SourcePassage> = {}): SourcePassage => ({
  n,
  title: '',
  headingPath: '',
  text,
  begins: false,
  weight: 1,
  prior: 1,
  language: '',
  ...over,
});

const site = questions.map(({ text }, at) => passage(at + 1, text));

async function say(question: string, passages: SourcePassage[], options?: ExtractOptions) {
  const { extracts } = await extract(question, passages, options);
  return compose(question, extracts);
}

test.each(questions)('$language: finds the sentence that answers', async (example) => {
  const n = site.findIndex(({ text }) => text === example.text) + 1;
  const { extracts } = await extract(example.question, site);
  expect(extracts).toHaveLength(1);
  expect(extracts[0]).toMatchObject({ n, lead: '' });
  // Thai has no full stop: its text is one statement.
  const said = example.language === 'th' ? example.text : example.answer;
  expect(extracts[0]!.texts[0]).toBe(said);
});

test('nothing is invented, whatever the passages are', async () => {
  const words = ['open', 'hours', 'Sunday', 'the', 'price', '5', 'Zoo', 'ร้าน', '价格', 'It'];
  const word = fc.constantFrom(...words);
  const end = fc.constantFrom('. ', '? ', '\n', ': ', '; ', '。', ' [7] ', '\n\n');
  const text = fc
    .array(fc.tuple(fc.array(word, { minLength: 1, maxLength: 6 }), end), { maxLength: 8 })
    .map((parts) => parts.map(([each, mark]) => each.join(' ') + mark).join(''));
  await fc.assert(
    fc.asyncProperty(text, fc.array(text, { maxLength: 4 }), async (question, texts) => {
      const passages = texts.map((each, at) => passage(at + 1, each));
      const { extracts } = await extract(question, passages);
      for (const { n, lead, texts: said, rows, kind } of extracts) {
        const plain = passages.find((each) => each.n === n)!.text.replace(/\s?\[\d+\]/g, '');
        expect(said.length).toBeGreaterThan(0);
        for (const each of [lead, ...said]) expect(plain).toContain(each);
        const cells = rows.flat().flatMap(({ name, value }) => [name, value]);
        for (const each of cells) expect(plain).toContain(each);
        if (kind === 'rows') expect(rows).toHaveLength(said.length);
      }
    }),
    { numRuns: 60, seed: 17 },
  );
});

test('without passages there is nothing', async () => {
  expect(await extract('When are you open?', [])).toMatchObject({
    extracts: [],
    nearest: [],
    score: 0,
    coverage: 0,
  });
});

describe('a question in a passage', () => {
  const faq =
    'What are your opening hours? We are here from nine to five.\nDo you ship? We do not.';

  test('is no answer; it leads what follows', async () => {
    const { extracts, nearest } = await extract('What are your opening hours?', [passage(3, faq)]);
    expect(extracts).toMatchObject([
      { n: 3, lead: 'What are your opening hours?', texts: ['We are here from nine to five.'] },
    ]);
    expect(nearest[0]!.excerpt).toBe(
      'What are your opening hours?\nWe are here from nine to five.',
    );
  });

  test('may be the heading', async () => {
    const headed = passage(1, 'On a lead, yes.', { headingPath: 'FAQ › Are dogs allowed?' });
    expect(await say('Can I bring my dogs?', [passage(2, 'Cats sleep.'), headed])).toBe(
      '**Are dogs allowed?** On a lead, yes. [1]',
    );
  });

  test('is not answered by a statement that only repeats it', async () => {
    const text = 'Opening hours of the museum. From nine to five every day.';
    expect(await say('Opening hours of the museum?', [passage(1, text)])).not.toContain(
      'Opening hours',
    );
  });
});

describe('a list or table', () => {
  const hours = 'Monday to Friday: 9–17\nSaturday: 10–14\nSunday: closed';

  test('is said as a whole when its heading is the answer', async () => {
    const said = await say('What are your opening hours?', [
      passage(1, 'We sell cheese.'),
      passage(2, hours, { headingPath: 'Visit › Opening hours' }),
    ]);
    expect(said).toBe(
      '**Opening hours**\n\n- Monday to Friday: 9–17\n- Saturday: 10–14\n- Sunday: closed [2]',
    );
  });

  test('is said by the line that the question names', async () => {
    const listed = passage(2, hours, { headingPath: 'Visit › Opening hours' });
    const said = await say('What are the opening hours on Saturday?', [listed]);
    expect(said).toContain('Saturday: 10–14');
    expect(said).not.toContain('closed');
  });

  test('is said by the row that the question names', async () => {
    const table = 'Ticket: Adult; Price: €12.00\nTicket: Family; Price: €28.00';
    const tickets = passage(1, table, { title: 'Tickets', headingPath: 'Admission' });
    const said = await say('How much is a family ticket?', [tickets]);
    expect(said).toContain('**Family**: €28.00 [1]');
    expect(said).not.toContain('Adult');
  });
});

test('of two languages it takes the one that is asked in', async () => {
  const passages = [
    passage(1, 'Музей Louvre открыт до 18 часов.'),
    passage(2, 'The Louvre is open until 6 pm.'),
  ];
  expect(await say('How late is the Louvre open?', passages)).toMatch(/^The Louvre/);
  expect(await say('До скольких открыт Louvre?', passages)).toMatch(/^Музей/);
});

test('the same sentence in two overlapping chunks is said once', async () => {
  const { answer, text, question } = questions[0];
  const said = await say(question, [passage(1, text), passage(2, text)]);
  expect(said.split(answer)).toHaveLength(2);
});

test('a sentence that refers to the one before brings it', async () => {
  const text = 'The tower was built in 1911. It has 64 steps. Tea is served.';
  const { extracts } = await extract('How many steps are there?', [passage(1, text)]);
  expect(extracts[0]!.texts.slice(0, 2)).toEqual([
    'The tower was built in 1911.',
    'It has 64 steps.',
  ]);
});

test('marks that look like citations are left out', async () => {
  const said = await say('How many steps are there?', [passage(4, 'There are 64 steps [1].')]);
  expect(said.match(/\[\d+\]/g)).toEqual(['[4]']);
});

describe('what else is known', () => {
  const [one, two] = ['The gate closes at dawn.', 'The yard closes at dusk.'];
  const best = async (passages: SourcePassage[], options?: ExtractOptions) =>
    (await extract('When is the end?', passages, options)).nearest[0]!.n;

  test('how well the passage was found decides between sentences with the same words, and its page', async () => {
    expect(await best([passage(1, one, { weight: 0.2 }), passage(2, two)])).toBe(2);
    expect(await best([passage(1, one), passage(2, two, { weight: 0.2 })])).toBe(1);
    expect(await best([passage(1, one, { prior: 0.5 }), passage(2, two)])).toBe(2);
    expect(await best([passage(1, one), passage(2, two, { prior: 0.5 })])).toBe(1);
  });

  test('the owner’s synonyms name a line', async () => {
    const list = 'Moggy: 3 euros\nPooch: 5 euros';
    const options = { synonyms: ['hound, pooch'] };
    expect(await say('Price of a hound?', [passage(1, list)], options)).toBe('Pooch: 5 euros [1]');
  });
});

test('the nearest parts are one of each passage, best first', async () => {
  const { nearest, score, margin } = await extract(questions[0].question, site);
  expect(new Set(nearest.map(({ n }) => n)).size).toBe(nearest.length);
  const scores = nearest.map((each) => each.score);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  expect(score).toBe(scores[0]);
  expect(margin).toBeCloseTo(scores[0]! - scores[1]!);
});

test('the words of a follow-up count more than those of the question that it continues', async () => {
  const courses = [
    'Spanish for beginners: Tuesday, 19:00',
    'Italian in the morning: Thursday, 9:30',
    'Japanese for beginners: Saturday, 10:00',
  ].join('\n');
  const question = 'and italian? When is japanese for beginners?';
  const listed = passage(1, courses, { headingPath: 'Courses' });
  const { nearest } = await extract(question, [listed], { said: 'and italian?' });
  expect(nearest[0]!.excerpt).toContain('Italian');
  const said = await say(question, [listed], { said: 'and italian?' });
  expect(said).toContain('Thursday');
});

describe('an excerpt', () => {
  const ask = async (text: string) =>
    (await extract('Can I borrow a carrier for my baby?', [passage(1, text)])).nearest[0]!;

  test('has the other sentences, but no other question', async () => {
    const { statement, excerpt } = await ask(
      'Prams are welcome. We lend baby carriers.\nDo you ship? We do not.',
    );
    expect(statement).toBe('We lend baby carriers.');
    expect(excerpt).toBe('Prams are welcome. We lend baby carriers.');
  });

  test('begins behind the heading, which is shown above it', async () => {
    const headed = passage(1, 'We lend them at the desk.', {
      headingPath: 'Do you lend carriers?',
    });
    const { nearest } = await extract('Can I borrow a carrier for my baby?', [headed]);
    expect(nearest[0]!.excerpt).toBe('We lend them at the desk.');
  });

  test('has the best parts of a long passage, in order, and marks a gap', async () => {
    const others = 'The halls are heated in winter and cooled in summer. '.repeat(12);
    const { excerpt } = await ask(
      `A baby may be fed anywhere. ${others}\n\nThe desk lends carriers for a baby.`,
    );
    expect(excerpt).toMatch(/^A baby may be fed anywhere\./);
    expect(excerpt).toMatch(/\n… The desk lends carriers for a baby\.$/);
    expect(excerpt.length).toBeLessThanOrEqual(410);
  });
});

describe('a question that only names a topic', () => {
  const cafe = passage(
    1,
    'Breakfast, lunch and cake with a view of the harbour.\n\nThe Spring Tide is on the ground floor. There are forty seats inside.',
    { title: 'Café Spring Tide', begins: true },
  );
  const groups = passage(2, 'The café reserves tables for groups of up to 40 people.', {
    title: 'Group visits',
    headingPath: 'A table in the café',
    weight: 0.8,
  });

  test('is answered by the beginning of the page about it', async () => {
    expect(await say('Do you have a café?', [groups, cafe])).toBe(
      'The Spring Tide is on the ground floor. There are forty seats inside. [1]',
    );
  });

  test('is not, where more is asked', async () => {
    expect(await say('Does the café reserve tables for groups?', [cafe, groups])).toContain('[2]');
  });
});

test('a neighbour that is about as good belongs to the statement', async () => {
  const prams = passage(
    1,
    'Prams and pushchairs are welcome. In the tower we lend baby carriers instead of prams.',
  );
  expect(await say('Can I bring a pram?', [prams])).toMatch(
    /^Prams and pushchairs are welcome\. In/,
  );
});

test('the words of the site\'s name tell no more than "you"', async () => {
  const shop = passage(1, 'The museum shop has prints of the museum.', { title: 'Museum shop' });
  const desk = passage(2, 'Our desk takes bank cards.', { title: 'Tickets' });
  const about = { siteName: 'Museum of Tides' };
  expect(await say('Does the museum take cards?', [shop, desk], about)).toContain('[2]');
  expect(await say('Does the museum take cards?', [shop, desk])).toContain('[1]');
});

describe('a page whose title names the topic', () => {
  const page = (text: string, over: Partial<SourcePassage> = {}) =>
    passage(1, text, { title: 'Canoe hire', begins: true, language: 'en', ...over });

  test('answers with the fact, although another sentence repeats the title', async () => {
    const text = 'Canoe hire by the river, for beginners.\n\nA canoe for two is £19 an hour.';
    expect(await say('How much is canoe hire?', [page(text)])).toMatch(/£19/);
  });

  test('does not begin with an excerpt that only announces', async () => {
    const text = 'Canoes, prices and landing places.\n\nWe lend canoes from April to October.';
    expect(await say('Do you have canoe hire?', [page(text)])).toMatch(/^We lend canoes/);
  });

  test('begins with an excerpt that has the asked word alone, or figures', async () => {
    const canoes = 'We lend canoes from April to October.';
    const racks = `Canoes, roof racks and landing places.\n\n${canoes}`;
    expect(await say('Do you have canoe hire with a roof rack?', [page(racks)])).toMatch(
      /^Canoes, r/,
    );
    const dozen = `Thirty canoes and 4 landing places.\n\n${canoes}`;
    expect(await say('Do you have canoe hire?', [page(dozen)])).toMatch(/^Thirty/);
  });

  test('does not answer for a topic of which it has only the general words', async () => {
    const prices = 'Canoe for two: £19\nKayak: £12';
    const over = { headingPath: 'Prices', title: 'Canoe hire' };
    const score = async (question: string) => (await extract(question, [page(prices, over)])).score;
    expect(await score('How much are skates?')).toBeLessThan((await score('How much?')) - 1);
  });
});

test('a sentence that says what there is instead brings what it replaces', async () => {
  const text =
    'Prams are welcome in all rooms but one. In the tower we lend baby carriers instead.';
  const heading = { title: 'Prams', headingPath: 'Prams in the rooms', begins: true };
  expect(await say('Can I bring a carrier for my baby?', [passage(1, text, heading)])).toMatch(
    /^Prams are welcome/,
  );
});
