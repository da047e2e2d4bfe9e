import { eastAsianLanguages, latinLanguages, otherLanguages, type Language } from './letters.ts';

/** Bytes, from the first that is not ASCII, by which an encoding is told; more would only take time. */
const sampleLength = 20_000;

const foreign = /[^\0-\u007f]/gu;
const word = /[\p{L}\p{M}]+/gu;
/** What is neither ASCII nor part of a word. */
const sign = /[^\0-\u007f\p{L}\p{M}]/gu;
const usualSign = /[“”‘’„«»‹›–—…•·°§©®™€£№、。，．！？：；（）「」『』・\u3000〜¿¡´×½¼¾²³\u00a0]/;
const brokenSign = /[\p{Cc}\p{Co}\p{Cn}\ufffd]/u;
/** Signs within words are letters of another encoding. */
const signInWord = /\p{L}[^\0-\u007f\p{L}\p{M}’‘–—…·\u00ad]\p{L}/gu;
const betweenAsciiLetters = /(?<=[a-z])[^\0-\u007f](?=[a-z])/giu;
const allCapitals = /^\p{Lu}{3,}$/u;
const capitalBehindSmall = /\p{Ll}\p{Lu}/u;

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

const scoreSign = (each: string) => (brokenSign.test(each) ? -2 : usualSign.test(each) ? 1 : -0.2);

/** Adds up to the number of letters that are not ASCII if all of them are what the language uses. */
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

/** In these any two bytes are some character: what counts is how usual it is. */
function scoreEastAsian(text: string, { common }: Language): number {
  let score = -1.5 * count(text, betweenAsciiLetters);
  for (const [found] of text.matchAll(foreign)) {
    if (found >= '\uff61' && found <= '\uff9f') score--;
    else if (common.has(found)) score++;
    else score += /\p{L}/u.test(found) ? 0.2 : scoreSign(found);
  }
  return score;
}

function decode(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return null;
  }
}

/**
 * The encoding, older than Unicode, in which a text makes the most sense: a label of the Encoding
 * Standard. Where the bytes do not tell, the one of Western Europe.
 */
export function legacyEncoding(bytes: Uint8Array): string {
  const first = Math.max(0, bytes.findIndex((byte) => byte > 0x7f) - 50);
  const sample = bytes.subarray(first, first + sampleLength);
  const texts = new Map<string, string | null>();
  let best = { encoding: 'windows-1252', score: 0 };
  for (const language of [...latinLanguages, ...otherLanguages, ...eastAsianLanguages]) {
    const score = eastAsianLanguages.includes(language) ? scoreEastAsian : scoreAlphabetic;
    for (const encoding of language.encodings) {
      if (!texts.has(encoding)) texts.set(encoding, decode(sample, encoding));
      const text = texts.get(encoding) ?? '';
      const average = score(text, language) / Math.max(1, count(text, foreign));
      if (average > best.score + 1e-9) best = { encoding, score: average };
    }
  }
  return best.encoding;
}
