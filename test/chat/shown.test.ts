import { expect, test, describe } from '@jest/globals';
import {
  nearestFor,
  refusalFor,
  saysFor,
  type Refused,
  topicOf,
} from '../../server/chat/sentences.ts';
import { languageOf } from '../../server/text/language.ts';
import { quotationText } from '../../server/chat/quotation.ts';
import { partsOf, type QuotedQuestion } from '../../server/retrieval/quote.ts';
import { passage, sectionOf } from '../retrieval/passage.ts';
import { closestPages, furtherPages } from '../../server/chat/closest-pages.ts';
import type { Turn } from '../../server/contract/chat.ts';
import { mailedTurn } from '../../server/chat/mailed-turn.ts';

describe('a sentence for visitors', () => {
  const refused = (given: Partial<Refused>): string =>
    refusalFor({
      ...{ language: '', locale: '', topic: '', homeUrl: undefined, ownText: '', contact: '' },
      ...given,
    });

  /** A word that only the sentence of that language has. */
  const words = {
    en: 'could not find',
    de: 'keine Antwort',
    ja: '見つかりません',
    ko: '찾지 못했습니다',
    zh: '没有找到',
    th: 'ไม่พบ',
    hi: 'उत्तर नहीं',
    ar: 'لم أجد',
    he: 'לא מצאתי',
    el: 'Δεν βρήκα',
    uk: 'Я не знайшов відповіді',
    ru: 'Я не нашёл',
    pt: 'Não encontrei',
    zhPage: '没有找到',
    fr: 'Je n’ai pas',
    nb: 'nettstedet',
  };

  const cases: [string, string, string, keyof typeof words][] = [
    ['Japanese, of whatever script most is', '京都美術館の開館時間は？', 'en_US', 'ja'],
    ['Korean', '백조는 언제 먹이를 먹나요?', 'en_US', 'ko'],
    ['Chinese', '天鹅什么时候喂食？', 'en_US', 'zh'],
    ['Thai', 'หงส์กินอาหารเมื่อไหร่', 'en_US', 'th'],
    ['Hindi', 'हंसों को कब खिलाया जाता है?', 'en_US', 'hi'],
    ['Arabic', 'متى تُطعم البجعات؟', 'en_US', 'ar'],
    ['Hebrew', 'מתי מאכילים את הברבורים?', 'en_US', 'he'],
    ['Greek', 'Πότε ταΐζουν τους κύκνους;', 'en_US', 'el'],
    ['Ukrainian', 'Коли годують лебедів і де їх знайти?', 'ru_RU', 'uk'],
    ['Russian', 'Когда кормят лебедей?', 'en_US', 'ru'],
    ['German on an English page', 'Wann werden die Schwäne gefüttert?', 'en_US', 'de'],
    ['English on a German page', 'When are the swans fed?', 'de_DE', 'en'],
    ['French on a page that does not say', 'Quels sont vos horaires ?', '', 'fr'],
    ['Norwegian by any of its names', 'Xyz?', 'nn_NO', 'nb'],
    ['a language without a sentence of ours', 'বাংলাদেশ কোথায়?', 'fr_FR', 'fr'],
    ['Latin letters on a German page', 'Wann werden die Schwäne gefüttert?', 'de_DE', 'de'],
    ['Latin letters on a Brazilian page', 'Quando?', 'pt-BR', 'pt'],
    ['Latin letters on a page of an unknown language', 'Quando?', 'xx_XX', 'en'],
    ['Latin letters on a page that does not say', 'When?', '', 'en'],
    ['a Greek letter in an English question', 'How many Ω has the resistor?', 'en_US', 'en'],
    ['a Chinese name in a German question', 'Wer hat das Bild 山水 gemalt?', 'de_DE', 'de'],
    ['a Latin name in a Russian question', 'Где работает Harbour Museum?', 'en_US', 'ru'],
    ['no letters on a Chinese page', '???', 'zh_CN', 'zhPage'],
    ['a locale that is a trick', 'When?', 'constructor', 'en'],
    ['another such', 'When?', '__proto__', 'en'],
  ];

  test.each(cases)('%s', (_case, question, locale, language) => {
    expect(refused({ language: languageOf(question, locale), locale })).toContain(words[language]);
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
    ['is there a café or a shop', 'en', 'café or a shop'],
    ['Gibt es hier Schließfächer?', 'de', 'Schließfächer'],
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

  test('a marked row cites behind its last column, also if that is empty', () => {
    expect(
      quoted('Day: Monday; Hours: 10; Note: late\nDay: Sunday; Hours: 9', 'Day: Sunday'),
    ).toMatch(/\| \*\*Sunday\*\* \| \*\*9\*\* \| {1,2}\[1\] \|$/);
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

  test('a marked part that is longer than a card ends with it', () => {
    const content = `The swans ${'are fed by many people '.repeat(30)}.`;
    const card = cardOf({ content });
    expect(card.passage).toMatch(/^The swans .*…$/);
    expect(marked(card)).toEqual([card.passage]);
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

  test('a question and an answer without sources are mailed as they are', () => {
    expect(mailedTurn(turn('Hello!', {}))).toEqual({ role: 'assistant', content: 'Hello!' });
  });
});
