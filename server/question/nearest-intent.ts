import type { Settings } from '../contract/settings.ts';
import type { EmbeddingIndexes } from '../embedding/embedding-indexes.ts';
import type { EmbeddingIndex } from '../embedding/index-state.ts';
import type { EmbedQuery } from '../embedding/query-embeddings.ts';
import { intents, languageIn } from '../language/languages.ts';
import type { Log } from '../runtime/log.ts';
import { forNoRequest } from '../runtime/request-id.ts';
import { dot } from '../storage/vectors/stored-vector.ts';
import { tokenize } from '../text/tokenize.ts';
import { languagesFor, type Found } from './intents.ts';
import type { Question } from './understand.ts';

/**
 * Cosines from which a message means what a phrase does, by embedder; others are not asked. On the sample sites no
 * question of up to eight words comes nearer than .49 and .92. Of 65 and 118 reworded pieces of small talk, in English
 * and in ten languages, 34 and 45 are found, 32 and 42 of them with the right intent.
 */
const thresholds: Readonly<Record<string, number>> = {
  'local:all-minilm-l6-v2': 0.6,
  'local:multilingual-e5-small': 0.935,
};

/** Longer messages are questions. */
const maxWords = 8;

interface Example extends Found {
  vector: Float32Array;
}

interface Dependencies {
  indexes: Pick<EmbeddingIndexes, 'known' | 'embedder'>;
  embedQuery: EmbedQuery;
  log: Log;
}

interface Options {
  settings: Settings;
  /** The page's. */
  locale: string;
  signal: AbortSignal;
}

/**
 * Returns a function that finds the intent of a short message that has no phrase's words, by the vector that its search
 * uses. The phrases are embedded in the background when they are first wanted: no question waits for them.
 */
export function createNearestIntent({ indexes, embedQuery, log }: Dependencies) {
  /** By embedder and language. */
  const known = new Map<string, readonly Example[]>();

  async function embedPhrases(index: EmbeddingIndex, language: string, settings: Settings) {
    const embedder = indexes.embedder(index, settings);
    const { signal } = new AbortController();
    const given = languageIn(language).intents;
    const made: Example[] = [];
    for (const intent of intents) {
      for (const phrase of given[intent].phrases) {
        // One at a time: a visitor's question waits for one phrase at most.
        const [vector] = await embedder.embed([phrase], { purpose: 'query', signal });
        if (vector) made.push({ intent, language, vector });
      }
    }
    return made;
  }

  function examplesOf(index: EmbeddingIndex, language: string, settings: Settings) {
    const name = `${index.embedder} ${language}`;
    const found = known.get(name);
    if (found) return found;
    known.set(name, []);
    forNoRequest(() => embedPhrases(index, language, settings)).then(
      (made) => void known.set(name, made),
      (error: unknown) => {
        known.delete(name);
        log.debug({ err: error }, 'phrases of small talk have no vectors');
      },
    );
    return [];
  }

  async function find(
    { gist, weekdays, language }: Question,
    { settings, locale, signal }: Options,
  ): Promise<Found | null> {
    const active = await indexes.known();
    const threshold = thresholds[active.embedder];
    if (threshold === undefined) return null;
    const examples = languagesFor({ language, locale }).flatMap((each) =>
      examplesOf(active, each, settings),
    );
    if (examples.length === 0) return null;
    const text = [gist, ...weekdays].join(' ');
    const vector = await embedQuery(active, text, settings, {
      signal,
      failedLate: () => undefined,
    });
    if (!vector?.length) return null;
    const [nearest] = examples
      .map((example) => ({ ...example, near: dot(vector, example.vector) }))
      .sort((a, b) => b.near - a.near);
    return nearest && nearest.near >= threshold ? nearest : null;
  }

  return async function nearestIntent(question: Question, options: Options): Promise<Found | null> {
    const { gist, isSmallTalk, isFollowUp } = question;
    if (isSmallTalk || isFollowUp || tokenize(gist).length > maxWords) return null;
    try {
      return await find(question, options);
    } catch (error) {
      // The search fails for the same reason, and tells it.
      log.debug({ err: error }, 'a question was not compared with small talk');
      return null;
    }
  };
}
export type NearestIntent = ReturnType<typeof createNearestIntent>;
