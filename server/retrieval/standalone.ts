import type { Usage } from '../contract/chat.ts';
import type { SearchQuery } from '../contract/search.ts';
import { joinQuestions, refersBack } from '../question/follow-ups.ts';
import { needsRewrite, type Rewrite, type RewriteOptions } from '../question/rewrite.ts';
import type { Question } from '../question/understand.ts';
import type { Documents } from '../storage/documents.ts';

/** The form of a question that can be understood alone. */
export interface Standalone {
  /** Null: the question stands alone as it is. */
  query: SearchQuery | null;
  /** Tokens of the model that was asked for it. */
  usage: Usage;
}

interface StandaloneOptions extends RewriteOptions {
  pageUrl?: string | null | undefined;
  /** Whether a model may be asked. */
  mayAsk: boolean;
  /** The site's language, if the question has another one that the site does not have; else empty. */
  language: string;
}

const nothing: Standalone = {
  query: null,
  usage: { prompt_tokens: 0, completion_tokens: 0 },
};

/** Completes questions that say little by themselves. */
export function createStandalone(documents: Pick<Documents, 'atAddress'>, rewrite: Rewrite) {
  /** Joins a question to the title of the page that the visitor is on. */
  async function onPage({ gist }: Question, pageUrl: string): Promise<Standalone> {
    if (!refersBack(gist)) return nothing;
    const page = await documents.atAddress(pageUrl);
    if (!page?.title) return nothing;
    return { ...nothing, query: { text: `${page.title}: ${gist}`, why: 'page' } };
  }

  /** Rewritten by a model, else joined to an earlier question, else to the visitor's page. */
  return async function standaloneOf(
    question: Question,
    { pageUrl = null, mayAsk, language, ...options }: StandaloneOptions,
  ): Promise<Standalone> {
    const { text, usage } =
      mayAsk && needsRewrite(question, language)
        ? await rewrite(question, language, options)
        : { text: null, usage: nothing.usage };
    if (text !== null) {
      const query = text === question.text ? null : { text, why: 'rewritten' as const };
      return { query, usage };
    }
    const joined = question.isFollowUp ? joinQuestions(question) : null;
    if (joined !== null) return { query: { text: joined, why: 'joined' }, usage };
    return pageUrl === null
      ? { ...nothing, usage }
      : { ...(await onPage(question, pageUrl)), usage };
  };
}
