import { __, _n, sprintf } from '@wordpress/i18n';
import type { CuratedAnswer } from '../../server/contract/settings.ts';
import { Badge } from '../components/badge.tsx';
import { Cell } from '../components/cell.tsx';
import { Button } from '../components/controls.tsx';
import { SourceLink } from '../components/source-link.tsx';
import { formatNumber } from '../format.ts';
import { keyOf, type Answers } from './use-answers.ts';

export const editId = (key: string) => `itih-answer-${encodeURIComponent(key)}`;

interface Props {
  answers: Answers;
  onEdit: (key: string) => void;
  onRemove: (key: string) => void;
}

const moreText = (count: number) =>
  sprintf(
    /* translators: %s: number of other questions. */
    _n('and %s other way to ask it', 'and %s other ways to ask it', count, 'itih-rag-chat'),
    formatNumber(count),
  );

function Row({ answer, answers, onEdit, onRemove }: Props & { answer: CuratedAnswer }) {
  const key = keyOf(answer);
  const others = answer.questions.length - 1;
  const named = (action: string) => ({
    'aria-label': sprintf(
      /* translators: 1: what a button does. 2: a question. */
      __('%1$s: %2$s', 'itih-rag-chat'),
      action,
      key,
    ),
    children: action,
  });
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        <bdi className="itih-table__title">{key}</bdi>
        {others > 0 && <span className="itih-answer__more">{moreText(others)}</span>}
        {answers.hasDraft(key) && <Badge tone="warning" text={__('Not saved', 'itih-rag-chat')} />}
        <div className="itih-row-actions">
          <Button
            id={editId(key)}
            variant="link"
            onClick={() => onEdit(key)}
            {...named(__('Edit', 'itih-rag-chat'))}
          />
          <Button
            variant="link"
            isDestructive
            onClick={() => onRemove(key)}
            {...named(__('Remove', 'itih-rag-chat'))}
          />
        </div>
      </th>
      <Cell label={__('Answer', 'itih-rag-chat')}>
        {answer.answer ? (
          <p className="itih-answer__text">
            <bdi>{answer.answer}</bdi>
          </p>
        ) : (
          <span className="itih-hint">{__('Points to the page', 'itih-rag-chat')}</span>
        )}
        {answer.url && <SourceLink url={answer.url} />}
      </Cell>
    </tr>
  );
}

/** A table that narrow screens show as cards: the roles keep what `display` would take away. */
export const AnswerTable = (props: Props) => (
  <table
    role="table"
    className="itih-table is-plain"
    aria-label={__('Your answers', 'itih-rag-chat')}
  >
    <thead role="rowgroup">
      <tr role="row">
        <th role="columnheader" scope="col">
          {__('Question', 'itih-rag-chat')}
        </th>
        <th role="columnheader" scope="col">
          {__('Answer', 'itih-rag-chat')}
        </th>
      </tr>
    </thead>
    <tbody role="rowgroup">
      {props.answers.answers.map((answer) => (
        <Row key={keyOf(answer)} {...props} answer={answer} />
      ))}
    </tbody>
  </table>
);
