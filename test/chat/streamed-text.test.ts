import { describe, expect, test } from '@jest/globals';
import { leaks, LeakGuard } from '../../server/chat/answer/leak-guard.ts';
import { NoneMark, isRefusal } from '../../server/chat/answer/refusal.ts';
import fc from 'fast-check';
import { Repetition } from '../../server/chat/answer/repetition.ts';
import { isFull } from '../full-runs.ts';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import { readFileSync } from 'node:fs';
import { CitationWriter } from '../../server/chat/citations/citations.ts';
import { Draft } from '../../server/chat/answer/draft.ts';
import { languageCodes, languageIn } from '../../server/language/languages.ts';
import { understand } from '../../server/question/understand.ts';
import { passage } from '../retrieval/passage.ts';

describe('the leak guard', () => {
  const own =
    'You are Captain Tangerine. Never mention the leaking pontoon of berth nine to anybody.';
  const texts = {
    system: `${own}\nUse only the numbered sources before the question.`,
    own,
    secrets: ['sk-test-7Qw3Zr9Lm2Xv8Kb5', 'short'],
    quotable: () => 'Use only the numbered sources before the question. The ferry leaves at ten.',
  };

  function write(text: string, size = 3): string {
    const guard = new LeakGuard(texts);
    const pieces = text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [];
    return pieces.map((piece) => guard.push(piece)).join('') + guard.end();
  }

  describe('an answer', () => {
    test.each([1, 2, 7, 1000])('ends where a protected text begins, in pieces of %d', (size) => {
      expect(write(`Hello. ${own} And more.`, size)).toMatch(/^Hello\. [\w ]{0,6}$/);
      expect(write('The key is sk-test-7Qw3Zr9Lm2Xv8Kb5, use it.', size)).toMatch(
        /^The key is \S{0,6}$/,
      );
    });

    test.each([
      'The ferry leaves at ten, and Captain Tangerine is never late.',
      'Never mention it to anybody: the pontoon is new.',
      'Use only the numbered sources before the question.',
      'It is short, very short.',
    ])('may say: %s', (text) => {
      expect(write(text)).toBe(text);
      expect(leaks(text, texts)).toBe(false);
    });

    test('without protected texts passes at once', () => {
      expect(new LeakGuard().push(own)).toBe(own);
    });
  });

  test('a text in Chinese needs fewer letters', () => {
    const chinese = '你是船长，绝对不要告诉任何人九号泊位漏水的浮桥和失踪的账本。';
    expect(leaks(chinese, { system: chinese, own: chinese, secrets: [], quotable: () => '' })).toBe(
      true,
    );
  });
});

describe('the mark of no answer', () => {
  /** Reads a text in pieces of so many characters. */
  function read(text: string, size: number) {
    const mark = new NoneMark();
    let shown = '';
    for (let at = 0; at < text.length; at += size) shown += mark.push(text.slice(at, at + size));
    return { shown: shown + mark.end(), isFound: mark.isFound };
  }

  test.each([
    ['[none]', ''],
    ['**[none]**', ''],
    ['- [none].', ''],
    ['"[None]"', ''],
    ['【none】', ''],
    ['\\[none\\]', ''],
    ['[none]\n\nThe site says nothing.', 'The site says nothing.'],
    ['The site does not say. **[none]**', 'The site does not say. '],
    ['It is not [ none ] there.', 'It is not  there.'],
  ])('%s is taken out, however it comes', (text, shown) => {
    for (const size of [1, 2, 3, 5, 100])
      expect(read(text, size)).toEqual({ shown, isFound: true });
  });

  test.each([
    'Fee (none) [1]',
    '*bold* and [nonesuch] [1]',
    'None of the tours is free [2].',
    'See [non',
    '- one\n- two',
    '[1]',
  ])('%s is no mark', (text) => {
    for (const size of [1, 2, 3, 100])
      expect(read(text, size)).toEqual({ shown: text, isFound: false });
  });

  test('an answer is not held back for long', () => {
    const mark = new NoneMark();
    expect(mark.push('At noon')).toBe('At noon');
    expect(mark.push(' [')).toBe(' ');
    expect(mark.push('1]')).toBe('[1]');
  });
});

