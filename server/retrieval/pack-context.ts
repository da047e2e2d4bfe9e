import type { SearchOutcome } from '../contract/search.ts';
import { joinTexts } from '../text/join-texts.ts';
import { flatText, isRepeated } from './near-duplicates.ts';
import type { Passage } from '../storage/chunks.ts';
import { estimateTokens } from '../text/estimate-tokens.ts';

const headingSeparator = ' › ';

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
 * Passages of one document, as long as others have something to say: a long page about everything must not
 * be the only one that is heard. On XQuAD with each article as one document, where only one is ever
 * right, the answer is in a context of five passages for 97.4 % of the questions without a limit, for
 * 97.3 % with 4, 97.0 % with 3 and 96.1 % with 2 (means of four languages).
 */
const perDocument = 4;
/** Of a passage that neighbours are joined to: as much as four chunks of the default size. */
const passageTokens = 1000;

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
  a.documentId === b.documentId && a.position + 1 === b.position && a.page === b.page;

const touches = (a: readonly Chunk[], b: readonly Chunk[]) =>
  follows(a.at(-1)!, b[0]!) || follows(b.at(-1)!, a[0]!);

const tokensOf = (chunks: readonly Chunk[]) => chunks.reduce((sum, { tokens }) => sum + tokens, 0);

const headings = ({ passage }: Chunk) =>
  passage.headingPath === '' ? [] : passage.headingPath.split(headingSeparator);

/** The headings that all of them stand under. */
function commonHeadings(chunks: readonly Chunk[]): string[] {
  const [first = [], ...others] = chunks.map(headings);
  const end = first.findIndex((heading, at) => others.some((other) => other[at] !== heading));
  return end < 0 ? first : first.slice(0, end);
}

/** In reading order; a heading that not all stand under leads its chunks in. */
function textOf(chunks: readonly Chunk[], common: number): string {
  return chunks
    .map((chunk, at) => {
      const { content, headingPath } = chunk.passage;
      const own = headings(chunk).slice(common);
      const isNew = headingPath !== chunks[at - 1]?.passage.headingPath;
      return isNew && own.length > 0 ? `${own.join(headingSeparator)}:\n${content}` : content;
    })
    .reduce(joinTexts);
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
    for (const chunk of group.chunks) {
      if (chunk === group.best) decide(chunk, 'used');
      else decide(chunk, 'joined', group.best);
    }
  }

  function place(chunk: Chunk, limit: number): void {
    const taken = groups.flatMap(({ chunks }) => chunks);
    const { documentId } = chunk.passage;
    const siblings = groups.filter(({ best }) => best.passage.documentId === documentId);
    const touching = siblings.filter(({ chunks }) => touches(chunks, [chunk]));
    const length = tokensOf([...touching.flatMap(({ chunks }) => chunks), chunk]);
    const parts = length > passageTokens ? [] : touching;
    if (parts.length === 0 && siblings.length >= limit) return decide(chunk, 'document_limit');
    if (groups.length > 0 && tokens + chunk.tokens > tokenLimit) {
      return decide(chunk, 'token_budget');
    }
    const same = taken.find(({ flat }) => isRepeated(chunk.flat(), flat()));
    if (same) return decide(chunk, 'duplicate', same);
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
  const passages = groups.map(({ best, chunks: parts }) => {
    const common = commonHeadings(parts);
    return {
      ...best.passage,
      headingPath: common.join(headingSeparator),
      content: textOf(parts, common.length),
      chunkIds: parts.map(({ passage }) => passage.chunkId),
      score: best.score,
    };
  });
  return { passages, fates, tokens };
}
