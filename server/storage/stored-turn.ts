import { shownModel } from '../text/shown-model.ts';
import type { Selectable } from 'kysely';
import {
  closestPage,
  type ClosestPage,
  type FinishReason,
  type Source,
  type Statement,
  type ToolCallSummary,
  type Turn,
} from '../contract/chat.ts';
import type { OwnerTurn } from '../contract/chats.ts';
import type { ChatTable } from './schema.ts';

/**
 * The document decides later whether the source may still be quoted. A follow-up may be about the
 * chunks, which older rows lack.
 */
export type StoredSource = Source & { document_id: number; chunk_ids?: number[] };

/** A question that can be asked next. The document that answers it decides whether it is still shown. */
export interface StoredQuestion {
  text: string;
  /** Null: one of the owner's curated questions. */
  document_id: number | null;
}

/** The column `extras` holds what is shown below an answer beside its sources. */
export interface Extras {
  statements: readonly Statement[];
  closest: readonly (ClosestPage & { document_id: number })[];
  next_questions: readonly StoredQuestion[];
  /** The visitor could send the conversation to the owner. */
  offer_mail?: true;
}

export const sourcesOf = ({ citations }: Pick<Selectable<ChatTable>, 'citations'>) =>
  citations === null ? [] : (JSON.parse(citations) as StoredSource[]);

/** Returns the ids of the documents that a turn cites. */
export const citedBy = (row: Pick<Selectable<ChatTable>, 'citations'>) =>
  sourcesOf(row).flatMap(({ document_id }) => document_id ?? []);

export const noExtras: Extras = { statements: [], closest: [], next_questions: [] };

const extrasOf = ({ extras }: Pick<Selectable<ChatTable>, 'extras'>): Extras =>
  extras === null ? noExtras : { ...noExtras, ...(JSON.parse(extras) as Partial<Extras>) };

/** Returns the column's value; null if there is nothing to store. */
export const writeExtras = (extras: Extras) =>
  JSON.stringify(extras) === JSON.stringify(noExtras) ? null : JSON.stringify(extras);

/** Returns the ids of the documents that a turn shows anything of. */
export const shownBy = (row: Pick<Selectable<ChatTable>, 'citations' | 'extras'>) => {
  const { closest, next_questions } = extrasOf(row);
  const all = [...sourcesOf(row), ...closest, ...next_questions];
  return all.flatMap(({ document_id }) => document_id ?? []);
};

/** Returns a source for visitors, quoted only while its document is in the knowledge base. */
function quoted(
  { document_id, n, title, url, kind, passage_url, excerpt, section }: StoredSource,
  present: ReadonlySet<number>,
): Source {
  if (!present.has(document_id)) return { n, title, url, kind, excerpt: '' };
  return {
    n,
    title,
    url,
    kind,
    ...(passage_url !== undefined && { passage_url }),
    excerpt,
    ...(section !== undefined && { section }),
  };
}

/** Returns what is shown below an answer of the documents that are still in the knowledge base. */
function shownExtras(row: Selectable<ChatTable>, present: ReadonlySet<number>) {
  const { statements, closest, next_questions, offer_mail } = extrasOf(row);
  const isPresent = (id: number | null) => id === null || present.has(id);
  const sources = new Map(sourcesOf(row).map((source) => [source.n, source]));
  const shown = statements.map((statement) => {
    const source = sources.get(statement.n);
    const isShown = source && present.has(source.document_id);
    // Each mark of the text keeps its place in the list.
    return isShown ? statement : { n: statement.n, text: '', url: source?.url ?? '' };
  });
  const pages = closest
    .filter((page) => isPresent(page.document_id))
    .map((page) => closestPage.parse(page));
  const questions = next_questions
    .filter((next) => isPresent(next.document_id))
    .map(({ text }) => text);
  return {
    ...(shown.length > 0 && { statements: shown }),
    ...(pages.length > 0 && { closest: pages }),
    ...(questions.length > 0 && { nextQuestions: questions }),
    ...(offer_mail && { offersMail: offer_mail }),
  };
}

/** @param present Ids of the documents that are in the knowledge base. */
export function toTurn(row: Selectable<ChatTable>, present: ReadonlySet<number>): Turn {
  return {
    id: row.id,
    role: row.role,
    content: row.content,
    citations: sourcesOf(row).map((source) => quoted(source, present)),
    ...shownExtras(row, present),
    reasoning: row.reasoning ?? '',
    model: shownModel(row.model),
    feedback: row.feedback,
    createdAt: new Date(row.created_at).toISOString(),
    finishReason: row.role === 'assistant' ? (row.finish_reason as FinishReason) : null,
    promptTokens: row.prompt_tokens,
    completionTokens: row.completion_tokens,
    cachedTokens: row.cached_tokens,
    responseTimeMs: row.response_time_ms,
  };
}

/** @param present Ids of the documents that are in the knowledge base. */
export const toOwnerTurn = (
  row: Selectable<ChatTable>,
  present: ReadonlySet<number>,
): OwnerTurn => ({
  ...toTurn(row, present),
  outcome: row.outcome || null,
  confidence: row.confidence,
  comment: row.feedback_comment ?? '',
  tools: row.tool_calls === null ? [] : (JSON.parse(row.tool_calls) as ToolCallSummary[]),
  pageUrl: row.page_url ?? '',
  cacheWriteTokens: row.cache_write_tokens,
  gap: row.gap_id,
  requestId: row.request_id,
});
