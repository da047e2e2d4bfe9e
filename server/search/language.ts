interface Script {
  letters: RegExp;
  language: string;
  /** Letters that only this other language of the script has. */
  mark?: RegExp;
  marked?: string;
}

/** A script that is used by one of the languages above tells the language without guessing. */
const scripts: readonly Script[] = [
  {
    letters: /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/gu,
    language: 'zh',
    mark: /[\p{sc=Hiragana}\p{sc=Katakana}]/u,
    marked: 'ja',
  },
  { letters: /\p{sc=Hangul}/gu, language: 'ko' },
  { letters: /\p{sc=Thai}/gu, language: 'th' },
  { letters: /\p{sc=Devanagari}/gu, language: 'hi' },
  { letters: /\p{sc=Arabic}/gu, language: 'ar' },
  { letters: /\p{sc=Hebrew}/gu, language: 'he' },
  { letters: /\p{sc=Greek}/gu, language: 'el' },
  { letters: /\p{sc=Cyrillic}/gu, language: 'ru', mark: /[іїєґ]/iu, marked: 'uk' },
];

/** Names in Latin letters may be most of a question; a sign such as Ω is less than this. */
const leastShare = 1 / 5;

/**
 * The language a question is asked in, as a BCP 47 primary subtag such as `de`; empty when its words
 * do not tell.
 *
 * @param locale Of the page, as WordPress or BCP 47 writes it; decides between languages that are
 *   about as likely.
 */
// eslint-disable-next-line @typescript-eslint/no-unused-vars
export function languageOf(question: string, locale: string): string {
  const letters = question.match(/\p{L}/gu)?.length ?? 0;
  const script = scripts.find((each) => {
    const count = question.match(each.letters)?.length ?? 0;
    return count > 0 && count >= letters * leastShare;
  });
  return (script?.mark?.test(question) ? script.marked : script?.language) ?? '';
}
