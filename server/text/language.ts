import { languageWords } from './language-words.ts';

interface Script {
  letters: RegExp;
  language: string;
  /** Other languages of the script, by letters that only they have. */
  others?: readonly (readonly [RegExp, string])[];
}

/** A script that few languages use tells the language without guessing. */
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

/** Names in Latin letters may be most of a question; a sign such as Ω is less than this. */
const leastShare = 1 / 5;
const shapeWeight = 0.4;
/** What the best must have, and be ahead by, to be believed. */
const leastScore = 0.45;
const leastLead = 0.2;

const byWord = new Map<string, string[]>();
for (const [language, { words }] of Object.entries(languageWords)) {
  for (const word of new Set(words.split(/\s+/))) {
    byWord.set(word, [...(byWord.get(word) ?? []), language]);
  }
}

/** The language of a locale, also of one with underscores; Norwegian has three names. */
export function subtagOf(locale: string): string {
  const subtag = locale.split(/[-_]/)[0]?.toLowerCase() ?? '';
  return /^n[on]$/.test(subtag) ? 'nb' : subtag;
}

function languageByScript(question: string): string | undefined {
  const letters = question.match(/\p{L}/gu)?.length ?? 0;
  const script = scripts.find((each) => {
    const count = question.match(each.letters)?.length ?? 0;
    return count > 0 && count >= letters * leastShare;
  });
  return script?.others?.find(([mark]) => mark.test(question))?.[1] ?? script?.language;
}

function scoresOf(question: string): Map<string, number> {
  const scores = new Map<string, number>();
  const add = (language: string, score: number) =>
    scores.set(language, (scores.get(language) ?? 0) + score);
  const cyrillic = /\p{sc=Cyrillic}/u.test(question);
  for (const [word] of question
    .normalize('NFC')
    .toLowerCase()
    .matchAll(/[\p{L}\p{M}¿¡'’]+/gu)) {
    const bare = word.replace(/^[¿¡'’]+/, '').replace(/(?<!['’])['’]+$/, '');
    const parts = byWord.has(bare) ? [bare] : bare.split(/['’]/).filter((part) => part.length > 1);
    for (const languages of parts.map((part) => byWord.get(part) ?? [])) {
      for (const language of languages) add(language, 1 / languages.length);
    }
    for (const [language, { shape }] of Object.entries(languageWords)) {
      if (shape.test(word) && /^(?:ru|uk|bg)$/.test(language) === cyrillic)
        add(language, shapeWeight);
    }
  }
  return scores;
}

/**
 * The language a question is asked in, as a BCP 47 primary subtag such as `de`; empty when its words
 * do not tell.
 *
 * @param locale Of the page, as WordPress or BCP 47 writes it; decides between languages that are
 *   about as likely.
 */
export function languageOf(question: string, locale: string): string {
  const byScript = languageByScript(question);
  if (byScript !== undefined) return byScript;
  const ranked = [...scoresOf(question)].sort(([, a], [, b]) => b - a);
  const [[best, score] = ['', 0], [, next] = ['', 0]] = ranked;
  const page = subtagOf(locale);
  const ofPage = ranked.find(([language]) => language === page)?.[1] ?? 0;
  if (ofPage > 0 && score - ofPage < leastLead * Math.max(1, score)) return page;
  return score >= leastScore && score - next >= leastLead ? best : '';
}
