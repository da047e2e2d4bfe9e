/** Characters of a token, on the low side: a reservation should rather be too large. */
const tokenLength = 3;
/** Tokens of one character of scripts whose characters stand for syllables or words. */
const denseTokens = 0.8;

const dense =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/gu;
const ascii = /^[\0-\x7f]*$/;

/** About as many tokens as a model will count: it is not known which tokenizer it has. */
export function estimateTokens(text: string): number {
  if (ascii.test(text)) return Math.ceil(text.length / tokenLength);
  const characters = text.match(dense)?.length ?? 0;
  return Math.ceil(characters * denseTokens + (text.length - characters) / tokenLength);
}
