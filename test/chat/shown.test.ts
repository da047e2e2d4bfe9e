import { expect, test, describe, jest } from '@jest/globals';
import {
  nearestFor,
  refusalFor,
  saysFor,
  type Refused,
  topicOf,
} from '../../server/chat/answer/sentences.ts';
import { quotationText, closestPages, furtherPages } from '../../server/chat/answer/quotation.ts';
import { partsOf, type QuotedQuestion } from '../../server/retrieval/quote.ts';
import { passage, sectionOf } from '../retrieval/passage.ts';
import type { Turn } from '../../server/contract/chat.ts';
import { mailedTurn } from '../../server/chat/conversations/mailed-turn.ts';
import { nextQuestions, suggestions } from '../../server/chat/answer/next-questions.ts';
import { understand } from '../../server/question/understand.ts';
import type { Passage } from '../../server/storage/chunks.ts';
import { createLog } from '../../server/runtime/log.ts';

describe('a sentence for visitors', () => {
  const refused = (given: Partial<Refused>): string =>
    refusalFor({
      ...{ language: '', locale: '', topic: '', homeUrl: undefined, ownText: '', contact: '' },
      ...given,
    });

  test.each([
    ['the question’s', 'de', 'en_US', 'Dazu habe ich auf dieser Website keine Antwort gefunden.'],
    ['the page’s, if the question does not tell', '', 'fr_FR', 'Je n’ai pas'],
    ['the page’s, if we have none of the question', 'bn', 'zh_CN', '没有找到'],
    ['English, if we have none of either', 'bn', 'xx_XX', 'I could not find'],
    ['English, if the locale is a trick', '', '__proto__', 'I could not find'],
  ])('is in a language: %s', (_case, language, locale, words) => {
    expect(refused({ language, locale })).toContain(words);
  });

  test('the owner’s contact is written as it is', () => {
    expect(refused({ contact: 'pay $& or $1' })).toContain('contact us: pay $& or $1');
    expect(refused({ topic: '$& $1' })).toContain('about “$& $1” on');
  });

  test('the owner’s own sentence goes before all, and their contact stands below it', () => {
    const own = { language: 'ru', locale: 'de_DE', topic: 'Boot', homeUrl: 'https://a.example' };
    expect(refused({ ...own, ownText: 'Write to us.' })).toBe('Write to us.');
    expect(refused({ ...own, ownText: 'Sorry.', contact: 'Call 555-0100.' })).toBe(
      'Sorry.\n\nCall 555-0100.',
    );
  });

  test('a topic is named, and the site’s search linked where its address is known', () => {
    const asked = { language: 'de', topic: 'Hafenrundfahrt' };
    expect(refused(asked).split('\n\n')).toEqual([
      'Zu „Hafenrundfahrt“ habe ich auf dieser Website nichts gefunden.',
      'Sie können es mit anderen Worten versuchen.',
    ]);
    expect(refused({ ...asked, homeUrl: 'https://harbour.example/de' }).split('\n\n')[1]).toBe(
      '[Website durchsuchen](https://harbour.example/de/?s=Hafenrundfahrt)',
    );
    expect(refused({ ...asked, homeUrl: 'harbour' })).not.toContain('](');
  });

  test('nothing in a topic ends the address of the search', () => {
    const topic = 'fish & (chips) #1 “50 %”';
    const link = /\]\((\S+)\)$/m.exec(
      refused({ topic, homeUrl: 'https://harbour.example/?lang=en' }),
    );
    expect(link![1]).not.toMatch(/[()\s]/);
    const url = new URL(link![1]!);
    expect([...url.searchParams]).toEqual([
      ['lang', 'en'],
      ['s', topic],
    ]);
  });

  test('speaks the language of the question, else of the page', () => {
    expect(nearestFor('de', 'en_US')).toMatch(/^Ich bin nicht sicher/);
    expect(nearestFor('', 'fr_FR')).toMatch(/^Je n’en suis pas sûr/);
    expect(nearestFor('xx', '__proto__')).toMatch(/^I am not sure/);
    expect(saysFor('de', 'en_US', '**Öffnungszeiten $&**')).toBe(
      'Unter **Öffnungszeiten $&** steht:',
    );
  });
});

