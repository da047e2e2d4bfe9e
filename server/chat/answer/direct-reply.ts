import type { CuratedAnswer, Settings } from '../../contract/settings.ts';
import type { Visibility } from '../../ingestion/visibility.ts';
import { matchCurated } from '../../question/likeness.ts';
import type { Question } from '../../question/question.ts';
import type { Log } from '../../runtime/log.ts';
import type { Passage } from '../../storage/chunks.ts';
import type { Documents } from '../../storage/documents.ts';
import { CitationWriter } from '../citations/citations.ts';
import { cardAnswer } from './card-answer.ts';
import type { RunEvent } from './run-model.ts';

export interface DirectReplyDependencies {
  documents: Pick<Documents, 'atAddress'>;
  visibility: Pick<Visibility, 'onlyPublic'>;
}

/** A reply that needs no search and no model. */
interface DirectReply {
  citations: CitationWriter;
  events: RunEvent[];
}

const eventsOf = (id: string, text: string): RunEvent[] => [
  { type: 'model', id },
  { type: 'text', text },
  { type: 'finish', reason: 'stop' },
];

/** Returns the page of an address as a source without a passage, if it is in the knowledge base and public. */
async function pageAt(
  url: string,
  { documents, visibility }: DirectReplyDependencies,
  { settings, log }: { settings: Settings; log: Log },
): Promise<Passage | undefined> {
  try {
    const document = await documents.atAddress(url);
    if (!document) return undefined;
    const { id, kind, title, post_id: postId, attachment_id: attachmentId } = document;
    const page: Passage = {
      ...{ chunkId: 0, documentId: id, position: 0, headingPath: '', page: null, content: '' },
      ...{ kind, postId, attachmentId, title, url: document.source_url },
      ...{ published: 0, prominent: false, postType: '', language: '' },
    };
    return (await visibility.onlyPublic([page], settings))[0];
  } catch (error) {
    // The owner's answer needs no source.
    log.warn({ err: error }, 'the page of a curated answer could not be looked up');
    return undefined;
  }
}

/** Brackets and parentheses would end the parts of a Markdown link. */
const linkTo = (title: string, url: string) =>
  `[${title.replace(/[[\]]/g, '')}](${url.replaceAll('(', '%28').replaceAll(')', '%29')})`;

interface DirectContext {
  settings: Settings;
  /** The site's front page; undefined before it is known. */
  homeUrl: string | undefined;
  siteName: string;
  /** The page's. */
  locale: string;
  log: Log;
}

async function curatedReply(
  { answer, url }: Pick<CuratedAnswer, 'answer' | 'url'>,
  /** Title of a page that is not in the knowledge base; empty: its address. */
  name: string,
  dependencies: DirectReplyDependencies,
  context: DirectContext,
): Promise<DirectReply> {
  const page = url ? await pageAt(url, dependencies, context) : undefined;
  const numbers = context.settings.chat.citations;
  const title = page?.title || name || url;
  const text =
    page && numbers
      ? `${answer || title} [1]`
      : [answer, url && linkTo(title, url)].filter(Boolean).join('\n\n');
  const citations = new CitationWriter(page ? [page] : [], { numbers, quoted: [answer, url] });
  return { citations, events: eventsOf('curated', text) };
}

/**
 * Returns the owner's own answer to a question, else what the business card says, else the reply to small talk; null if
 * none fits. A language model is told the card, and can say more with it.
 */
export async function directReply(
  question: Question,
  dependencies: DirectReplyDependencies,
  context: DirectContext,
): Promise<DirectReply | null> {
  const { settings, homeUrl, siteName } = context;
  const { curated, synonyms, contact } = settings.chat;
  const found = matchCurated(question.gist, curated, synonyms);
  if (found) return curatedReply(found, '', dependencies, context);
  const said = settings.llm.provider === 'builtin' ? cardAnswer(question, settings, context) : null;
  if (said !== null)
    return curatedReply({ answer: said, url: homeUrl ?? '' }, siteName, dependencies, context);
  if (question.greeting === null) return null;
  const citations = new CitationWriter([], { quoted: [contact] });
  return { citations, events: eventsOf('builtin', question.greeting) };
}
