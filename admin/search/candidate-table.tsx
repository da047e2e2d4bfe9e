import { __, sprintf } from '@wordpress/i18n';
import type { ReactNode } from 'react';
import type { SearchCandidate } from '../../server/contract/search.ts';
import { Badge } from '../components/badge.tsx';
import { SourceLink } from '../components/source-link.tsx';
import { Table, type Column } from '../components/table.tsx';
import { formatNumber, formatPercent, formatScore } from '../format.ts';
import { knowledgeUrl } from '../use-query.ts';
import { outcomeLabel } from './search-labels.ts';

const rankText = (rank: number) =>
  /* translators: %s: a place, from 1. */
  sprintf(__('Place %s', 'itih-rag-chat'), formatNumber(rank));

function Passage({ candidate, number }: { candidate: SearchCandidate; number: number }) {
  const { document_id, title, url, heading_path, excerpt } = candidate;
  return (
    <>
      <span className="itih-table__title">
        {formatNumber(number)}.{' '}
        {document_id === null ? (
          __('Not shown', 'itih-rag-chat')
        ) : (
          <a href={knowledgeUrl({ document: String(document_id) })}>
            <bdi>{title || `#${document_id}`}</bdi>
          </a>
        )}
      </span>
      {heading_path && (
        <span className="itih-source">
          <bdi>{heading_path}</bdi>
        </span>
      )}
      <SourceLink url={url} />
      {excerpt && (
        <p className="itih-excerpt" dir="auto">
          {excerpt}
        </p>
      )}
    </>
  );
}

/** A score with its place among the others; a dash for none. */
const scored = (found: { score: number; rank: number } | null, more: ReactNode = '') =>
  found ? (
    <>
      {formatScore(found.score)}
      <small className="itih-place">
        {rankText(found.rank)}
        {more}
      </small>
    </>
  ) : (
    '–'
  );

const coverageText = (coverage: number) =>
  sprintf(
    /* translators: %s: such as "80%". */
    __('%s of the question', 'itih-rag-chat'),
    formatPercent(coverage),
  );

/** All that was found, best first, and what became of it. */
export function CandidateTable({ candidates }: { candidates: readonly SearchCandidate[] }) {
  /** The number of a passage in this list. */
  const numberOf = (id: number | null | undefined) => {
    const at = candidates.findIndex(({ chunk_id }) => chunk_id === id);
    return at < 0 ? '–' : formatNumber(at + 1);
  };
  const columns: (Column<SearchCandidate> | false)[] = [
    {
      label: __('Passage', 'itih-rag-chat'),
      cell: (candidate, index) => <Passage candidate={candidate} number={index + 1} />,
    },
    { label: __('Vectors', 'itih-rag-chat'), cell: ({ vector }) => scored(vector) },
    {
      label: __('Words', 'itih-rag-chat'),
      cell: ({ lexical }) => scored(lexical, lexical && `, ${coverageText(lexical.coverage)}`),
    },
    {
      label: __('Together', 'itih-rag-chat'),
      cell: ({ fused, carried }) => (
        <>
          {formatScore(fused)}
          {carried && (
            <small className="itih-place">{__('Cited by the last answer', 'itih-rag-chat')}</small>
          )}
        </>
      ),
    },
    candidates.some(({ reranked }) => reranked !== null) && {
      label: __('Reranked', 'itih-rag-chat'),
      cell: ({ reranked }) => scored(reranked),
    },
    {
      label: __('Outcome', 'itih-rag-chat'),
      cell: ({ outcome, with: other }) => (
        <Badge
          tone={outcome === 'used' || outcome === 'joined' ? 'good' : 'neutral'}
          text={outcomeLabel(outcome, numberOf(other))}
        />
      ),
    },
  ];
  return (
    <Table
      label={__('All that was found', 'itih-rag-chat')}
      className="itih-candidates"
      rows={candidates}
      keyOf={({ chunk_id }) => chunk_id}
      columns={columns}
    />
  );
}