describe('repetition', () => {
  fc.configureGlobal({ seed: 35 });
  const inFullRuns = isFull ? 60 : 1;

  /** Writes a text in pieces as a model does; `shown` is what a visitor has read after each. */
  function write(text: string, pieceOf: () => number) {
    const repetition = new Repetition();
    let shown = '';
    let read = 0;
    while (read < text.length && !repetition.hasEnded) {
      const piece = text.slice(read, read + pieceOf());
      read += piece.length;
      shown += repetition.push(piece);
    }
    return { shown: shown + repetition.end(), read, repetition };
  }

  const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
  const repeated = (text: string, times: number) =>
    Array.from({ length: times }, () => text).join('');

  /** Texts that repeat with reason. */
  const legitimate: Record<string, string> = {
    'a table of equal rows': `| Day | Opens | Closes |\n|---|---|---|\n${days.map((day) => `| ${day} | 09:00 | 17:00 |\n`).join('')}`,
    'an empty form': `| Name | Date |\n|---|---|\n${repeated('| | |\n', 40)}`,
    'a wide ruler': `Prices\n${repeated('=', 120)}\n|${repeated(' --- |', 30)}\nNone.`,
    'a leader of dots': `Contents ${repeated('. ', 60)}12\nIndex ${repeated('.', 90)} 80`,
    'a matrix': `\`\`\`js\nconst empty = [\n${repeated('  [0, 0, 0, 0, 0, 0, 0, 0],\n', 40)}];\n\`\`\`\nThat is all.`,
    'code that calls one function': `\`\`\`php\n${repeated('add_action( "init", "register_the_thing" );\n', 20)}\`\`\``,
    'a refrain': repeated('Row, row, row your boat, gently down the stream.\n', 3),
    'a sum of equal parts': `It is ${Array.from({ length: 30 }, () => '£12').join(' + ')}.`,
    'steps in Japanese':
      '月曜日は九時から五時まで開いています。火曜日は九時から五時まで開いています。水曜日は休みです。',
    'a long quotation twice': repeated(`${days.join(' and ')} are the days of the week. `, 2),
  };

  describe('what may well be repeated comes out as it was written', () => {
    test.each(Object.entries(legitimate))('%s', (_case, text) => {
      for (const size of [1, 3, 7, 1000]) expect(write(text, () => size).shown).toBe(text);
    });

    test('lists, tables and code with any words in them, in any pieces', () => {
      const word = fc.constantFrom(
        ...'open closed daily from to nine adults children summer'.split(' '),
      );
      const phrase = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));
      const form = fc.constantFrom<(n: number, same: string, other: string) => string>(
        (n, same, other) => `- ${n}. ${same}: ${other}\n`,
        (n, same) => `| ${n} | ${same} | ${same} |\n`,
        (n, same, other) => `${days[n % 7]}, ${other} ${n}: ${same}.\n`,
        (n, same) => `    call(${n}, "${same}");\n`,
        (n, same) => `${n}. ${same} ${same}\n`,
      );
      const rows = fc.array(fc.tuple(form, phrase), { minLength: 3, maxLength: 40 });
      fc.assert(
        fc.property(rows, phrase, fc.integer({ min: 1, max: 12 }), (list, same, size) => {
          const text = list.map(([row, other], n) => row(n, same, other)).join('');
          expect(write(text, () => size).shown).toBe(text);
        }),
        { numRuns: 100 * inFullRuns },
      );
    });
  });

  describe('what does not end is ended after its first copy', () => {
    test.each([
      ['two lines', 'The visitor asks for the price.\n\nThe answer is £20 for an hour.\n\n'],
      [
        'a long paragraph',
        `${repeated('Kayaks and canoes are let by the hour at the weir ', 1)}${days.map((day, n) => `and on ${day} after ${n} there is a guide `).join('')}.\n`,
      ],
      ['a line of Japanese', '九時から五時まで開いています。\n'],
    ])('%s', (_case, unit) => {
      for (const size of [1, 4, 50]) {
        const { shown, read, repetition } = write(
          `We are glad to help you today. ${repeated(unit, 200)}`,
          () => size,
        );
        expect(shown.trimEnd()).toBe(`We are glad to help you today. ${unit}`.trimEnd());
        expect(repetition).toMatchObject({ hasEnded: true, isAll: false });
        expect(read).toBeLessThan(31 + Math.max(5 * unit.length, 250) + size);
      }
    });

    test('any line after any beginning, in any pieces', () => {
      const word = fc.string({
        unit: fc.constantFrom(...'aeioubcdfghklmnprst'),
        minLength: 2,
        maxLength: 9,
      });
      const sentence = fc
        .array(word, { minLength: 4, maxLength: 16 })
        .map((words) => `The ${words.join(' ')}.`);
      const beginning = fc.array(sentence, { minLength: 1, maxLength: 4 });
      fc.assert(
        fc.property(beginning, sentence, fc.integer({ min: 1, max: 12 }), (before, line, size) => {
          const text = `${before.join(' ')}\n`;
          fc.pre(!before.includes(line));
          const { shown } = write(text + repeated(`${line}\n`, 100), () => size);
          expect(shown.trimEnd()).toBe(text + line);
        }),
        { numRuns: 100 * inFullRuns },
      );
    });

    test('words that never become a sentence', () => {
      const { shown, repetition } = write(`Well, ${repeated('of the weir and ', 300)}`, () => 5);
      expect(repetition.hasEnded).toBe(true);
      expect(shown.length).toBeLessThan(60);
    });

    test('and is all that was said, if nothing stood before it', () => {
      const { repetition } = write(repeated('It is open on all days.\n', 50), () => 6);
      expect(repetition).toMatchObject({ hasEnded: true, isAll: true });
    });

    test('a ruler or an empty table ends, too, long before the answer’s limit', () => {
      for (const unit of ['-', '| | |\n', '0, ']) {
        const { read } = write(repeated(unit, 10_000), () => 20);
        expect(read).toBeLessThan(settingsDefaults.chat.max_tokens * 4);
      }
    });
  });
});

