import { sentences } from '../../text/sentences.ts';
import { shorten } from '../../text/shorten.ts';
import type { Passage } from '../../storage/chunks.ts';

/** A sentence, a line, or a row of a table in a passage. */
export interface Place {
  /** As the source says it; the cells of a row with ` · ` between them. */
  text: string;
  /** Its parts on the page, in order: UTF-16 offsets in `PageText.shown`. A row has one for each cell. */
  spans: readonly Span[];
  /** The line that was read as a row: it may also be prose. */
  line?: string;
}

export interface Span {
  start: number;
  end: number;
}

/** A passage as its page shows it. */
export interface PageText {
  shown: string;
  /** In reading order. */
  places: readonly Place[];
}

/** The name of a column, as `rowText` writes it. */
const column = /^((?:[^:;]|:(?! )){1,60}): /;

const nameOf = (cell: string | undefined) => column.exec(cell ?? '')?.[1];

/**
 * Returns the cells of a row as `rowText` writes it, without the names of the columns; null for a line that
 * is none. A cell may have semicolons, and a colon where the columns have no names.
 */
function cellsOf(line: string, neighbours: readonly string[]): string[] | null {
  const parts = line.split('; ');
  if (parts.length < 2) return null;
  const named = parts.map(nameOf);
  if (named[0] === undefined) {
    // "We are open; come in." is prose.
    const isAlone = neighbours.every((each) => each.split('; ').length !== parts.length);
    return isAlone && /[.!?。！？؟।]$/.test(line) ? null : parts;
  }
  const others = neighbours.map((each) => nameOf(each)).filter((name) => name !== undefined);
  if (others.length > 0 && !others.includes(named[0])) return parts;
  const cells: string[] = [];
  for (const [index, part] of parts.entries()) {
    const name = named[index];
    if (name === undefined) cells.push(`${cells.pop() ?? ''}; ${part}`);
    else cells.push(part.slice(name.length + 2));
  }
  return cells.length > 1 ? cells : null;
}

function spansIn(text: string, offset: number): Place[] {
  return sentences(text).flatMap(({ start, text: sentence }) => {
    const trimmed = sentence.trim();
    if (!/[\p{L}\p{N}]/u.test(trimmed)) return [];
    const from = offset + start + sentence.indexOf(trimmed);
    return [{ text: trimmed, spans: [{ start: from, end: from + trimmed.length }] }];
  });
}

/** Reads a passage's content: rows of tables become cells again, all else is as it was. */
export function pageText(content: string): PageText {
  const lines = content.split('\n');
  const places: Place[] = [];
  let shown = '';
  for (const [index, line] of lines.entries()) {
    const cells = cellsOf(line, [lines[index - 1] ?? '', lines[index + 1] ?? '']);
    if (cells === null) {
      places.push(...spansIn(line, shown.length));
      shown += `${line}\n`;
      continue;
    }
    const spans = cells.map((cell) => {
      const start = shown.length;
      shown += `${cell}\n`;
      return { start, end: start + cell.length };
    });
    places.push({ text: cells.join(' · '), spans, line });
  }
  return { shown, places };
}

/** Characters. */
const maxExcerpt = 240;
/** Characters of a line in front of a statement that is quoted with it: most often a heading or a question. */
const maxLead = 80;

