import type { AppError } from '../errors/app-error.ts';
import { errorSentence, languageCodes, languageIn } from '../language/languages.ts';
import { fold } from '../language/fold.ts';

interface Script {
  letters: RegExp;
  language: string;
  /** Other languages of the script, by letters that only they have. */
  others?: readonly (readonly [RegExp, string])[];
}

/** Scripts of one or few languages, which tell the language. */
const scripts: readonly Script[] = [
  {
    letters: /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/gu,
    language: 'zh',
    others: [[/[\p{sc=Hiragana}\p{sc=Katakana}]/u, 'ja']],
  },
  { letters: /\p{sc=Hangul}/gu, language: 'ko' },
  { letters: /\p{sc=Thai}/gu, language: 'th' },
  { letters: /\p{sc=Devanagari}/gu, language: 'hi' },
  { letters: /\p{sc=Bengali}/gu, language: 'bn' },
  { letters: /\p{sc=Tamil}/gu, language: 'ta' },
  {
    letters: /\p{sc=Arabic}/gu,
    language: 'ar',
    others: [
      [/[ٹڈڑںے]/u, 'ur'],
      [/[پچژگ]|ی/u, 'fa'],
    ],
  },
  { letters: /\p{sc=Hebrew}/gu, language: 'he' },
  { letters: /\p{sc=Greek}/gu, language: 'el' },
];

/** The share of letters in a script from which it counts: names may be in Latin letters, and Ω is a sign. */
const minShare = 1 / 5;
/** The score of a language, and its lead over the next one, from which it is returned. */
const minScore = 0.45;
const minLead = 0.2;
/** The score of a word that is spelt as words of the language are. */
const shapeWeight = 0.4;

/** One shorter word does not tell a language: several have it, or a name does. Two do. */
const minLetters = 3;
const shortWeight = 0.44;

/** A longer word of the page's language without its accents: many people type "telefono" for "teléfono". */
const minUnaccented = 4;
const unaccentedWeight = 0.85;

/** Reads the words that distinguish languages, once: those of all languages, since a visitor may write in any. */
function readWords() {
  const byWord = new Map<string, string[]>();
  const byUnaccented = new Map<string, string[]>();
  const spellings: (readonly [code: string, spelling: RegExp])[] = [];
  const add = (to: Map<string, string[]>, word: string, code: string) =>
    to.set(word, [...(to.get(word) ?? []), code]);
  for (const code of languageCodes) {
    const { function: functionWords = [], common = [], spelling = [] } = languageIn(code).words;
    // eslint-disable-next-line no-restricted-syntax -- of files of this program
    for (const pattern of spelling) spellings.push([code, new RegExp(pattern)]);
    // Other languages are known by their script.
    if (spelling.length === 0) continue;
    for (const word of new Set([...functionWords, ...common])) {
      add(byWord, word, code);
      const plain = fold(word);
      if (plain !== word && plain.length >= minUnaccented) add(byUnaccented, plain, code);
    }
  }
  return { byWord, byUnaccented, spellings };
}
let read: ReturnType<typeof readWords> | undefined;

/** Returns the language of a locale, with hyphens or underscores; `nb` for the three names of Norwegian. */
export function subtagOf(locale: string): string {
  const subtag = locale.split(/[-_]/)[0]?.toLowerCase() ?? '';
  return /^n[on]$/.test(subtag) ? 'nb' : subtag;
}

/** Without a letter that only one of them has, the page's language decides: "住所" is Chinese and Japanese. */
function languageByScript(question: string, page: string): string | undefined {
  const letters = question.match(/\p{L}/gu)?.length ?? 0;
  const script = scripts.find((each) => {
    const count = question.match(each.letters)?.length ?? 0;
    return count > 0 && count >= letters * minShare;
  });
  const marked = script?.others?.find(([mark]) => mark.test(question))?.[1];
  const isOfPage = script?.others?.some(([, language]) => language === page);
  return marked ?? (isOfPage ? page : script?.language);
}

function scoresOf(question: string, page: string): Map<string, number> {
  const { byWord, byUnaccented, spellings } = (read ??= readWords());
  const scores = new Map<string, number>();
  const score = (language: string, points: number) =>
    scores.set(language, (scores.get(language) ?? 0) + points);
  const cyrillic = /\p{sc=Cyrillic}/u.test(question);
  for (const [word] of question
    .normalize('NFC')
    .toLowerCase()
    .matchAll(/[\p{L}\p{M}¿¡'’]+/gu)) {
    const bare = word.replace(/^[¿¡'’]+/, '').replace(/(?<!['’])['’]+$/, '');
    const parts = byWord.has(bare) ? [bare] : bare.split(/['’]/).filter((part) => part.length > 1);
    for (const languages of parts.map((part) => byWord.get(part) ?? [])) {
      const weight = bare.length < minLetters ? shortWeight : 1;
      for (const language of languages) score(language, weight / languages.length);
    }
    if (byUnaccented.get(bare)?.includes(page)) score(page, unaccentedWeight);
    for (const [language, spelling] of spellings) {
      if (spelling.test(word) && /^(?:ru|uk|bg)$/.test(language) === cyrillic)
        score(language, shapeWeight);
    }
  }
  return scores;
}

/**
 * Returns the language of a question, as a BCP 47 primary subtag such as `de`; empty if its words do not
 * tell. Script first; then each word scores for the languages whose lists have it, less where several do, and
 * for those whose spelling it has. Libraries (tinyld, eld, franc, cld3) knew fewer of the short questions in
 * the test, and are larger.
 *
 * @param locale The page's, as WordPress or BCP 47 writes it; decides between languages that are about as
 *   likely.
 */
export function languageOf(question: string, locale: string): string {
  const page = subtagOf(locale);
  const byScript = languageByScript(question, page);
  if (byScript !== undefined) return byScript;
  const ranked = [...scoresOf(question, page)].sort(([, a], [, b]) => b - a);
  const [[best, score] = ['', 0], [, next] = ['', 0]] = ranked;
  const ofPage = ranked.find(([language]) => language === page)?.[1] ?? 0;
  if (ofPage > 0 && score - ofPage < minLead * Math.max(1, score)) return page;
  return score >= minScore && score - next >= minLead ? best : '';
}

const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** UTF-16 code units. */
const sampleLength = 400;

/** Whether most letters of a text's beginning are Latin. A text with kana is Japanese. */
export function isLatin(text: string): boolean {
  const sample = text.slice(0, sampleLength);
  const count = (letters: RegExp) => sample.match(letters)?.length ?? 0;
  return !kana.test(sample) && 2 * count(/\p{sc=Latin}/gu) > count(/\p{L}/gu);
}

/** Returns the sentence of an error in a page's language; in English, one that says more than that of its code. */
export function visitorSentence({ code, message }: AppError, locale: string): string {
  const language = subtagOf(locale);
  return language === '' || language === 'en' ? message : errorSentence(code, language);
}
