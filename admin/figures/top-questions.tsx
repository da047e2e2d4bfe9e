import { __ } from '@wordpress/i18n';
import { Cell } from '../components/cell.tsx';
import { OutcomeBadge } from '../components/outcome-badge.tsx';
import { formatNumber } from '../format.ts';
import { periodUrl, type Period } from './period.tsx';

/** The longest text that the list can be searched for. */
const maxSearch = 200;

/** The questions that were asked most often, with the conversations that have their words. */
export const TopQuestions = ({ period }: { period: Period }) => (
  <table
    role="table"
    className="itih-table itih-top"
    aria-label={__('Asked most often', 'itih-rag-chat')}
  >
    <thead role="rowgroup">
      <tr role="row">
        <th role="columnheader" scope="col">
          {__('Question', 'itih-rag-chat')}
        </th>
        <th role="columnheader" scope="col">
          {__('Asked', 'itih-rag-chat')}
        </th>
        <th role="columnheader" scope="col">
          {__('Last answer', 'itih-rag-chat')}
        </th>
      </tr>
    </thead>
    <tbody role="rowgroup">
      {period.top_questions.map(({ question, count, outcome }) => (
        <tr role="row" key={question}>
          <th role="rowheader" scope="row">
            <a href={periodUrl(period, { s: question.slice(0, maxSearch) })}>
              <bdi>{question}</bdi>
            </a>
          </th>
          <Cell label={__('Asked', 'itih-rag-chat')}>{formatNumber(count)}</Cell>
          <Cell label={__('Last answer', 'itih-rag-chat')}>
            <OutcomeBadge outcome={outcome} />
          </Cell>
        </tr>
      ))}
    </tbody>
  </table>
);