const endsSentence = /[.!?…:。！？؟।]["'”’»」』)]*$/;

/** Returns what a passage says from a place on, on one line; from its beginning without one. */
export function excerptAt({ shown, places }: PageText, place: Place | null): string {
  const at = Math.max(0, place ? places.indexOf(place) : 0);
  const lead = places[at - 1];
  const isLed = lead && lead.line === undefined && lead.text.length <= maxLead;
  const from = isLed ? at - 1 : at;
  let text = from > 0 ? '… ' : '';
  for (const [index, { text: sentence, spans }] of places.slice(from).entries()) {
    if (text.length > maxExcerpt) break;
    const next = places[from + index + 1]?.spans[0]?.start ?? Infinity;
    const gap = shown.slice(spans.at(-1)!.end, next);
    text += sentence + (gap.includes('\n') && !endsSentence.test(sentence) ? ' · ' : gap && ' ');
  }
  text = text.replace(/\s+/g, ' ').replace(/(?<![ ·])[ ·]+$/, '');
  return shorten(text, maxExcerpt);
}

/** Words of a text that is named whole; of a longer one its first and its last words are. */
const maxWhole = 10;
const firstWords = 7;
const lastWords = 4;
/** Words beside a text that is not found alone. */
const besideWords = 4;
/** Characters; a script without spaces needs fewer for as many words. */
const maxCharacters = 100;
/** Words of a sentence that is found alone; fewer stand in many places of a page. */
const minAlone = 5;
/** Words of a text that is looked for alone if it is not found beside another. */
const minLast = 3;

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
const picture = /\p{Extended_Pictographic}/u;
const withoutPictures = /[^\p{Extended_Pictographic}]+/gu;

/** Offsets of the words in `text`, the first `max` of them. */
function wordsIn(text: string, max = Infinity): Span[] {
  const found: Span[] = [];
  for (const { index, segment, isWordLike } of segmenter.segment(text)) {
    if (found.length >= max) break;
    if (isWordLike) found.push({ start: index, end: index + segment.length });
  }
  return found;
}

/** `-`, `,` and `&` are syntax in a text fragment: https://wicg.github.io/scroll-to-text-fragment/ */
const encode = (text: string) =>
  encodeURIComponent(text.replace(/\s+/g, ' ').trim()).replaceAll('-', '%2D');

/**
 * Returns the text that follows or precedes a place, with its punctuation, as far as the end of its block: a
 * browser finds no text of two blocks beside another.
 */
function after(shown: string, end: number): string {
  const line = shown.slice(end).trimStart().split('\n', 1)[0]!;
  const near = line.slice(0, maxCharacters);
  const words = wordsIn(near, besideWords + 1);
  // The last word may be cut.
  const last = words.length > besideWords || near !== line ? words.at(-2) : words.at(-1);
  const text = last ? near.slice(0, last.end) : '';
  return picture.test(text) ? '' : text;
}

function before(shown: string, start: number): string {
  const line = shown.slice(0, start).trimEnd();
  const near = line.slice(line.lastIndexOf('\n') + 1).slice(-maxCharacters);
  const words = wordsIn(near);
  const first = words.slice(near.length < maxCharacters ? 0 : 1).slice(-besideWords)[0];
  const text = first ? near.slice(first.start) : '';
  return picture.test(text) ? '' : text;
}

/** The ends of a text: one part if it is named whole. */
interface Ends {
  start: Span;
  last: Span | null;
  words: number;
}

/** Returns a text's words to look for. WordPress replaces emoji with pictures, which a fragment cannot contain. */
function endsOf(shown: string, span: Span): Ends | null {
  const runs = [...shown.slice(span.start, span.end).matchAll(withoutPictures)];
  const run = runs.find(([text]) => /[\p{L}\p{N}]/u.test(text));
  if (!run) return null;
  const text = run[0].trim();
  const words = wordsIn(text);
  const [first] = words;
  if (!first || first.end - first.start > maxCharacters) return null;
  const offset = span.start + run.index + run[0].indexOf(text);
  const placed = (start: number, end: number) => ({ start: offset + start, end: offset + end });
  if (words.length <= maxWhole && text.length <= maxCharacters) {
    return { start: placed(0, text.length), last: null, words: words.length };
  }
  const isNear = (word: Span) => word.end - first.start <= maxCharacters / 2;
  const near = words.slice(0, firstWords).filter(isNear).at(-1) ?? first;
  const far = words.slice(-lastWords).find((word) => word.start >= near.end);
  return {
    start: placed(0, near.end),
    last: far ? placed(far.start, text.length) : null,
    words: words.length,
  };
}

/** Returns a directive for a text. `prefix` and `suffix` are the text beside it, or empty. */
function directive(shown: string, { start, last }: Ends, prefix = '', suffix = ''): string {
  const text = encode(shown.slice(start.start, start.end));
  const to = last ? `,${encode(shown.slice(last.start, last.end))}` : '';
  return `text=${prefix && `${encode(prefix)}-,`}${text}${to}${suffix && `,-${encode(suffix)}`}`;
}

/** Whether a text is found without what stands beside it. Headings also stand in menus and tables of contents. */
function isDistinct(shown: string, { start, last, words }: Ends): boolean {
  const text = shown.slice(start.start, start.end);
  const isSentence = last !== null || /[.!。！।][”"’»)]?$/.test(text);
  return words >= minAlone && isSentence && shown.indexOf(text) === shown.lastIndexOf(text);
}

const lastOf = ({ start, last }: Ends) => last ?? start;
const endOf = (ends: Ends) => lastOf(ends).end;

/**
 * Cells stand in blocks of their own. The first is told apart by the second, and that by the first: other rows
 * may have the same numbers.
 */
function rowDirectives(shown: string, cells: readonly Ends[]): string[] {
  const [first, second, ...others] = cells as [Ends, Ends, ...Ends[]];
  const rest = others.at(-1) ? { ...second, last: lastOf(others.at(-1)!) } : second;
  return [
    directive(shown, first, '', after(shown, endOf(first))),
    directive(shown, rest, before(shown, second.start.start)),
  ];
}

function directives(shown: string, spans: readonly Span[]): string[] {
  const found = spans.flatMap((span) => endsOf(shown, span) ?? []);
  const [first] = found;
  if (!first) return [];
  if (found.length > 1) return rowDirectives(shown, found);
  if (isDistinct(shown, first)) return [directive(shown, first)];
  const suffix = after(shown, endOf(first));
  const prefix = before(shown, first.start.start);
  // The text beside it may be missing on the page, and is not found across the border of a closed accordion.
  const readings = [
    ...(suffix ? [directive(shown, first, '', suffix)] : []),
    ...(prefix ? [directive(shown, first, prefix)] : []),
  ];
  const isAlone = readings.length === 0 || first.words >= minLast;
  return isAlone ? [...readings, directive(shown, first)] : readings;
}

/**
 * Returns the text directives that mark a place on its page, without `:~:`; empty if it has no words. A
 * browser scrolls to the first directive that it finds, and marks the texts of all.
 */
function textFragment({ shown }: PageText, { spans, line }: Place): string {
  const asLine = line === undefined ? [] : directives(line, [{ start: 0, end: line.length }]);
  return [...new Set([...directives(shown, spans), ...asLine])].join('&');
}

/** Places at a passage's beginning to look for: some differ on the page, or are missing. */
const maxPlaces = 3;
/** Encoded characters of all fragments, after which none is added. */
const maxEncoded = 400;

/** Returns the directives for the beginning of a passage. */
function beginningOf(page: PageText): string {
  let found = '';
  for (const place of page.places.slice(0, maxPlaces)) {
    if (found.length > maxEncoded) break;
    const fragment = textFragment(page, place);
    if (fragment) found += `${found && '&'}${fragment}`;
  }
  return found;
}

/**
 * Returns the source's address, opened at a place of the passage, or at the passage; undefined if it has none that can
 * be opened.
 */
export function passageUrl(
  { kind, url, page, content }: Pick<Passage, 'kind' | 'url' | 'page' | 'content'>,
  at?: { page: PageText; place: Place | null },
): string | undefined {
  if (!url) return undefined;
  // A PDF may also have been found on the web.
  if (page !== null) return `${url.split('#', 1)[0]!}#page=${page}`;
  if (kind === 'pdf') return url;
  if (kind !== 'post' && kind !== 'url') return undefined;
  const fragment = at?.place
    ? textFragment(at.page, at.place)
    : beginningOf(at?.page ?? pageText(content));
  return fragment ? `${url.split('#', 1)[0]!}#:~:${fragment}` : url;
}
