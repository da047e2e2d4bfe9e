import { useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import type { CuratedAnswer } from '../../server/contract/settings.ts';
import { api, type MaskedSettings, toApiError } from '../api.ts';
import { SourceLink } from '../components/answer.tsx';
import {
  Button,
  ConfirmDialog,
  ErrorNotice,
  Form,
  Notice,
  SaveButton,
} from '../components/controls.tsx';
import { Badge } from '../components/facts.tsx';
import { Empty } from '../components/list.tsx';
import { Section } from '../components/section.tsx';
import { type Column, named, Table } from '../components/table.tsx';
import { formatNumber } from '../format.ts';
import { focusWhenShown } from '../page.ts';
import { useAction } from '../use-resource.ts';
import {
  type AnswerDraft,
  AnswerFields,
  type AnswerProblems,
  emptyAnswer,
  limits,
  problemsOf,
  refusedFields,
  toAnswer,
  toDraft,
} from './answer-fields.tsx';

/** Identifies a stored answer: no two have the same first question. */
export const keyOf = ({ questions: [first = ''] }: CuratedAnswer) => first;

/** Key of the answer that is being written. */
export const newKey = '';

const find = (key: string, list: readonly CuratedAnswer[]) =>
  key === newKey ? undefined : list.find((answer) => keyOf(answer) === key);

interface Options {
  settings: MaskedSettings;
  replace: (settings: MaskedSettings) => void;
  homeUrl: string;
}

/** Holds the owner's answers, the drafts of them, and the state of saving one. */
export function useAnswers({ settings, replace, homeUrl }: Options) {
  const [drafts, setDrafts] = useState<Readonly<Record<string, AnswerDraft>>>({});
  /** The last attempt to save: nobody is told of problems before. */
  const [tried, setTried] = useState<{ key: string; refused: AnswerProblems }>();
  const [outcome, setOutcome] = useState<'saved' | 'removed'>();
  const { busy, error, run, clear } = useAction();
  const answers = settings.chat.curated;

  /** Applies a change to the answers as they are now: another page may have changed them. */
  const store = (
    change: (list: CuratedAnswer[]) => CuratedAnswer[],
    onRefused?: (cause: unknown) => void,
  ) =>
    run(async () => {
      try {
        const { chat } = await api.getSettings();
        replace(await api.saveSettings({ chat: { curated: change(chat.curated) } }));
      } catch (cause) {
        onRefused?.(cause);
        throw cause;
      }
    });

  function draftOf(key: string): AnswerDraft {
    const stored = find(key, answers);
    return drafts[key] ?? (stored ? toDraft(stored) : emptyAnswer);
  }

  function ownProblems(key: string): AnswerProblems {
    const stored = find(key, answers);
    const others = answers.filter((answer) => answer !== stored);
    return problemsOf(toAnswer(draftOf(key), homeUrl), others);
  }

  function forget(key: string): void {
    setDrafts(Object.fromEntries(Object.entries(drafts).filter(([name]) => name !== key)));
    setTried(undefined);
    clear();
  }

  /** Resolves to the answer's new key, or to the fields that have problems. */
  async function save(key: string): Promise<{ key: string } | { problems: AnswerProblems }> {
    const answer = toAnswer(draftOf(key), homeUrl);
    const problems = ownProblems(key);
    setTried({ key, refused: {} });
    setOutcome(undefined);
    if (busy || Object.keys(problems).length > 0) return { problems };
    let index = 0;
    let refused: AnswerProblems = {};
    const isStored = await store(
      (list) => {
        const before = find(key, list);
        index = before ? list.indexOf(before) : list.length;
        return [...list.slice(0, index), answer, ...list.slice(index + 1)];
      },
      (cause) => {
        refused = refusedFields(toApiError(cause).fields, index);
      },
    );
    if (!isStored) {
      setTried({ key, refused });
      return { problems: refused };
    }
    forget(key);
    setOutcome('saved');
    return { key: keyOf(answer) };
  }

  async function remove(key: string): Promise<void> {
    setOutcome(undefined);
    if (!(await store((list) => list.filter((answer) => keyOf(answer) !== key)))) return;
    forget(key);
    setOutcome('removed');
  }

  return {
    answers,
    busy,
    error,
    outcome,
    draftOf,
    forget,
    save,
    remove,
    find: (key: string) => find(key, answers),
    problems: (key: string): AnswerProblems =>
      tried?.key === key ? { ...tried.refused, ...ownProblems(key) } : {},
    hasDraft: (key: string) => key in drafts,
    unsaved: Object.keys(drafts).length > 0,
    dismiss: () => setOutcome(undefined),
    change(key: string, changes: Partial<AnswerDraft>): void {
      setDrafts({ ...drafts, [key]: { ...draftOf(key), ...changes } });
      if (tried) setTried({ key: tried.key, refused: {} });
    },
  };
}
type Answers = ReturnType<typeof useAnswers>;

const editId = (key: string) => `itih-answer-${encodeURIComponent(key)}`;

interface AnswerTableProps {
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

const columnsOf = ({ answers, onEdit, onRemove }: AnswerTableProps): Column<CuratedAnswer>[] => [
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

interface AnswerFormProps {
  answers: Answers;
  /** Key of the answer that is edited. */
  id: string;
  onSave: () => void;
  onClose: () => void;
}

/** Where an answer is written and saved. */
function AnswerForm({ answers, id, onSave, onClose }: AnswerFormProps) {
  return (
    <Section
      id="answer"
      title={
        id === newKey
          ? __('Write an answer', 'itih-rag-chat')
          : __('Edit the answer', 'itih-rag-chat')
      }
      aside={
        <Button variant="tertiary" onClick={onClose}>
          {answers.hasDraft(id) ? __('Discard', 'itih-rag-chat') : __('Close', 'itih-rag-chat')}
        </Button>
      }
    >
      <Form className="itih-form" noValidate onSubmit={() => onSave()}>
        <AnswerFields
          draft={answers.draftOf(id)}
          problems={answers.problems(id)}
          onChange={(changes) => answers.change(id, changes)}
        />
        {answers.error && <ErrorNotice error={answers.error} />}
        <SaveButton busy={answers.busy} />
      </Form>
    </Section>
  );
}

const addId = 'itih-answer-add';

const fullText = () =>
  sprintf(
    /* translators: %s: a number. */
    __('There may be %s answers at most.', 'itih-rag-chat'),
    formatNumber(limits.answers),
  );

interface Props {
  answers: Answers;
  /** Key of the answer whose form is open. */
  opened: string | undefined;
  onOpen: (key: string | undefined) => void;
}

/** The owner's own answers. */
export function OwnAnswers({ answers, opened, onOpen }: Props) {
  const [removing, setRemoving] = useState<string>();
  const { outcome, error } = answers;
  const isFull = answers.answers.length >= limits.answers;

  function open(key: string): void {
    onOpen(key);
    focusWhenShown('itih-answer-title');
  }
  function close(): void {
    onOpen(undefined);
    focusWhenShown(opened ? editId(opened) : addId);
  }
  async function save(key: string): Promise<void> {
    const result = await answers.save(key);
    if ('problems' in result) {
      const [field] = Object.keys(result.problems);
      document.querySelector<HTMLElement>(`#itih-answer [name="${field}"]`)?.focus();
      return;
    }
    onOpen(undefined);
    focusWhenShown(editId(result.key));
  }
  async function remove(key: string): Promise<void> {
    setRemoving(undefined);
    if (opened === key) onOpen(undefined);
    await answers.remove(key);
    focusWhenShown('itih-answers-title');
  }

  return (
    <>
      {opened !== undefined && (
        <AnswerForm
          key={opened}
          answers={answers}
          id={opened}
          onSave={() => void save(opened)}
          onClose={() => {
            answers.forget(opened);
            close();
          }}
        />
      )}
      {outcome && (
        <Notice status="success" onRemove={answers.dismiss}>
          {outcome === 'saved'
            ? __('Saved. The chat answers with it from now on.', 'itih-rag-chat')
            : __('Removed.', 'itih-rag-chat')}
        </Notice>
      )}
      <Section
        id="answers"
        title={__('Your answers', 'itih-rag-chat')}
        aside={
          <Button id={addId} variant="primary" disabled={isFull} onClick={() => open(newKey)}>
            {__('Write an answer', 'itih-rag-chat')}
          </Button>
        }
      >
        {isFull && <p className="itih-hint">{fullText()}</p>}
        {error && opened === undefined && <ErrorNotice error={error} />}
        {answers.answers.length === 0 ? (
          <Empty
            text={__(
              'There is none yet. Write the answers that matter most, or that no page gives: the chat says them word for word when a visitor asks one of their questions, before it looks anywhere else.',
              'itih-rag-chat',
            )}
          />
        ) : (
          <Table
            label={__('Your answers', 'itih-rag-chat')}
            rows={answers.answers}
            keyOf={keyOf}
            columns={columnsOf({ answers, onEdit: open, onRemove: setRemoving })}
          />
        )}
      </Section>
      {removing !== undefined && (
        <ConfirmDialog
          title={sprintf(
            /* translators: %s: a question. */
            __('Remove the answer to “%s”?', 'itih-rag-chat'),
            removing,
          )}
          action={__('Remove', 'itih-rag-chat')}
          onConfirm={() => void remove(removing)}
          onClose={() => setRemoving(undefined)}
        >
          <p>
            {__(
              'The chat will look for an answer on your pages again. Your text is lost.',
              'itih-rag-chat',
            )}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
