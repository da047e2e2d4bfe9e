/** Messages that may cost much to understand: words of everything that is looked for, between all kinds of marks. */
import { intents, languageIn } from '../../server/language/languages.ts';

/** A first and a last phrase of each intent in languages of different scripts. */
const talk = ['en', 'de', 'fr', 'ru', 'ar', 'he', 'zh', 'ja', 'th'].flatMap((code) =>
  intents.flatMap((intent) => {
    const { phrases } = languageIn(code).intents[intent];
    return [phrases[0]!, phrases.at(-1)!];
  }),
);

const words = [
  ...new Set(talk),
  ...['a', 'I', 'x1', 'helo', 'thnaks', 'and it', 'the', 'der die das', 'What', 'Why?', 'é', 'ß'],
  ...[
    '1',
    '12',
    '1.',
    '24.12',
    '12/24',
    '2026-12-24',
    '3rd',
    'first',
    'last',
    'of the month',
    '二',
  ],
  ...['Monday', 'Mo', 'May', 'January', 'Christmas', 'Ostern', 'except', 'to', 'today', '月', '１'],
  ...['http://a.bc/', 'a.bc', 'a@b.cd', 'a-b', "l'", 'x'.repeat(40), '%20', '&amp;', '#', '[1]'],
  ...['\ufdfa', '\u3300', '\u33ff', '\u2047', '\u0301', 'a\u0301\u0323', '\u0e4d\u0e32', '\u200d'],
  ...[
    '一',
    '丁七',
    'か',
    'ㄱ',
    '가',
    'ก',
    'ไทย',
    'ա',
    'א',
    'ع',
    'क',
    'ক',
    'க',
    'ж',
    'ы',
    'ω',
    'ơ',
    'ợ',
  ],
  ...['😀', '👨‍👩‍👧', '\ud83d', '"', '“', '«', '(', '<b>', '```', '|', '_', '\0', '\ufeff', '\t'],
];

const separators = [
  ' ',
  '',
  '. ',
  '.',
  ', ',
  ',',
  '! ',
  '? ',
  '\n',
  '\n\n',
  '-',
  '/',
  ': ',
  '…',
  '。',
  '، ',
  "'",
  ' and ',
];

export interface Message {
  /** For people. */
  unit: string;
  text: string;
}

const fill = (unit: string, length: number): Message => ({
  unit,
  text: unit.repeat(Math.ceil(length / unit.length)).slice(0, length),
});

/** Words that differ, so that none is read once for all: numbers are part of them. */
const varied = (unit: string, length: number): Message => {
  let text = '';
  for (let n = 0; text.length < length; n++) text += unit.replace('N', String(n));
  return { unit, text: text.slice(0, length) };
};

/** Returns every word with every separator, repeated up to a length in UTF-16 code units. */
export const costlyMessages = (length: number): Message[] => [
  ...words.flatMap((word) => separators.map((separator) => fill(word + separator, length))),
  ...[
    'N ',
    'N. ',
    'aN ',
    'aN.bc/ ',
    'http://aN.bc/ ',
    '\ufdfaN ',
    'N/12 ',
    'Xn--N, ',
    '一N',
    'กN ',
  ].map((unit) => varied(unit, length)),
];

/** Returns further messages: two units in turn. */
export const mixed = (units: readonly string[], length: number): Message[] =>
  units.flatMap((one) => units.map((other) => fill(one + other, length)));
