import { fold } from '../language/fold.ts';

/** How a script writes words: with spaces, without them in letters, or without them in characters that are half a word each. */
export type Writing = 'spaced' | 'unspaced' | 'ideographic';

/** A run of letters and digits without a space or a mark of punctuation in it. */
export interface Run {
  /** Folded: see `fold`. */
  text: string;
  writing: Writing;
  /** Capitalised where no sentence begins: most often a name, in German a noun. */
  capital: boolean;
  /** Where it stands in the text; pieces of one mixed run all have its place. */
  start: number;
  end: number;
}

/** Sticky: tried where a run begins. */
const run = /[\p{L}\p{N}\p{M}]+/uy;
const ideograph = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u30fc\\u3005';
const unspaced = '\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
// eslint-disable-next-line no-restricted-syntax -- one character
const dense = new RegExp(`[${ideograph}${unspaced}]`, 'u');
// eslint-disable-next-line no-restricted-syntax -- one character
const ideographic = new RegExp(`^[${ideograph}]`, 'u');
// eslint-disable-next-line no-restricted-syntax -- runs of different characters, none of which has to end in anything
const pieces = new RegExp(`[${ideograph}]+|[${unspaced}]+|[^${ideograph}${unspaced}]+`, 'gu');
const upperCase = /^\p{Lu}/u;
const beforeCapital = /[\p{L}\p{N},)\]\-–—/&'’]/u;

/** Returns the runs of a text in order. Most are plain ASCII, which needs no regular expression. */
export function runs(text: string): Run[] {
  const found: Run[] = [];
  let at = 0;
  while (at < text.length) {
    const start = at;
    while (isAsciiWord(text.charCodeAt(at))) at++;
    if (at < text.length && text.charCodeAt(at) > 127) {
      run.lastIndex = start;
      const raw = run.exec(text)?.[0];
      at = start + (raw?.length ?? (text.codePointAt(start)! > 0xffff ? 2 : 1));
      if (raw) addRuns(found, raw, text, start);
    } else if (at === start) at++;
    else addAsciiRun(found, text, start, at);
  }
  return found;
}

const isAsciiWord = (code: number) =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);

function addAsciiRun(found: Run[], text: string, start: number, end: number): void {
  const first = text.charCodeAt(start);
  const capital = first >= 65 && first <= 90 && insideSentence(text, start);
  found.push({
    text: text.slice(start, end).toLowerCase(),
    writing: 'spaced',
    capital,
    start,
    end,
  });
}

function addRuns(found: Run[], raw: string, text: string, start: number): void {
  const place = { start, end: start + raw.length };
  if (dense.test(raw)) {
    for (const piece of mixedRuns(fold(raw))) found.push({ ...piece, ...place });
    return;
  }
  const capital = upperCase.test(raw) && insideSentence(text, start);
  found.push({ text: fold(raw), writing: 'spaced', capital, ...place });
}

function mixedRuns(folded: string): Omit<Run, 'start' | 'end'>[] {
  return (folded.match(pieces) ?? []).map((text) => ({
    text,
    writing: ideographic.test(text) ? 'ideographic' : dense.test(text) ? 'unspaced' : 'spaced',
    capital: false,
  }));
}

function insideSentence(text: string, start: number): boolean {
  let before = start - 1;
  while (before >= 0 && text[before] === ' ') before--;
  return before >= 0 && beforeCapital.test(text[before]!);
}

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** Returns the words of a run; without spaces by ICU's dictionaries, which are the same in any locale. */
export function wordsOf({ text, writing }: Pick<Run, 'text' | 'writing'>): string[] {
  if (writing === 'spaced') return [text];
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** Returns the words of a text in order, folded. */
export function tokenize(text: string): string[] {
  return runs(text).flatMap(wordsOf);
}

/** UTF-16 code units; the rest of a longer word is not compared. */
const maxTerm = 60;

/** Two ideographs each, which are words or parts of words wherever ICU would divide the run. */
function pairsOf({ text }: Pick<Run, 'text'>): string[] {
  const characters = [...text];
  return characters.slice(1).map((character, index) => characters[index]! + character);
}

/**
 * Returns the different terms that a text can be found by: folded words, of ideographs each one and each two
 * that follow each other.
 */
export function searchTerms(text: string): Set<string> {
  const terms = new Set<string>();
  for (const run of runs(text)) {
    const found = run.writing === 'ideographic' ? [...run.text, ...pairsOf(run)] : wordsOf(run);
    for (const term of found) terms.add(term.slice(0, maxTerm));
  }
  return terms;
}

/** Terms that begin with a text, or one term. */
type SearchedTerm = { term: string } | { prefix: string };

/** Returns the terms that a text has if it is found by `query`. A star behind a word stands for any ending. */
export function searchedTerms(query: string): SearchedTerm[] {
  const found = new Map<string, SearchedTerm>();
  for (const run of runs(query)) {
    const isPrefix = query[run.end] === '*' && run.writing === 'spaced';
    const pairs = run.writing === 'ideographic' ? pairsOf(run) : [];
    const terms = pairs.length > 0 ? pairs : wordsOf(run);
    for (const term of terms.map((each) => each.slice(0, maxTerm))) {
      if (isPrefix) found.set(`${term}*`, { prefix: term });
      else found.set(term, { term });
    }
  }
  return [...found.values()];
}
