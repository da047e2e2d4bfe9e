import type { SearchOutcome } from '../contract/search.ts';
import { joinTexts } from '../search/join-texts.ts';
import { flatText, isRepeated } from '../search/near-duplicates.ts';
import type { Passage } from '../storage/chunks.ts';
import { estimateTokens } from './estimate-tokens.ts';

/** A passage of the context: a chunk, with those of its neighbours that were found as well. */
export interface ScoredPassage extends Passage {
  /** All its chunks in reading order; `chunkId` is the one that was found first. */
  chunkIds: number[];
  /** On the scale of `min_score`. */
  score: number;
}

export interface Candidate {
  passage: Passage;
  score: number;
}

export interface Fate {
  outcome: SearchOutcome;
  with: number | null;
}

export interface Packed {
  /** Best first. */
  passages: ScoredPassage[];
  /** Of each candidate, by chunk. */
  fates: Map<number, Fate>;
  /** Estimated. */
  tokens: number;
}

/**
 * Chunks of one document, as long as others have something to say: a long page about everything must not
 * be the only one that is heard. On XQuAD with each article as one document, where only one is ever
 * right, the answer is in a context of five passages for 98.7 % of the questions without a limit and
 * with 4, for 98.5 % with 3 and 97.9 % with 2 (by words; means of four languages).
 */
const perDocument = 4;

interface Chunk extends Candidate {
  tokens: number;
  /** Made when it is asked for: most candidates are not compared. */
  flat: () => string;
}

/** Chunks that follow each other, in reading order. */
interface Group {
  best: Chunk;
  chunks: Chunk[];
}

const follows = ({ passage: a }: Chunk, { passage: b }: Chunk) =>
  a.documentId === b.documentId &&
  a.position + 1 === b.position &&
  a.headingPath === b.headingPath &&
  a.page === b.page;

const touches = (a: readonly Chunk[], b: readonly Chunk[]) =>
  follows(a.at(-1)!, b[0]!) || follows(b.at(-1)!, a[0]!);

const textOf = (chunks: readonly Chunk[]) =>
  chunks.map(({ passage }) => passage.content).reduce(joinTexts);

/**
 * The context that candidates (best first) make: at most `topK` passages of together at most `tokenLimit`
 * tokens, but at least one. What repeats another is left out, what continues another is joined to it.
 * Same candidates, same context.
 */
export function packContext(
  candidates: readonly Candidate[],
  { topK, tokenLimit }: { topK: number; tokenLimit: number },
): Packed {
  const groups: Group[] = [];
  const fates = new Map<number, Fate>();
  let tokens = 0;

  const decide = ({ passage }: Chunk, outcome: SearchOutcome, beside: Chunk | null = null) => {
    fates.set(passage.chunkId, { outcome, with: beside && beside.passage.chunkId });
  };

  /** In place of the groups that it is made of. */
  function put(group: Group, parts: readonly Group[]): void {
    const [first] = parts;
    if (first) groups[groups.indexOf(first)] = group;
    else groups.push(group);
    for (const part of parts.slice(1)) groups.splice(groups.indexOf(part), 1);
    for (const chunk of group.chunks) {
      if (chunk === group.best) decide(chunk, 'used');
      else decide(chunk, 'joined', group.best);
    }
  }

  function place(chunk: Chunk, limit: number): void {
    const taken = groups.flatMap(({ chunks }) => chunks);
    const { documentId } = chunk.passage;
    const siblings = taken.filter(({ passage }) => passage.documentId === documentId);
    if (siblings.length >= limit) return decide(chunk, 'document_limit');
    if (groups.length > 0 && tokens + chunk.tokens > tokenLimit) {
      return decide(chunk, 'token_budget');
    }
    const same = taken.find(({ flat }) => isRepeated(chunk.flat(), flat()));
    if (same) return decide(chunk, 'duplicate', same);
    const parts = groups.filter(({ chunks }) => touches(chunks, [chunk]));
    tokens += chunk.tokens;
    const joined = [...parts.flatMap(({ chunks }) => chunks), chunk];
    joined.sort((a, b) => a.passage.position - b.passage.position);
    put({ best: parts[0]?.best ?? chunk, chunks: joined }, parts);
  }

  const chunks = candidates.map((candidate): Chunk => {
    const { title, url, headingPath, content } = candidate.passage;
    let flat: string | undefined;
    return {
      ...candidate,
      tokens: estimateTokens([title, url, headingPath, content].join('\n')),
      flat: () => (flat ??= flatText(content)),
    };
  });
  for (const chunk of chunks) {
    // What only continues another passage is worth reading while there are places left, not afterwards.
    if (groups.length < topK) place(chunk, perDocument);
    else decide(chunk, 'top_k');
  }
  for (const chunk of chunks) {
    const isLimited = fates.get(chunk.passage.chunkId)?.outcome === 'document_limit';
    if (isLimited && groups.length < topK) place(chunk, Infinity);
  }
  const passages = groups.map(({ best, chunks: parts }) => ({
    ...best.passage,
    content: textOf(parts),
    chunkIds: parts.map(({ passage }) => passage.chunkId),
    score: best.score,
  }));
  return { passages, fates, tokens };
}
