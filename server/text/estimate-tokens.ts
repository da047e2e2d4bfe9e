/** Characters of a token, a low estimate: a reservation should rather be too large. */
const tokenLength = 3;
/** Tokens of a character in scripts whose characters are syllables or words. */
const denseTokens = 0.8;

/** Thai and Lao, Myanmar, Khmer, and from the radicals of Han on all of East Asia. */
const isDense = (code: number) =>
  code >= 0x0e00 &&
  (code <= 0x0eff ||
    (code >= 0x1000 && code <= 0x109f) ||
    (code >= 0x1780 && code <= 0x17ff) ||
    code >= 0x2e80);

/** Estimates the tokens of a text for any model. */
export function estimateTokens(text: string): number {
  let dense = 0;
  for (let at = 0; at < text.length; at++) if (isDense(text.charCodeAt(at))) dense++;
  return Math.ceil(dense * denseTokens + (text.length - dense) / tokenLength);
}
