import type { Passage } from '../../storage/chunks.ts';

const maxWords = 10;
const maxSuffixWords = 4;
/** Characters; a script without spaces needs fewer for as many words. */
const maxFragment = 120;
/** Lines of a passage to look for: some differ on the page, or are missing. */
const maxLines = 3;
/** Characters of a line without a suffix: shorter lines are often repeated on a page. */
const minAlone = 12;
/** Encoded characters of all fragments, after which none is added. */
const maxEncoded = 400;

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
const picture = /\p{Extended_Pictographic}/u;

/** Returns the first words of a text, and whether they are all of it. */
function firstWords(text: string, max: number): { words: string; all: boolean } {
  // WordPress replaces emoji with pictures, which a fragment cannot contain.
  const shown = text.split(picture).find((part) => /[\p{L}\p{N}]/u.test(part)) ?? '';
  const near = shown.slice(0, maxFragment);
  const found = Array.from(segmenter.segment(near)).filter(({ isWordLike }) => isWordLike);
  // The last word may be cut.
  const whole = near.length < shown.length ? found.slice(0, -1) : found;
  const taken = whole.slice(0, max);
  const first = taken[0]?.index ?? 0;
  const last = taken.at(-1);
  const words = last ? near.slice(first, last.index + last.segment.length) : '';
  return { words, all: text.trimEnd().endsWith(shown.trimEnd()) && taken.length === found.length };
}

/** `-`, `,` and `&` are syntax in a text fragment: https://wicg.github.io/scroll-to-text-fragment/ */
const encode = (text: string) => encodeURIComponent(text).replaceAll('-', '%2D');

/** Returns a fragment for a line. The suffix tells it from the same words in a table of contents. */
function fragment(line: string, next: string, isFirst: boolean): string {
  const { words, all } = firstWords(line, maxWords);
  const suffix = all ? firstWords(next, maxSuffixWords).words : '';
  if (suffix === '' && words.length < (isFirst ? 1 : minAlone)) return '';
  return `text=${encode(words)}${suffix && `,-${encode(suffix)}`}`;
}

/** Returns the cells of a table row as `rowText` writes it, without the names of the columns. */
function cellsOf(line: string): string[] {
  const cells = line.split('; ');
  return cells.length > 1 ? cells.map((cell) => cell.replace(/^[^:]*: /, '')) : [];
}

/** Returns several fragments: a browser scrolls to the first that it finds, and marks all. */
function fragmentsOf(content: string): string {
  const texts = content.split('\n').filter((line) => /[\p{L}\p{N}]/u.test(line));
  let found = '';
  for (const [index, line] of texts.slice(0, maxLines).entries()) {
    if (found.length > maxEncoded) break;
    const [cell = '', nextCell = ''] = cellsOf(line);
    const readings = [
      fragment(line, texts[index + 1] ?? '', index === 0),
      fragment(cell, nextCell, false),
    ];
    for (const reading of readings) if (reading) found += `${found && '&'}${reading}`;
  }
  return found;
}

/** Returns the source's address, opened at the passage; undefined if it has none that can be opened. */
export function passageUrl({ kind, url, page, content }: Passage): string | undefined {
  if (!url) return undefined;
  // A PDF may also have been found on the web.
  if (page !== null) return `${url.split('#', 1)[0]!}#page=${page}`;
  if (kind === 'pdf') return url;
  if (kind !== 'post' && kind !== 'url') return undefined;
  const fragments = fragmentsOf(content);
  return fragments ? `${url.split('#', 1)[0]!}#:~:${fragments}` : url;
}
