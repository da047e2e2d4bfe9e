import { __, sprintf } from '@wordpress/i18n';
import type {
  Confidence,
  SearchOutcome,
  SearchQuery,
  SearchTimings,
} from '../../server/contract/search.ts';

export const reasonLabel = (why: SearchQuery['why']): string =>
  ({
    question: __('as it was asked', 'itih-rag-chat'),
    rewritten: __('rewritten, so that it stands alone', 'itih-rag-chat'),
    joined: __('with the question before it', 'itih-rag-chat'),
    page: __('with the title of the page', 'itih-rag-chat'),
  })[why];

const outcomes = (): Record<Exclude<SearchOutcome, 'joined' | 'duplicate'>, string> => ({
  used: __('Used', 'itih-rag-chat'),
  below_min_score: __('Too far from the question', 'itih-rag-chat'),
  document_limit: __('Enough passages of its document', 'itih-rag-chat'),
  top_k: __('Enough better passages', 'itih-rag-chat'),
  token_budget: __('The context is full', 'itih-rag-chat'),
  not_public: __('Nobody may read it now', 'itih-rag-chat'),
  gone: __('Deleted meanwhile', 'itih-rag-chat'),
});

/** `other`: number of the passage that the outcome speaks of. */
export function outcomeLabel(outcome: SearchOutcome, other: string): string {
  if (outcome === 'joined') {
    /* translators: %s: number of another passage in the list. */
    return sprintf(__('Used, joined with %s', 'itih-rag-chat'), other);
  }
  if (outcome === 'duplicate') {
    /* translators: %s: number of another passage in the list. */
    return sprintf(__('Says the same as %s', 'itih-rag-chat'), other);
  }
  return outcomes()[outcome];
}

export const confidenceLabel = (outcome: Confidence['outcome']): string =>
  ({
    answer: __('Answers', 'itih-rag-chat'),
    closest: __('Points to pages', 'itih-rag-chat'),
    nothing: __('Says that it found nothing', 'itih-rag-chat'),
  })[outcome];

/** Vectors and words are compared at the same time. */
export const stageLabels = (): [keyof SearchTimings, string][] => [
  ['rewrite', __('Rewriting', 'itih-rag-chat')],
  ['embed', __('Embedding', 'itih-rag-chat')],
  ['vectors', __('Vectors', 'itih-rag-chat')],
  ['lexical', __('Words', 'itih-rag-chat')],
  ['read', __('Reading', 'itih-rag-chat')],
  ['visibility', __('Visibility', 'itih-rag-chat')],
  ['rerank', __('Reranking', 'itih-rag-chat')],
  ['pack', __('Packing', 'itih-rag-chat')],
];
