import { __, sprintf } from '@wordpress/i18n';
import type { Gap, GapState } from '../../server/contract/gaps.ts';
import { Cell } from '../components/cell.tsx';
import { Button } from '../components/controls.tsx';
import { QueryLink } from '../components/query-link.tsx';
import { formatDate, formatNumber } from '../format.ts';
import type { QueryChanges } from '../use-query.ts';
import { actionLabel, reasonLabel } from './gap-labels.ts';
import { Trend } from './trend.tsx';
import type { GapStates } from './use-gap-states.ts';

export const linkId = (id: number) => `itih-gap-${id}`;

interface Props {
  gaps: readonly Gap[];
  states: GapStates;
  onFollow: (changes: QueryChanges) => void;
}

function Row({ gap, states, onFollow }: Omit<Props, 'gaps'> & { gap: Gap }) {
  const { id, question, reasons, count, trend, last_at, state, action } = gap;
  const named = (text: string) => ({
    'aria-label': sprintf(
      /* translators: 1: what a button does. 2: a question. */
      __('%1$s: %2$s', 'itih-rag-chat'),
      text,
      question,
    ),
    children: text,
  });
  const change = (to: GapState, text: string) => (
    <Button
      variant="link"
      isBusy={states.busy === id}
      onClick={() => void states.change(gap, to)}
      {...named(text)}
    />
  );
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        <QueryLink
          id={linkId(id)}
          className="itih-table__title"
          changes={{ gap: String(id) }}
          onFollow={onFollow}
        >
          <bdi>{question}</bdi>
        </QueryLink>
        {action && <span className="itih-hint">{actionLabel(action)}</span>}
        <div className="itih-row-actions">
          {state === 'open' ? (
            <>
              {change('done', __('Mark as done', 'itih-rag-chat'))}
              {change('ignored', __('Ignore', 'itih-rag-chat'))}
            </>
          ) : (
            change('open', __('Open again', 'itih-rag-chat'))
          )}
        </div>
      </th>
      <Cell label={__('Why', 'itih-rag-chat')}>
        <ul className="itih-reasons">
          {reasons.map((reason) => (
            <li key={reason}>{reasonLabel(reason)}</li>
          ))}
        </ul>
      </Cell>
      <Cell label={__('Asked in 90 days', 'itih-rag-chat')}>{formatNumber(count)}</Cell>
      <Cell label={__('This week', 'itih-rag-chat')}>
        <Trend trend={trend} />
      </Cell>
      <Cell label={__('Last asked', 'itih-rag-chat')}>{formatDate(last_at)}</Cell>
    </tr>
  );
}

/** A table that narrow screens show as cards: the roles keep what `display` would take away. */
export const GapTable = ({ gaps, ...rest }: Props) => (
  <table role="table" className="itih-table is-plain" aria-label={__('Gaps', 'itih-rag-chat')}>
    <thead role="rowgroup">
      <tr role="row">
        {[
          __('Question', 'itih-rag-chat'),
          __('Why', 'itih-rag-chat'),
          __('Asked in 90 days', 'itih-rag-chat'),
          __('This week', 'itih-rag-chat'),
          __('Last asked', 'itih-rag-chat'),
        ].map((label) => (
          <th key={label} role="columnheader" scope="col">
            {label}
          </th>
        ))}
      </tr>
    </thead>
    <tbody role="rowgroup">
      {gaps.map((gap) => (
        <Row key={gap.id} gap={gap} {...rest} />
      ))}
    </tbody>
  </table>
);
