import type { Question } from '../question/understand.ts';
import type { Chunks, Passage, ReadNearby } from '../storage/chunks.ts';
import type { Documents } from '../storage/documents.ts';
import { packContext, type Candidate, type Packed } from './pack-context.ts';
import type { SiteTexts } from './site-texts.ts';

/** Chunks on each side of a section that was found; a page with hardly more is whole then. */
const reach = 6;
/** The documents of the best sections come with more of their text before further sections do. */
const best = 3;
/** Documents whose text is read around what was found. */
const maxDocuments = 8;
/** Chunks of the last answer's sources, and of the page that the visitor is on. */
const maxWanted = 12;

/** Passages beside those that were found by the search. */
interface More {
  /** Those of the last answer, and of the page that the visitor is on. */
  wanted: readonly Passage[];
  /** Those that a visitor of the site would read first. */
  others: readonly Passage[];
}

/** Ranked passages, best first. */
interface Found {
  found: readonly Candidate[];
  /** Those that are too far from the question to be found. */
  far: readonly Candidate[];
}

interface Dependencies {
  chunks: Pick<Chunks, 'passages' | 'passagesOf'>;
  documents: Pick<Documents, 'atAddress'>;
  siteTexts: Pick<SiteTexts, 'others'>;
  readNearby: ReadNearby;
}

export const nothingMore: More = { wanted: [], others: [] };

/** Returns those that may be shown. */
export const publicOf = (
  { wanted, others }: More,
  isPublic: (passage: Passage) => boolean,
): More => ({
  wanted: wanted.filter(isPublic),
  others: others.filter(isPublic),
});

const unranked = (passage: Passage): Candidate => ({ passage, score: 0 });

/** Orders chunks of a document by their distance from the best one that was found. */
const byDistance =
  (from: number) =>
  ({ position: a }: Passage, { position: b }: Passage) =>
    Math.abs(a - from) - Math.abs(b - from) || a - b;

/** Returns the best passage of each document. */
function bestOfEach(found: readonly Candidate[]): Passage[] {
  const documents = new Map<number, Passage>();
  for (const { passage } of found) {
    if (!documents.has(passage.documentId)) documents.set(passage.documentId, passage);
  }
  return [...documents.values()];
}

/** Fills a language model's context. */
export class ContextFiller {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Reads passages that a question may need beside those that it finds. @param limit Estimated tokens. */
  async read({ history }: Question, pageUrl: string | null, limit: number): Promise<More> {
    const { chunks, documents, siteTexts } = this.#dependencies;
    const last = history.findLast(({ role }) => role === 'assistant');
    const page = pageUrl === null ? undefined : await documents.atAddress(pageUrl);
    const [cited, here, others] = await Promise.all([
      chunks.passages(last?.chunkIds.slice(0, maxWanted) ?? []),
      chunks.passagesOf(page ? [page.id] : [], maxWanted),
      siteTexts.others(limit),
    ]);
    return { wanted: [...cited, ...here], others };
  }

  /**
   * Takes the best sections, what the question may need, the text around the best sections, further sections, the text
   * around these, then whatever else the site has, as long as there is room.
   */
  async fill(
    { found, far, wanted, others }: Found & More,
    { topK, tokenLimit }: { topK: number; tokenLimit: number },
  ): Promise<Packed> {
    const places = bestOfEach(found).slice(0, maxDocuments);
    const nearby = await this.#dependencies.readNearby(places, reach);
    const near = Map.groupBy(nearby, ({ documentId }) => documentId);
    const around = (from: number, to?: number) =>
      places
        .slice(from, to)
        .flatMap(({ documentId, position }) =>
          (near.get(documentId) ?? []).toSorted(byDistance(position)).map(unranked),
        );
    const ordered = [
      ...found.slice(0, topK),
      ...wanted.map(unranked),
      ...around(0, best),
      ...found.slice(topK),
      ...around(best),
      ...far,
      ...others.map(unranked),
    ];
    const seen = new Set<number>();
    const once = ordered.filter(
      ({ passage: { chunkId } }) => !seen.has(chunkId) && seen.add(chunkId),
    );
    return packContext(once, { topK: Infinity, tokenLimit, headings: 'marked' });
  }
}
