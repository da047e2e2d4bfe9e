export interface Part {
  text: string;
  /** Index in the whole text. */
  start: number;
}

const space = /\s/;
/** Punctuation after which a text may be divided; after the wide ones also without a space. */
const pause = /[,;)—–،؛]/;
const widePause = /[、，；）。！？]/;
/** UTF-16 units of a grapheme; only artificial ones are longer. */
const maxGrapheme = 64;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Returns the last place in the second half of `size` after punctuation, else at a space. */
function endOfWord(text: string, from: number, size: number): number | null {
  let word: number | null = null;
  for (let end = from + size; end > from + size / 2; end--) {
    const last = text.charAt(end - 1);
    if (widePause.test(last)) return end;
    if (!space.test(text.charAt(end))) continue;
    if (pause.test(last)) return end;
    word ??= end;
  }
  return word;
}

/** Returns the last boundary of graphemes within `size`, at least one of code points. */
function endOfCharacter(text: string, from: number, size: number): number {
  const view = text.slice(from, from + size + maxGrapheme);
  const at = graphemes.segment(view).containing(size)?.index ?? size;
  if (at > 0) return from + at;
  const code = text.charCodeAt(from + size - 1);
  return from + size - (size > 1 && code >= 0xd800 && code < 0xdc00 ? 1 : 0);
}

/**
 * Divides a text into parts of at most `size` UTF-16 units. Only white space at their ends is removed, except
 * the indentation of the first.
 */
export function* divide(text: string, size: number): Generator<Part> {
  const length = text.trimEnd().length;
  let start = 0;
  while (start < length) {
    const rest = length - start <= size;
    const end = rest ? length : (endOfWord(text, start, size) ?? endOfCharacter(text, start, size));
    const part = text.slice(start, end).trimEnd();
    if (part) yield { text: part, start };
    start = end;
    while (start < length && space.test(text.charAt(start))) start++;
  }
}
