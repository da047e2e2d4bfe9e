import { oneAtATime } from '../runtime/one-at-a-time.ts';
import {
  chunksRevision,
  type Passage,
  readSiteLanguages,
  readSitePassages,
  type Chunks,
  type ReadNearby,
} from '../storage/chunks.ts';
import type { Database } from '../storage/database.ts';
import { estimateTokens } from '../text/estimate-tokens.ts';
import { subtagOf } from '../text/language.ts';
import {
  packContext,
  tokensOf,
  type ScoredPassage,
  type Candidate,
  type Packed,
} from './pack-context.ts';
import type { Question } from '../question/question.ts';
import type { Documents } from '../storage/documents.ts';

/** Chunks: a site with more is not given whole, whatever the budget. */
const maxSite = 1000;
/** Share of the usual size of a version: a page in another language is no version of the site. */
const minVersion = 0.5;
/** Documents whose languages are read, and the share of them from which the site has a language. */
const sample = 500;
const minLanguage = 0.05;

interface Texts {
  revision: number;
  /** BCP 47 primary subtags, the most usual first. */
  languages: readonly string[];
  /** In the order of documents; empty for a large site. */
  passages: readonly Passage[];
  /** Ordered by `byProminence`. */
  prominent: readonly Passage[];
  /** Tokens of each, without its title and headings. */
  tokens: ReadonlyMap<Passage, number>;
  /** Packed versions of the site, by language. */
  packed: Map<string, readonly ScoredPassage[]>;
}

/** Orders passages: first the prominent ones, then pages before posts, then the newest. */
const byProminence = (a: Passage, b: Passage) =>
  Number(b.prominent) - Number(a.prominent) ||
  Number(a.postType === 'post') - Number(b.postType === 'post') ||
  b.published - a.published ||
  a.position - b.position;

/** Returns the languages that documents are written in, the most usual first. */
async function readLanguages(database: Database): Promise<string[]> {
  const all = await readSiteLanguages(database, sample);
  const counts = Map.groupBy(all, subtagOf);
  return [...counts]
    .filter(([, { length }]) => length >= minLanguage * all.length)
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([language]) => language);
}

async function read(database: Database, revision: number): Promise<Texts> {
  const languages = await readLanguages(database);
  const passages = (await readSitePassages(database, maxSite)) ?? [];
  const tokens = new Map(passages.map((passage) => [passage, estimateTokens(passage.content)]));
  const prominent = passages.toSorted(byProminence);
  return { revision, languages, passages, prominent, tokens, packed: new Map() };
}

/** Returns a site's texts as a reader would want them: each document once, in one order. */
function pack(passages: readonly Passage[]): readonly ScoredPassage[] {
  return packContext(
    passages.map((passage) => ({ passage, score: 0 })),
    { topK: Infinity, tokenLimit: Infinity, headings: 'marked' },
  ).passages.sort((a, b) => a.documentId - b.documentId || a.position - b.position);
}

/** The texts of a small site, read once for each revision of its chunks. */
export class SiteTexts {
  readonly #database: Database;
  readonly #serially = oneAtATime();
  #known: Texts | null = null;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Returns the site's main language for a question in one that the site does not have; else empty. */
  async otherLanguage(language: string): Promise<string> {
    const { languages } = await this.#current();
    return language === '' || languages.includes(language) ? '' : (languages[0] ?? '');
  }

  /**
   * Returns the passages of the whole site, or of its version in a language, if they fit; else null.
   *
   * @param language BCP 47 primary subtag, or empty.
   * @param limit Estimated tokens.
   */
  async whole(language: string, limit: number): Promise<readonly ScoredPassage[] | null> {
    const { passages, languages, tokens, packed } = await this.#current();
    const size = (some: readonly Passage[]) =>
      some.reduce((sum, passage) => sum + tokens.get(passage)!, 0);
    const own = passages.filter((passage) => ['', language].includes(subtagOf(passage.language)));
    const isVersion =
      languages.includes(language) && size(own) >= (minVersion * size(passages)) / languages.length;
    const versions: [string, readonly Passage[]][] = [['', passages]];
    if (isVersion) versions.push([language, own]);
    for (const [name, version] of versions) {
      if (version.length === 0 || size(version) > limit) continue;
      const site = packed.get(name) ?? pack(version);
      packed.set(name, site);
      if (tokensOf(site) <= limit) return site;
    }
    return null;
  }

  /** Returns passages of a small site to fill a prompt with, prominent ones first. */
  async others(limit: number): Promise<Passage[]> {
    const { prominent, tokens } = await this.#current();
    let sum = 0;
    return prominent.filter((each) => (sum += tokens.get(each)!) <= limit);
  }

  #current(): Promise<Texts> {
    return this.#serially(async () => {
      const revision = await chunksRevision(this.#database.query);
      if (this.#known?.revision !== revision) this.#known = await read(this.#database, revision);
      return this.#known;
    });
  }
}

/** Chunks on each side of a section that was found; a page with hardly more is whole then. */
const reach = 6;
/** The documents of the best sections come with more of their text before further sections do. */
const best = 3;
/** Documents whose text is read around what was found. */
const maxDocuments = 8;
/** Chunks of the last answer's sources, and of the page that the visitor is on. */
const maxRelated = 12;

/** Passages beside those that were found by the search. */
interface More {
  /** Those of the last answer, and of the page that the visitor is on. */
  related: readonly Passage[];
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

export const nothingMore: More = { related: [], others: [] };

/** Returns those that may be shown. */
export const publicOf = (
  { related, others }: More,
  isPublic: (passage: Passage) => boolean,
): More => ({
  related: related.filter(isPublic),
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
    const [cited, ofPage, others] = await Promise.all([
      chunks.passages(last?.chunkIds.slice(0, maxRelated) ?? []),
      chunks.passagesOf(page ? [page.id] : [], maxRelated),
      siteTexts.others(limit),
    ]);
    return { related: [...cited, ...ofPage], others };
  }

  /**
   * Takes the best sections, what the question may need, the text around the best sections, further sections, the text
   * around these, then whatever else the site has, as long as there is room.
   */
  async fill(
    { found, far, related, others }: Found & More,
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
      ...related.map(unranked),
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
