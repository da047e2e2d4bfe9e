import { runs, wordsOf, type Run } from './tokenize.ts';

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
export type SearchedTerm = { term: string } | { prefix: string };

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