describe('the topic', () => {
  test.each([
    ['Do you have lockers?', 'en', 'lockers'],
    ['What does a ticket for a child under six cost?', 'en', 'ticket for a child under six cost'],
    ['¿Tienen taquillas?', 'es', 'taquillas'],
    ['寄存柜在哪里？', 'zh', '寄存柜在哪里'],
    ['コインロッカーはありますか？', 'ja', 'コインロッカーはありますか'],
  ])('%s (%s) is about %s', (text, language, topic) => {
    expect(topicOf({ text, language })).toBe(topic);
  });

  test.each([
    ['nothing but function words', 'what is it?'],
    ['no word', '???'],
    ['more than fits', `Do you have ${'large and '.repeat(7)}small lockers?`],
    ['two sentences', 'My dog is old. May he swim?'],
    ['a link', 'Is [this](http://a.example) right?'],
    ['an address', 'Do you know www.a.example?'],
    ['bold letters', 'Do you have **large** lockers?'],
  ])('%s is no topic', (_what, text) => {
    expect(topicOf({ text, language: 'en' })).toBe('');
  });
});

describe('a quotation', () => {
  const says = (title: string) => `${title} says:`;

  /** Quotes a text whose marked part begins with `marked`; no part does: none is marked. */
  function quoted(content: string, marked: string, isCut = { start: false, end: false }): string {
    const parts = partsOf(content);
    const found = parts.find(({ text }) => marked !== '' && text.startsWith(marked)) ?? null;
    const whole = { passage: passage(1), parts, marked: found, isCut };
    return quotationText(whole, says).replace('**Page 1** says:\n\n', '');
  }
  const lines = (...all: string[]) => all.join('\n');

  test('the last heading names the section; without one the page, or its address', () => {
    const leadOf = (over: object) => {
      const parts = partsOf('Yes.');
      const isCut = { start: false, end: false };
      const given = { passage: passage(1, over), parts, marked: null, isCut };
      return quotationText(given, says).split('\n')[0];
    };
    expect(leadOf({ headingPath: 'Visit › Opening hours' })).toBe('**Opening hours** says:');
    expect(leadOf({})).toBe('**Page 1** says:');
    expect(leadOf({ title: '' })).toBe('**https://site.example/page-1/** says:');
    expect(leadOf({ headingPath: '5 * star' })).toBe('**5 \\* star** says:');
  });

  test('sentences stay in their paragraphs, the marked one bold with its citation', () => {
    const text =
      'No step at the entrance. All floors have a lift.\n\nTwo wheelchairs can be borrowed.';
    expect(quoted(text, 'All floors')).toBe(
      lines(
        '> No step at the entrance. **All floors have a lift.** [1]',
        '>',
        '> Two wheelchairs can be borrowed.',
      ),
    );
  });

  test('rows are a table with the names of their columns', () => {
    const text = 'Day: Tuesday; Hours: 10 | 17\nDay: Monday; Note: closed';
    expect(quoted(text, 'Day: Monday')).toBe(
      lines(
        '> | Day | Hours | Note |',
        '> | --- | --- | --- |',
        '> | Tuesday | 10 \\| 17 |  |',
        '> | **Monday** |  | **closed** [1] |',
      ),
    );
  });

  test('rows of columns without names are a list', () => {
    expect(quoted('Tuesday; 10:00 – 17:00\nMonday; closed', 'Monday')).toBe(
      lines('> - Tuesday: 10:00 – 17:00', '> - **Monday: closed** [1]'),
    );
  });

  test('lines are a list, steps a numbered one', () => {
    expect(quoted('A towel\nA lock', 'A lock')).toBe(lines('> - A towel', '> - **A lock** [1]'));
    expect(quoted('3. Come in.\n4. Show the pass.', 'Show')).toBe(
      lines('> 3. Come in.', '> 4. **Show the pass.** [1]'),
    );
  });

  test('headings inside are headings, and each block is apart from the next', () => {
    expect(quoted('Winter\n\nDay: Monday; Hours: closed\n\nWe skate.', 'We')).toBe(
      lines(
        '> ### Winter',
        '>',
        '> | Day | Hours |',
        '> | --- | --- |',
        '> | Monday | closed |',
        '>',
        '> **We skate.** [1]',
      ),
    );
  });

  test('what Markdown would read as its own is escaped', () => {
    expect(quoted('The *best* `code` is 5 * 4 \\ 2.', 'The')).toBe(
      '> **The \\*best\\* \\`code\\` is 5 \\* 4 \\\\ 2.** [1]',
    );
    expect(quoted('24. Dezember geschlossen\n# 5 offen', '')).toBe(
      lines('> - 24\\. Dezember geschlossen', '> - \\# 5 offen', '>', '> [1]'),
    );
    expect(quoted('Write _no_ ~~Q~~ &amp; <b>R</b> in max_size.', 'Write')).toBe(
      '> **Write \\_no\\_ \\~~Q\\~~ \\&amp; \\<b>R\\</b> in max_size.** [1]',
    );
  });

  test('a cut text says so, and without a marked part the citation stands at the end', () => {
    expect(quoted('We skate.', '', { start: true, end: true })).toBe(
      lines('> …', '>', '> We skate.', '>', '> …', '>', '> [1]'),
    );
  });
});

