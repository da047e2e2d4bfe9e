import { oneAtATime } from '../runtime/one-at-a-time.ts';
import {
  chunksRevision,
  type Passage,
  readSiteLanguages,
  readSitePassages,
} from '../storage/chunks.ts';
import type { Database } from '../storage/database.ts';
import { estimateTokens } from '../text/estimate-tokens.ts';
import { subtagOf } from '../text/language.ts';
import { packContext, tokensOf, type ScoredPassage } from './pack-context.ts';

/** Chunks: a site with more is not given whole, whatever the budget. */
const maxChunks = 1000;
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
  /** As a site leads its visitors to them. */
  prominent: readonly Passage[];
  /** Tokens of each, without its title and headings. */
  tokens: ReadonlyMap<Passage, number>;
  /** Packed versions of the site, by language. */
  packed: Map<string, readonly ScoredPassage[]>;
}

/** Orders passages by what a site leads its visitors to, then pages before posts, then the newest. */
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
  const passages = (await readSitePassages(database, maxChunks)) ?? [];
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

/** Reads the texts of a small site, once for each revision of its chunks. */
export function createSiteTexts(database: Database) {
  const serially = oneAtATime();
  let known: Texts | null = null;

  const current = () =>
    serially(async () => {
      const revision = await chunksRevision(database.query);
      if (known?.revision !== revision) known = await read(database, revision);
      return known;
    });

  return {
    /** Returns the site's main language for a question in one that the site does not have; else empty. */
    async otherLanguage(language: string): Promise<string> {
      const { languages } = await current();
      return language === '' || languages.includes(language) ? '' : (languages[0] ?? '');
    },

    /**
     * Returns the passages of the whole site, or of its version in a language, if they fit; else null.
     *
     * @param language BCP 47 primary subtag, or empty.
     * @param limit Estimated tokens.
     */
    async whole(language: string, limit: number): Promise<readonly ScoredPassage[] | null> {
      const { passages, languages, tokens, packed } = await current();
      const size = (some: readonly Passage[]) =>
        some.reduce((sum, passage) => sum + tokens.get(passage)!, 0);
      const all = size(passages);
      const own = passages.filter((passage) => ['', language].includes(subtagOf(passage.language)));
      const isVersion =
        languages.includes(language) && size(own) >= (minVersion * all) / languages.length;
      const versions: [string, readonly Passage[]][] = [['', passages]];
      if (isVersion) versions.push([language, own]);
      for (const [name, version] of versions) {
        if (version.length === 0 || size(version) > limit) continue;
        const whole = packed.get(name) ?? pack(version);
        packed.set(name, whole);
        if (tokensOf(whole) <= limit) return whole;
      }
      return null;
    },

    /** Returns passages of a small site to fill a prompt with, as a site leads its visitors to them. */
    async others(limit: number): Promise<Passage[]> {
      const { prominent, tokens } = await current();
      let sum = 0;
      return prominent.filter((each) => (sum += tokens.get(each)!) <= limit);
    },
  };
}
export type SiteTexts = ReturnType<typeof createSiteTexts>;
