import type { SearchQuery } from '../contract/search.ts';
import { refersBack } from '../question/refers-back.ts';
import { standaloneForm, type Rewrite, type RewriteOptions } from '../question/rewrite.ts';
import type { Question } from '../question/understand.ts';
import type { Documents } from '../storage/documents.ts';

/** The form of a question that can be understood alone. */
export interface Standalone {
  query: SearchQuery;
  /** The document that the question points to: the page that the visitor is on. */
  meant: number | null;
}

/** Completes questions that say little by themselves. */
export function createStandalone(documents: Pick<Documents, 'atAddress'>, rewrite: Rewrite) {
  /** Joins a question to the title of the page that the visitor is on. */
  async function onPage({ gist }: Question, pageUrl: string): Promise<Standalone | null> {
    if (!refersBack(gist)) return null;
    const page = await documents.atAddress(pageUrl);
    if (!page?.title) return null;
    return { query: { text: `${page.title}: ${gist}`, why: 'page' }, meant: page.id };
  }

  /** Returns null if the question stands alone as it is. */
  return async function standaloneOf(
    question: Question,
    { pageUrl = null, ...options }: RewriteOptions & { pageUrl?: string | null | undefined },
  ): Promise<Standalone | null> {
    const query = await standaloneForm(question, rewrite, options);
    if (query) return { query, meant: null };
    return pageUrl === null ? null : onPage(question, pageUrl);
  };
}
