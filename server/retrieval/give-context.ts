import type { Usage } from '../contract/chat.ts';
import type { Visibility } from '../ingestion/posts.ts';
import type { Question } from '../question/question.ts';
import { inSpan } from '../runtime/spans.ts';
import type { ScoredPassage } from './pack-context.ts';
import type { Retrieval, Retrieve, RetrieveOptions } from './retrieve.ts';
import type { SiteTexts } from './context-filler.ts';

/** The passages that a model is given for a question. */
export interface Context {
  /** Best first; a whole site in its own order. */
  passages: readonly ScoredPassage[];
  /** True if they are all of the site, or of its version in the question's language. */
  isWholeSite: boolean;
  /** Tokens of the model that rewrote the question; zero without. */
  usage: Usage;
  /** Returns what the search finds. A whole site is given without waiting for it: it runs when it is asked for. */
  searched: () => Promise<Retrieval>;
}

/** Gives a language model the whole site if it fits, else what is found; the built-in model what is found. */
export function createGiveContext({
  retrieve,
  siteTexts,
  visibility,
}: {
  retrieve: Retrieve;
  siteTexts: Pick<SiteTexts, 'whole'>;
  visibility: Pick<Visibility, 'onlyPublic'>;
}) {
  return async function giveContext(
    question: Question,
    options: RetrieveOptions,
  ): Promise<Context> {
    const { budget, settings } = options;
    const whole = budget === undefined ? null : await siteTexts.whole(question.language, budget);
    if (!whole) {
      const found = await retrieve(question, options);
      const { passages, usage } = found;
      return { passages, isWholeSite: false, usage, searched: () => Promise.resolve(found) };
    }
    let found: Promise<Retrieval> | null = null;
    return {
      passages: await inSpan('visibility', () => visibility.onlyPublic(whole, settings)),
      isWholeSite: true,
      usage: { prompt_tokens: 0, completion_tokens: 0 },
      // A model that is given everything needs no better question, and no context beside it.
      searched: () =>
        (found ??= retrieve(question, { ...options, budget: undefined, mayAsk: false })),
    };
  };
}
export type GiveContext = ReturnType<typeof createGiveContext>;
