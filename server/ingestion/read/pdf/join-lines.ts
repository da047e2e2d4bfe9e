/** Scripts that put no spaces between words, with their punctuation; full-width forms too. */
const unspacedScript =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3001-\u303f\u30fb-\u30ff\uff01-\uff60]/u;
export const isUnspaced = (character: string) => unspacedScript.test(character);
/** "Ein- und Ausgang": the first word is not complete without the last one. */
const suspended = /^(?:und|oder|bzw|and|or|et|ou|y|o|e|en|of|og|och|eller|bis|to)\b/u;
const hyphenEnd = /[\p{L}\p{M}][\u00ad\u2010-]$/u;

/** Words that are written with a hyphen inside a line of the same document. */
export type HyphenatedWords = ReadonlySet<string>;

export function hyphenatedWords(texts: Iterable<string>): HyphenatedWords {
  const words = new Set<string>();
  for (const text of texts) {
    for (const [word] of text.matchAll(/(?<!\p{L})\p{L}+(?:[-\u2010]\p{L}+)+/gu)) {
      words.add(word.replaceAll('\u2010', '-').toLowerCase());
    }
  }
  return words;
}

/** The hyphen belongs to the word when the document says so elsewhere, or the word is a name. */
function keepsHyphen(before: string, after: string, known: HyphenatedWords): boolean {
  const first = /(?<![\p{L}\p{N}-])[\p{L}\p{N}-]+$/u.exec(before.slice(-60))?.[0] ?? '';
  const second = /^[\p{L}\p{N}-]+/u.exec(after)?.[0] ?? '';
  const compound = /[\p{N}-]/u.test(first + second);
  return compound || known.has(`${first}-${second}`.toLowerCase());
}

/** Two lines of one paragraph as one text. */
export function joinLines(before: string, after: string, known: HyphenatedWords): string {
  // A paragraph grows long, and each look at all of it would cost as much again.
  const end = before.slice(-2);
  if (hyphenEnd.test(end)) {
    const word = before.slice(0, -1);
    if (suspended.test(after)) return `${word}- ${after}`;
    if (/^\p{Ll}/u.test(after) && !keepsHyphen(word, after, known)) return word + after;
    if (/^[\p{L}\p{N}]/u.test(after)) return `${word}-${after}`;
  }
  const text = end.endsWith('\u00ad') ? `${before.slice(0, -1)}-` : before;
  // What stands alone, as "-" or "--help", does not end a word.
  if (/[\p{L}\p{N}]-$/u.test(text.slice(-2)) && /^\p{N}/u.test(after)) return text + after;
  const last = [...end].at(-1) ?? '';
  const next = String.fromCodePoint(after.codePointAt(0) ?? 0x20);
  return isUnspaced(last) || isUnspaced(next) ? text + after : `${text} ${after}`;
}
