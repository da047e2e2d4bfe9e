import type { Passage } from '../../storage/chunks.ts';

const fragmentWords = 10;
const suffixWords = 4;
/** Characters; a script without spaces needs fewer for as many words. */
const longestFragment = 120;
/** Lines of a passage that are looked for on its page: some stand there otherwise, or not at all. */
const lines = 3;
/** Characters of a line that may stand alone; shorter ones are on many pages more than once. */
const telling = 12;
/** Encoded characters of all fragments beyond which no other is added. */
const longEnough = 400;

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
const picture = /\p{Extended_Pictographic}/u;

/** The first words of a text, from the first letter on, and whether they are all of it. */
function firstWords(text: string, most: number): { words: string; all: boolean } {
  // WordPress makes pictures of emoji, and a fragment cannot go over one.
  const shown = text.split(picture).find((part) => /[\p{L}\p{N}]/u.test(part)) ?? '';
  const near = shown.slice(0, longestFragment);
  const found = Array.from(segmenter.segment(near)).filter(({ isWordLike }) => isWordLike);
  // The last one may have been cut.
  const whole = near.length < shown.length ? found.slice(0, -1) : found;
  const taken = whole.slice(0, most);
  const first = taken[0]?.index ?? 0;
  const last = taken.at(-1);
  const words = last ? near.slice(first, last.index + last.segment.length) : '';
  return { words, all: text.trimEnd().endsWith(shown.trimEnd()) && taken.length === found.length };
}

/** `-`, `,` and `&` are syntax in a text fragment: https://wicg.github.io/scroll-to-text-fragment/ */
const encode = (text: string) => encodeURIComponent(text).replaceAll('-', '%2D');

/** Where a line stands on its page: what follows tells it from the same words in a table of contents. */
function fragment(line: string, next: string, isFirst: boolean): string {
  const { words, all } = firstWords(line, fragmentWords);
  const suffix = all ? firstWords(next, suffixWords).words : '';
  if (suffix === '' && words.length < (isFirst ? 1 : telling)) return '';
  return `text=${encode(words)}${suffix && `,-${encode(suffix)}`}`;
}

/** The cells of a row as `rowText` writes it: the names of its columns do not stand in it. */
function cellsOf(line: string): string[] {
  const cells = line.split('; ');
  return cells.length > 1 ? cells.map((cell) => cell.replace(/^[^:]*: /, '')) : [];
}

/** A browser goes to the first that it finds, and marks all. */
function fragmentsOf(content: string): string {
  const texts = content.split('\n').filter((line) => /[\p{L}\p{N}]/u.test(line));
  let found = '';
  for (const [index, line] of texts.slice(0, lines).entries()) {
    if (found.length > longEnough) break;
    const [cell = '', nextCell = ''] = cellsOf(line);
    const readings = [
      fragment(line, texts[index + 1] ?? '', index === 0),
      fragment(cell, nextCell, false),
    ];
    for (const reading of readings) if (reading) found += `${found && '&'}${reading}`;
  }
  return found;
}

/** The source's address, opened at the passage. */
export function passageUrl({ kind, url, page, content }: Passage): string | undefined {
  if (!url) return undefined;
  // A PDF may also have been found on the web.
  if (page !== null) return `${url.split('#', 1)[0]!}#page=${page}`;
  if (kind === 'pdf') return url;
  if (kind !== 'post' && kind !== 'url') return undefined;
  const fragments = fragmentsOf(content);
  return fragments ? `${url.split('#', 1)[0]!}#:~:${fragments}` : url;
}
