import { documentKinds } from '../contract/document-kinds.ts';
import type { SearchReply } from '../contract/search.ts';
import type { Log } from '../runtime/log.ts';
import { sectionOf, type Chunks, type Passage } from '../storage/chunks.ts';
import type { Documents } from '../storage/documents.ts';
import { isFit, named, questionsIn } from './own-questions.ts';

interface Dependencies {
  documents: Pick<Documents, 'latest'>;
  chunks: Pick<Chunks, 'passagesOf'>;
  search: (
    request: { query: string },
    options: { signal: AbortSignal; log: Log },
  ) => Promise<Pick<SearchReply, 'confidence'>>;
  clock: () => number;
}

const maxSuggestions = 3;
/** Documents that are looked at, their first chunks, and the questions that are tried. */
const max = { documents: 30, chunks: 4, tried: 9 };
/** Milliseconds after which no further search begins: few suggestions soon are better than all of them late. */
const maxTime = 500;

interface Candidate {
  text: string;
  documentId: number;
  /** Smaller is better. */
  rank: number;
}

/** Returns the questions, the headings and the title of a passage as they stand. */
function candidatesOf({
  content,
  headingPath,
  title,
  documentId,
  prominent,
}: Passage): Candidate[] {
  const heading = sectionOf({ headingPath });
  const later = prominent ? 0 : 1;
  const rated = (texts: string[], rank: number) =>
    texts.filter(isFit).map((text) => ({ text, documentId, rank: 2 * rank + later }));
  return [
    ...rated(
      questionsIn(`${heading}\n${content}`).map(({ text }) => text),
      0,
    ),
    ...rated(heading && heading !== title ? [named(heading, title)] : [], 1),
    ...rated([title], 2),
  ];
}

/** Returns the best candidate of each document. */
function bestOfEach(candidates: readonly Candidate[]): string[] {
  const best = new Map<number, string>();
  for (const { text, documentId } of candidates.toSorted((a, b) => a.rank - b.rank)) {
    const isKnown = best.has(documentId) || [...best.values()].includes(text);
    if (!isKnown) best.set(documentId, text);
  }
  return [...best.values()];
}

/** Finds questions in the site's own texts that a search answers. No model is asked. */
export function createSuggestions({ documents, chunks, search, clock }: Dependencies) {
  async function passages(): Promise<Passage[]> {
    for (const kind of documentKinds) {
      const found = await chunks.passagesOf(
        await documents.latest(kind, max.documents),
        max.chunks,
      );
      if (found.length > 0) return found;
    }
    return [];
  }

  return async function suggestions(signal: AbortSignal, log: Log): Promise<string[]> {
    const until = clock() + maxTime;
    const candidates = bestOfEach((await passages()).flatMap(candidatesOf)).slice(0, max.tried);
    const answered: string[] = [];
    while (candidates.length > 0 && answered.length < maxSuggestions && clock() < until) {
      const tried = candidates.splice(0, maxSuggestions);
      const found = await Promise.all(tried.map((query) => search({ query }, { signal, log })));
      const isAnswered = found.map(({ confidence }) => confidence?.outcome === 'answer');
      answered.push(...tried.filter((_query, at) => isAnswered[at]));
    }
    return answered.slice(0, maxSuggestions);
  };
}
