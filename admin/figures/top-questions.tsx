import { __ } from '@wordpress/i18n';
import { OutcomeBadge } from '../components/outcome-badge.tsx';
import { Table } from '../components/table.tsx';
import { formatNumber } from '../format.ts';
import { periodUrl, type Period } from './period.tsx';

/** The longest text that the list can be searched for. */
const maxSearch = 200;

/** The questions that were asked most often, with the conversations that have their words. */
export const TopQuestions = ({ period }: { period: Period }) => (
  <Table
    label={__('Asked most often', 'itih-rag-chat')}
    className="itih-top"
    rows={period.top_questions}
    keyOf={({ question }) => question}
    columns={[
      {
        label: __('Question', 'itih-rag-chat'),
        cell: ({ question }) => (
          <a href={periodUrl(period, { s: question.slice(0, maxSearch) })}>
            <bdi>{question}</bdi>
          </a>
        ),
      },
      { label: __('Asked', 'itih-rag-chat'), cell: ({ count }) => formatNumber(count) },
      {
        label: __('Last answer', 'itih-rag-chat'),
        cell: ({ outcome }) => <OutcomeBadge outcome={outcome} />,
      },
    ]}
  />
);
