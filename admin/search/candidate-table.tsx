import { __, sprintf } from '@wordpress/i18n';
import type { SearchCandidate } from '../../server/contract/search.ts';
import { Badge } from '../components/badge.tsx';
import { Cell } from '../components/cell.tsx';
import { SourceLink } from '../components/source-link.tsx';
import { formatNumber, formatPercent, formatScore } from '../format.ts';
import { knowledgeUrl } from '../use-query.ts';
import { outcomeLabel } from './search-labels.ts';

interface RowProps {
  candidate: SearchCandidate;
  /** From 1. */
  number: number;
  /** Number of the passage that the outcome speaks of; 0: it is not in the list. */
  other: number;
  /** Some candidates were ranked again. */
  isReranked: boolean;
}

const rankText = (rank: number) =>
  /* translators: %s: a place, from 1. */
  sprintf(__('Place %s', 'itih-rag-chat'), formatNumber(rank));

function Passage({ candidate, number }: Pick<RowProps, 'candidate' | 'number'>) {
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

function Row({ candidate, number, other, isReranked }: RowProps) {
  const { vector, lexical, fused, reranked, carried, outcome } = candidate;
  const isUsed = outcome === 'used' || outcome === 'joined';
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        <Passage candidate={candidate} number={number} />
      </th>
      <Cell label={__('Vectors', 'itih-rag-chat')}>
        {vector ? formatScore(vector.score) : '–'}
        {vector && <small className="itih-place">{rankText(vector.rank)}</small>}
      </Cell>
      <Cell label={__('Words', 'itih-rag-chat')}>
        {lexical ? formatScore(lexical.score) : '–'}
        {lexical && (
          <small className="itih-place">
            {rankText(lexical.rank)},{' '}
            {sprintf(
              /* translators: %s: such as "80%". */
              __('%s of the question', 'itih-rag-chat'),
              formatPercent(lexical.coverage),
            )}
          </small>
        )}
      </Cell>
      <Cell label={__('Together', 'itih-rag-chat')}>
        {formatScore(fused)}
        {carried && (
          <small className="itih-place">{__('Cited by the last answer', 'itih-rag-chat')}</small>
        )}
      </Cell>
      {isReranked && (
        <Cell label={__('Reranked', 'itih-rag-chat')}>
          {reranked ? formatScore(reranked.score) : '–'}
          {reranked && <small className="itih-place">{rankText(reranked.rank)}</small>}
        </Cell>
      )}
      <Cell label={__('Outcome', 'itih-rag-chat')}>
        <Badge
          tone={isUsed ? 'good' : 'neutral'}
          text={outcomeLabel(outcome, other > 0 ? formatNumber(other) : '–')}
        />
      </Cell>
    </tr>
  );
}

/** All that was found, best first, and what became of it. Narrow screens show the rows as cards. */
export function CandidateTable({ candidates }: { candidates: readonly SearchCandidate[] }) {
  const numbers = new Map(candidates.map(({ chunk_id }, index) => [chunk_id, index + 1]));
  const isReranked = candidates.some(({ reranked }) => reranked !== null);
  const heading = (text: string) => (
    <th role="columnheader" scope="col">
      {text}
    </th>
  );
  return (
    <table
      role="table"
      className="itih-table is-plain itih-candidates"
      aria-label={__('All that was found', 'itih-rag-chat')}
    >
      <thead role="rowgroup">
        <tr role="row">
          {heading(__('Passage', 'itih-rag-chat'))}
          {heading(__('Vectors', 'itih-rag-chat'))}
          {heading(__('Words', 'itih-rag-chat'))}
          {heading(__('Together', 'itih-rag-chat'))}
          {isReranked && heading(__('Reranked', 'itih-rag-chat'))}
          {heading(__('Outcome', 'itih-rag-chat'))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {candidates.map((candidate) => (
          <Row
            key={candidate.chunk_id}
            candidate={candidate}
            number={numbers.get(candidate.chunk_id) ?? 0}
            isReranked={isReranked}
            other={numbers.get(candidate.with ?? 0) ?? 0}
          />
        ))}
      </tbody>
    </table>
  );
}
