import { __, _n, sprintf } from '@wordpress/i18n';
import type { CuratedAnswer } from '../../server/contract/settings.ts';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/controls.tsx';
import { SourceLink } from '../components/source-link.tsx';
import { named, Table, type Column } from '../components/table.tsx';
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

const columnsOf = ({ answers, onEdit, onRemove }: Props): Column<CuratedAnswer>[] => [
  {
    label: __('Question', 'itih-rag-chat'),
    cell: (answer) => {
      const key = keyOf(answer);
      const others = answer.questions.length - 1;
      return (
        <>
          <bdi className="itih-table__title">{key}</bdi>
          {others > 0 && <span className="itih-answer__more">{moreText(others)}</span>}
          {answers.hasDraft(key) && (
            <Badge tone="warning" text={__('Not saved', 'itih-rag-chat')} />
          )}
          <div className="itih-row-actions">
            <Button
              id={editId(key)}
              variant="link"
              onClick={() => onEdit(key)}
              {...named(__('Edit', 'itih-rag-chat'), key)}
            />
            <Button
              variant="link"
              isDestructive
              onClick={() => onRemove(key)}
              {...named(__('Remove', 'itih-rag-chat'), key)}
            />
          </div>
        </>
      );
    },
  },
  {
    label: __('Answer', 'itih-rag-chat'),
    cell: ({ answer, url }) => (
      <>
        {answer ? (
          <p className="itih-answer__text">
            <bdi>{answer}</bdi>
          </p>
        ) : (
          <span className="itih-hint">{__('Points to the page', 'itih-rag-chat')}</span>
        )}
        {url && <SourceLink url={url} />}
      </>
    ),
  },
];

export const AnswerTable = (props: Props) => (
  <Table
    label={__('Your answers', 'itih-rag-chat')}
    rows={props.answers.answers}
    keyOf={keyOf}
    columns={columnsOf(props)}
  />
);