describe('the closest pages', () => {
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
    expect(card).toMatchObject({
      title: 'Page 1',
      section: 'Swans',
      kind: 'post',
      passage: content,
    });
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
});

describe('a mailed turn', () => {
  const url = 'https://example.org/visit/';
  const page = { title: 'Visit', url: `${url}#:~:text=Monday`, kind: 'post' as const };
  const turn = (content: string, more: Partial<Turn>) =>
    ({ role: 'assistant', content, citations: [], ...more }) as unknown as Turn;

  test('a mailed answer names its source and the pages below it, as they are opened by hand', () => {
    const quotation = '**Opening hours** says:\n\n> Open from ten. **Closed on Monday.** [1]';
    const source = { ...page, n: 1, url, section: 'Opening hours', excerpt: '' };
    const closest = [{ ...page, section: '', passage: 'At noon.', marks: [] }];
    expect(mailedTurn(turn(quotation, { citations: [source], closest })).content).toBe(
      `${quotation}\n\n[1] Visit › Opening hours ${url}\n\n- Visit ${url}`,
    );
  });
});

describe('next questions', () => {
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
      chunk(
        4,
        'Anfahrt',
        'Die Straßenbahn hält vor dem Haus und fährt alle zehn Minuten.',
        'de-DE',
      ),
    ];

    async function ask(
      text: string,
      answer: string,
      over: { curated?: string[]; site?: Passage[] } = {},
    ) {
      const { curated = [], site = chunks } = over;
      const read = jest.fn(() => Promise.resolve(site));
      const found = await nextQuestions(read, {
        question: understand(text),
        answer,
        passages: [passage(1, { documentId: 1, position: 0, title: 'Visit us' })],
        curated: curated.map((suggestion) => ({
          ...{ questions: ['who pnted it?? greetings, Robin'], answer: 'x', url: '' as const },
          suggestion,
        })),
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

    test('what the owner suggests about the same comes before headings, never a visitor’s words', async () => {
      const curated = ['Who painted the ceiling?', 'Which tickets are there for groups of adults?'];
      const site = chunks.slice(0, 2);
      const found = await ask('What do tickets cost for adults?', 'Twelve euros.', {
        curated,
        site,
      });
      expect(found).toEqual([curated[1], 'Visit us: Parking']);
    });

    test('nothing is read for an answer without sources', async () => {
      const read = jest.fn(() => Promise.resolve(chunks));
      const given = { question: understand('Hello'), answer: 'Hello!', passages: [], curated: [] };
      expect(await nextQuestions(read, given)).toEqual([]);
      expect(read).not.toHaveBeenCalled();
    });
  });

  describe('for a beginning', () => {
    const titles = Array.from({ length: 20 }, (_, n) => `Tour ${n + 1}`);

    /** Searches that take so long each; the chat answers the questions with these numbers. */
    function suggestionsOf(answered: readonly number[], searchMs: number) {
      let now = 0;
      const searched: string[] = [];
      const site: Parameters<typeof suggestions>[0] = {
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
      };
      return {
        searched,
        suggest: () =>
          suggestions(site, { signal: AbortSignal.timeout(1000), log: createLog('silent') }),
      };
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
});
