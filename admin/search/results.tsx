import { __, _x, sprintf } from '@wordpress/i18n';
import type { ReactNode } from 'react';
import type {
  Confidence,
  SearchCandidate,
  SearchOutcome,
  SearchQuery,
  SearchReply,
  SearchTimings,
} from '../../server/contract/search.ts';
import { SourceLink } from '../components/answer.tsx';
import { Button, Warnings } from '../components/controls.tsx';
import { Badge, Facts } from '../components/facts.tsx';
import { type Column, Table } from '../components/table.tsx';
import { formatDuration, formatNumber, formatPercent, formatScore } from '../format.ts';
import { modelName, storeModeLabel } from '../labels.ts';
import { answersUrl, knowledgeUrl } from '../page.ts';
import { todayTone } from '../gaps/labels.tsx';

const reasonLabel = (why: SearchQuery['why']): string =>
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
function outcomeLabel(outcome: SearchOutcome, other: string): string {
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

const confidenceLabel = (outcome: Confidence['outcome']): string =>
  ({
    answer: _x('Answers', 'what the chat does', 'itih-rag-chat'),
    closest: __('Points to pages', 'itih-rag-chat'),
    nothing: __('Says that it found nothing', 'itih-rag-chat'),
  })[outcome];

/** Vectors and words are compared at the same time. */
const stageLabels = (): [keyof SearchTimings, string][] => [
  ['rewrite', __('Rewriting', 'itih-rag-chat')],
  ['embed', __('Understanding', 'itih-rag-chat')],
  ['vectors', __('Meaning', 'itih-rag-chat')],
  ['lexical', __('Words', 'itih-rag-chat')],
  ['read', __('Reading', 'itih-rag-chat')],
  ['visibility', __('Visibility', 'itih-rag-chat')],
  ['rerank', __('Better order', 'itih-rag-chat')],
  ['pack', __('Packing', 'itih-rag-chat')],
];

/** How sure the chat is that it has an answer, and why. */
export const Outcome = ({
  confidence: { outcome, score, reasons },
}: {
  confidence: Confidence;
}) => (
  <div className="itih-outcome">
    <p className="itih-actions">
      <Badge tone={todayTone(outcome)} text={confidenceLabel(outcome)} />
      <span className="itih-hint">
        {sprintf(
          /* translators: %s: a percentage. */
          __('%s sure that the passages answer the question', 'itih-rag-chat'),
          formatPercent(score),
        )}
      </span>
    </p>
    {reasons.length > 0 && (
      <ul lang="en" dir="ltr">
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    )}
  </div>
);

/** Ways to another answer. */
export const Remedies = ({ question }: { question: string }) => (
  <p className="itih-actions">
    <span>{__('Not what it should say?', 'itih-rag-chat')}</span>
    <Button variant="secondary" href={answersUrl({ question })}>
      {__('Write the answer', 'itih-rag-chat')}
    </Button>
    <Button variant="secondary" href={answersUrl({ tab: 'synonyms', question })}>
      {__('Add synonyms', 'itih-rag-chat')}
    </Button>
  </p>
);

const Queries = ({ queries }: Pick<SearchReply, 'queries'>) => (
  <ul className="itih-queries">
    {queries.map(({ text, why }) => (
      <li key={`${why} ${text}`}>
        <q dir="auto">{text}</q> <span className="itih-hint">{reasonLabel(why)}</span>
      </li>
    ))}
  </ul>
);

const Stages = ({ ms }: Pick<SearchReply, 'ms'>) => (
  <ul className="itih-stages">
    {stageLabels()
      .filter(([stage]) => ms[stage] > 0)
      .map(([stage, label]) => (
        <li key={stage}>
          {label} <strong>{formatDuration(ms[stage])}</strong>
        </li>
      ))}
  </ul>
);

/** Shows the query, how it was searched for and how long that took. */
export function SearchSummary({ reply }: { reply: SearchReply }) {
  const { queries, mode, embedder, reranker, warnings, tokens, min_score, ms } = reply;
  return (
    <>
      <Facts
        look="rows"
        facts={[
          { label: __('Searched for', 'itih-rag-chat'), value: <Queries queries={queries} /> },
          {
            label: __('By meaning', 'itih-rag-chat'),
            value: storeModeLabel(mode),
            note: modelName(embedder),
          },
          reranker && { label: __('Put in order by', 'itih-rag-chat'), value: modelName(reranker) },
          {
            label: __('Lowest score', 'itih-rag-chat'),
            value: formatNumber(min_score),
            note:
              mode === 'none'
                ? __(
                    'A passage has to have half of this share of the question’s words.',
                    'itih-rag-chat',
                  )
                : __(
                    'For what is found by meaning. What only words find needs enough of the question’s words.',
                    'itih-rag-chat',
                  ),
          },
          {
            label: __('Context', 'itih-rag-chat'),
            value: sprintf(
              /* translators: 1: number of tokens. 2: the most that there may be. */
              __('About %1$s of %2$s tokens', 'itih-rag-chat'),
              formatNumber(tokens.used),
              formatNumber(tokens.limit),
            ),
          },
          {
            label: __('Time', 'itih-rag-chat'),
            value: formatDuration(ms.total),
            note: <Stages ms={ms} />,
          },
        ]}
      />
      <Warnings warnings={warnings} />
    </>
  );
}

/** Lists the passages that the language model gets, in their order. */
export function PassageList({ chunks }: Pick<SearchReply, 'chunks'>) {
  if (chunks.length === 0) {
    return (
      <p className="itih-empty">
        {__('Nothing. A strict chat would say that it does not know.', 'itih-rag-chat')}
      </p>
    );
  }
  return (
    <ol className="itih-chunks">
      {chunks.map((chunk, index) => (
        <li key={chunk.chunk_id}>
          <p className="itih-chunks__place">
            <strong>[{index + 1}]</strong>
            <a href={knowledgeUrl({ document: String(chunk.document_id) })}>
              <bdi>{chunk.title || `#${chunk.document_id}`}</bdi>
            </a>
            {chunk.heading_path && <bdi>{chunk.heading_path}</bdi>}
            <span>
              {sprintf(
                /* translators: %s: a number from 0 to 1. */
                __('Score %s', 'itih-rag-chat'),
                formatScore(chunk.score),
              )}
            </span>
          </p>
          <SourceLink url={chunk.url} />
          <p className="itih-chunks__text" dir="auto">
            {chunk.content}
          </p>
        </li>
      ))}
    </ol>
  );
}

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
    { label: __('Meaning', 'itih-rag-chat'), cell: ({ vector }) => scored(vector) },
    {
      label: __('Words', 'itih-rag-chat'),
      cell: ({ lexical }) => scored(lexical, lexical && `, ${coverageText(lexical.coverage)}`),
    },
    {
      label: __('Together', 'itih-rag-chat'),
      cell: ({ fused, cited }) => (
        <>
          {formatScore(fused)}
          {cited && (
            <small className="itih-place">{__('Cited by the last answer', 'itih-rag-chat')}</small>
          )}
        </>
      ),
    },
    candidates.some(({ reranked }) => reranked !== null) && {
      label: __('Put in order', 'itih-rag-chat'),
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
