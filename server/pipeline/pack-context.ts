import type { SearchOutcome } from '../contract/search.ts';
import { joinTexts } from '../search/join-texts.ts';
import { fingerprint, isRepeated, type Fingerprint } from '../search/near-duplicates.ts';
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
 * Chunks of one document, as long as others have something to say: a long page that is about everything
 * must not be the only one that is heard.
 */
const perDocument = 3;

interface Chunk extends Candidate {
  /** Made when it is asked for: most candidates are not compared. */
  print: () => Fingerprint;
}

/** Chunks that follow each other, in reading order. */
interface Group {
  best: Chunk;
  chunks: Chunk[];
  tokens: number;
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

function grouped(best: Chunk, chunks: readonly Chunk[]): Group {
  const inOrder = chunks.toSorted((a, b) => a.passage.position - b.passage.position);
  const { title, url, headingPath } = best.passage;
  const tokens = estimateTokens([title, url, headingPath, textOf(inOrder)].join('\n'));
  return { best, chunks: inOrder, tokens };
}

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
    tokens += group.tokens - parts.reduce((sum, part) => sum + part.tokens, 0);
    for (const chunk of group.chunks) {
      if (chunk === group.best) decide(chunk, 'used');
      else decide(chunk, 'joined', group.best);
    }
  }

  function place(chunk: Chunk, limit: number): void {
    const parts = groups.filter(({ chunks }) => touches(chunks, [chunk]));
    if (parts.length === 0 && groups.length >= topK) return decide(chunk, 'top_k');
    const taken = groups.flatMap(({ chunks }) => chunks);
    const same = taken.find(({ print }) => isRepeated(chunk.print(), print()));
    if (same) return decide(chunk, 'duplicate', same);
    const { documentId } = chunk.passage;
    const siblings = taken.filter(({ passage }) => passage.documentId === documentId);
    if (siblings.length >= limit) return decide(chunk, 'document_limit');
    const best = parts[0]?.best ?? chunk;
    const group = grouped(best, [...parts.flatMap(({ chunks }) => chunks), chunk]);
    const added = group.tokens - parts.reduce((sum, part) => sum + part.tokens, 0);
    if (groups.length > 0 && tokens + added > tokenLimit) return decide(chunk, 'token_budget');
    put(group, parts);
  }

  const chunks = candidates.map((candidate): Chunk => {
    let print: Fingerprint | undefined;
    return { ...candidate, print: () => (print ??= fingerprint(candidate.passage.content)) };
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
