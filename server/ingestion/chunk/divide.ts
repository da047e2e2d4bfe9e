export interface Part {
  text: string;
  /** Where it begins in what was divided. */
  start: number;
}

const space = /\s/;
/** Behind these a reader pauses; the wide ones need no space after them. */
const pause = /[,;)—–،؛]/;
const widePause = /[、，；）。！？]/;
/** Longer than any character that people see as one, but for those that are made to be long. */
const longestCharacter = 64;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The best place from `from` + `size` back to half of it: behind a pause, else at a space. */
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

/** The last end of a character, as people see them, that `size` holds; at least of a code point. */
function endOfCharacter(text: string, from: number, size: number): number {
  const view = text.slice(from, from + size + longestCharacter);
  const at = graphemes.segment(view).containing(size)?.index ?? size;
  if (at > 0) return from + at;
  const code = text.charCodeAt(from + size - 1);
  return from + size - (size > 1 && code >= 0xd800 && code < 0xdc00 ? 1 : 0);
}

/**
 * Parts of at most `size` UTF-16 units: without white space at their ends, but for the indentation
 * of the first. Nothing else is lost.
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
