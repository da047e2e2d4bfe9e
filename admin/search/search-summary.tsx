import { __, sprintf } from '@wordpress/i18n';
import type { SearchReply } from '../../server/contract/search.ts';
import { Facts } from '../components/facts.tsx';
import { formatDuration, formatNumber } from '../format.ts';
import { modelName, storeModeLabel } from '../labels.ts';
import { reasonLabel, stageLabels } from './search-labels.ts';
import { Warnings } from '../components/controls.tsx';

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
            label: __('Vectors', 'itih-rag-chat'),
            value: storeModeLabel(mode),
            note: modelName(embedder),
          },
          ...(reranker === ''
            ? []
            : [{ label: __('Reranked by', 'itih-rag-chat'), value: modelName(reranker) }]),
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
                    'For vectors. What only words find needs enough of the question’s words.',
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
