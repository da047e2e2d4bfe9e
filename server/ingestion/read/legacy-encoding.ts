import { countMatches as count } from './blocks.ts';
import { eastAsianLanguages, latinLanguages, otherLanguages, type Language } from './letters.ts';

/** Bytes that are examined, from the first that is not ASCII. */
const sampleLength = 20_000;

const foreign = /[^\0-\u007f]/gu;
const word = /[\p{L}\p{M}]+/gu;
/** Characters that are neither ASCII nor part of a word. */
const sign = /[^\0-\u007f\p{L}\p{M}]/gu;
const usualSign = /[“”‘’„«»‹›–—…•·°§©®™€£№、。，．！？：；（）「」『』・\u3000〜¿¡´×½¼¾²³\u00a0]/;
const brokenSign = /[\p{Cc}\p{Co}\p{Cn}\ufffd]/u;
/** Signs within words: they are letters in another encoding. */
const signInWord = /\p{L}[^\0-\u007f\p{L}\p{M}’‘–—…·\u00ad]\p{L}/gu;
const betweenAsciiLetters = /(?<=[a-z])[^\0-\u007f](?=[a-z])/giu;
const allCapitals = /^\p{Lu}{3,}$/u;
const capitalBehindSmall = /\p{Ll}\p{Lu}/u;

/** Languages whose usual letters are known. */
const languages = [...latinLanguages, ...otherLanguages, ...eastAsianLanguages];

const scoreSign = (each: string) => (brokenSign.test(each) ? -2 : usualSign.test(each) ? 1 : -0.2);

/** Returns up to 1 per letter that is not ASCII: the more usual in the language, the more. */
function scoreWord(found: string, { letters, common }: Language, isLatin: boolean): number {
  const lower = [...found.toLowerCase()];
  const own = lower.filter((letter) => letter > '\u007f');
  let score = 0;
  for (const letter of own) score += common.has(letter) ? 1 : letters.has(letter) ? 0.3 : -0.5;
  const isMixed = !isLatin && own.length < lower.length;
  const isCrowded = isLatin && own.length > 3 && own.length > lower.length * 0.7;
  if (isMixed || isCrowded || capitalBehindSmall.test(found)) score -= own.length;
  if (!isLatin && allCapitals.test(found)) score -= own.length * 0.3;
  return score;
}

function scoreAlphabetic(text: string, language: Language): number {
  const isLatin = latinLanguages.includes(language);
  let score = -count(text, signInWord);
  for (const [found] of text.matchAll(word)) score += scoreWord(found, language, isLatin);
  for (const [found] of text.matchAll(sign)) score += scoreSign(found);
  return score;
}

/** Scores how usual the characters are: in these encodings any two bytes are a character. */
function scoreEastAsian(text: string, { common }: Language): number {
  let score = -1.5 * count(text, betweenAsciiLetters);
  for (const [found] of text.matchAll(foreign)) {
    if (found >= '\uff61' && found <= '\uff9f') score--;
    else if (common.has(found)) score++;
    else score += /\p{L}/u.test(found) ? 0.2 : scoreSign(found);
  }
  return score;
}

function scoreOf(text: string, language: Language): number {
  const score = eastAsianLanguages.includes(language) ? scoreEastAsian : scoreAlphabetic;
  return score(text, language) / Math.max(1, count(text, foreign));
}

/** Returns how much the characters beyond ASCII look like those of one of the languages, at most 1. */
export const likeness = (text: string) =>
  Math.max(...languages.map((language) => scoreOf(text, language)));

function decode(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return null;
  }
}

/**
 * Returns the encoding older than Unicode in which a text looks most like a language, as a label of the
 * Encoding Standard; without evidence, windows-1252. On 37 samples in 27 encodings and on 717 paragraphs of
 * XQuAD this finds 37 and 716; chardet 2.2 finds 33 and 542, jschardet 4.0 33 and 499.
 */
export function legacyEncoding(bytes: Uint8Array): string {
  const first = Math.max(0, bytes.findIndex((byte) => byte > 0x7f) - 50);
  const sample = bytes.subarray(first, first + sampleLength);
  const texts = new Map<string, string | null>();
  let best = { encoding: 'windows-1252', score: 0 };
  for (const language of languages) {
    for (const encoding of language.encodings) {
      if (!texts.has(encoding)) texts.set(encoding, decode(sample, encoding));
      const average = scoreOf(texts.get(encoding) ?? '', language);
      if (average > best.score + 1e-9) best = { encoding, score: average };
    }
  }
  return best.encoding;
}