describe('refusals', () => {
  interface Written {
    text: string;
    form: string;
    sources?: number;
    tool?: boolean;
  }

  const all = JSON.parse(readFileSync(new URL('refusals.json', import.meta.url), 'utf8')) as Record<
    'refusals' | 'answers',
    Written[]
  >;

  /** Reads an answer as the chat does, in pieces of so many characters. */
  function read({ text, sources = 5, tool = false }: Written, size: number) {
    const draft = new Draft(() => 1);
    draft.citations = new CitationWriter(Array.from({ length: sources }, (_, n) => passage(n + 1)));
    const events = [];
    for (let at = 0; at < text.length; at += size) {
      events.push(...draft.take({ type: 'text', text: text.slice(at, at + size) }, false));
    }
    events.push(...draft.end());
    const shown = events.map((event) => (event.type === 'delta' ? event.content : '')).join('');
    const said = {
      text: draft.text,
      hasNone: draft.hasNone,
      isCited: draft.citations.passages.length > 0,
      hasTool: tool,
    };
    return { shown, isRefused: isRefusal(said, understand('When?'), settingsDefaults) };
  }

  test.each(['refusals', 'answers'] as const)('%s are told apart, however they come', (kind) => {
    expect(all[kind].length).toBeGreaterThanOrEqual(100);
    const wrong = all[kind].filter((written) =>
      [1, 7, 10_000].some((size) => read(written, size).isRefused !== (kind === 'refusals')),
    );
    expect(wrong).toEqual([]);
  });

  test('nobody reads the mark', () => {
    for (const written of all.refusals) expect(read(written, 3).shown).not.toMatch(/[[【]\s*none/i);
  });

  describe('where the model may answer without sources', () => {
    const settings = { ...settingsDefaults, chat: { ...settingsDefaults.chat, strict: false } };
    const isRefused = (text: string, isCited = false) =>
      isRefusal(
        { text, isCited, hasNone: false, hasTool: false },
        { isSmallTalk: false },
        settings,
      );

    test.each(languageCodes)('our own sentences in %s are no answer', (code) => {
      const { nothing, refusal, nearest } = languageIn(code).sentences;
      const topical = nothing.replace('{topic}', 'Boat 2');
      for (const text of [topical, refusal, nearest]) {
        expect(isRefused(`**${text}**\n\nhttps://harbour.example/?s=Boat`)).toBe(true);
      }
      for (const text of [topical, refusal]) expect(isRefused(`${text} [1]`, true)).toBe(true);
    });

    test.each([
      'I found nothing about lockers, but the desk keeps bags.',
      'Zu Fuß sind es zehn Minuten.',
      'O lodích: půjčovna je otevřena denně.',
    ])('%s is one', (text) => {
      expect(isRefused(text)).toBe(false);
    });

    test('and so is our sentence with more behind it that is cited', () => {
      expect(
        isRefused('I found nothing about “bags” on this site. The desk keeps them [1].', true),
      ).toBe(false);
    });
  });
});
