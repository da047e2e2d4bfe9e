import type { Passage } from '../storage/chunks.ts';

const fragmentWords = 8;
/** Characters; a script without spaces needs fewer for as many words. */
const longestFragment = 120;

/** At most `length` long, without half a character at the end. */
const clip = (text: string, length: number) =>
  text.slice(0, length).replace(/[\ud800-\udbff]$/, '');

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** Enough of a text to find it by; empty when it has no words. */
function firstWords(text: string): string {
  let end = 0;
  let count = 0;
  for (const { index, segment, isWordLike } of segmenter.segment(clip(text, longestFragment))) {
    if (!isWordLike) continue;
    end = index + segment.length;
    if (++count === fragmentWords) break;
  }
  return text.slice(0, end);
}

/** `-`, `,` and `&` are syntax in a text fragment: https://wicg.github.io/scroll-to-text-fragment/ */
const encodeFragment = (text: string) => encodeURIComponent(text).replaceAll('-', '%2D');

/** The source's address, opened at the passage. */
export function passageUrl({ kind, url, page, content }: Passage): string | undefined {
  if (!url) return undefined;
  // A PDF may also have been found on the web.
  if (page !== null) return `${url.replace(/#.*$/, '')}#page=${page}`;
  if (kind === 'pdf') return url;
  if (kind !== 'post' && kind !== 'url') return undefined;
  const [line = ''] = content.split('\n');
  const words = firstWords(line);
  return words ? `${url.replace(/#.*$/, '')}#:~:text=${encodeFragment(words)}` : url;
}
