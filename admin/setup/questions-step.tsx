import { useEffect, useRef, useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import type { DashboardReply, IndexStatus } from '../../server/contract/admin.ts';
import type {
  CommonQuestion,
  CommonQuestionsReply,
} from '../../server/contract/common-questions.ts';
import { api, type MaskedSettings } from '../api.ts';
import { Button, ErrorNotice, Notice } from '../components/controls.tsx';
import type { Indexing } from '../components/indexing.tsx';
import { Section } from '../components/section.tsx';
import { formatLanguage } from '../format.ts';
import { Remedy, type RemedyName } from '../gaps/remedies.tsx';
import { builtin } from '../models/providers.ts';
import { focusWhenShown } from '../page.ts';
import { Asking, Counts } from '../questions/counts.tsx';
import { KindChoice } from '../questions/kind-choice.tsx';
import { countLabel, kindLabels, questionsAt, type Standing } from '../questions/labels.ts';
import { type QuestionActions, QuestionRow, remedyButton } from '../questions/question-row.tsx';
import { type Suggestions, useSuggestions } from '../questions/suggestions.ts';
import type { Site } from '../site.ts';
import { type Resource, useAction, usePolling, useResource } from '../use-resource.ts';
import { type Asking as OwnAsking, OwnQuestion } from './own-question.tsx';
import { Reading } from './reading.tsx';
import { StepEnd } from './steps.tsx';

/** A question takes a fraction of a second. */
const pollMs = 1000;

const groups = (): [Standing, title: (count: number) => string, hint: string][] => [
  [
    'missing',
    countLabel.missing,
    __('Your site does not say. One sentence each is enough.', 'itih-rag-chat'),
  ],
  ['unsure', countLabel.unsure, __('This would be said. Is it right?', 'itih-rag-chat')],
  [
    'answered',
    countLabel.answered,
    __('Three of these can greet every visitor as suggested questions.', 'itih-rag-chat'),
  ],
  ['waiting', () => __('Not asked yet', 'itih-rag-chat'), ''],
  ['left_out', () => __('Left out', 'itih-rag-chat'), ''],
];

/** Asks all questions when there are no answers yet and all is read. */
function useQuestions(isReading: boolean) {
  const questions = useResource(api.getCommonQuestions);
  const { data, replace, reload } = questions;
  const action = useAction();
  const hasBegun = useRef(false);
  const isNew = data !== undefined && data.asked_at === null && data.waiting === 0;
  const ask = (wanted = {}) =>
    action.run(async () => replace(await api.askCommonQuestions(wanted)));
  useEffect(() => {
    if (!isNew || isReading || hasBegun.current) return;
    hasBegun.current = true;
    void ask();
  }, [isNew, isReading]);
  usePolling(reload, data && data.waiting > 0 ? pollMs : null);
  return { questions, action, ask, isNew };
}

interface GroupsProps {
  reply: CommonQuestionsReply;
  homeUrl: string;
  questions: Resource<CommonQuestionsReply>;
  action: ReturnType<typeof useAction>;
  suggestions: Suggestions;
}

/** The questions by how they stand, with the form that is open below its group. */
function Groups({ reply, homeUrl, questions, action, suggestions }: GroupsProps) {
  const [opened, setOpened] = useState<{ question: CommonQuestion; remedy: RemedyName }>();
  const change = (...given: Parameters<typeof api.changeCommonQuestion>) =>
    action.run(async () => questions.replace(await api.changeCommonQuestion(...given)));
  const actions: QuestionActions = {
    busy: action.busy,
    opened: opened && { name: opened.question.name, remedy: opened.remedy },
    onRemedy: (question, remedy) => {
      const isOpen = opened?.question.name === question.name && opened.remedy === remedy;
      setOpened(isOpen ? undefined : { question, remedy });
    },
    onRight: ({ name }, is_right) => void change(name, { is_right }),
    onLeaveOut: ({ name }, is_left_out) => void change(name, { is_left_out }),
    isSuggested: ({ text }) => suggestions.chosen.includes(text),
    isFull: suggestions.isFull,
    onSuggest: ({ text }, isSuggested) => void suggestions.suggest(text, isSuggested),
  };
  return groups().map(([standing, title, hint]) => {
    const listed = questionsAt(reply, standing);
    if (listed.length === 0) return null;
    const form = listed.some(({ name }) => name === opened?.question.name) ? opened : undefined;
    return (
      <div key={standing} className="itih-questions">
        <Section
          id={`questions-${standing}`}
          title={title(listed.length)}
          aside={<span className="itih-hint">{hint}</span>}
        >
          <ul className={`itih-questions__list is-${standing}`}>
            {listed.map((question) => (
              <QuestionRow key={question.name} question={question} actions={actions} />
            ))}
          </ul>
        </Section>
        {form && (
          <Remedy
            key={`${form.question.name} ${form.remedy}`}
            name={form.remedy}
            of={remedied(form.question)}
            homeUrl={homeUrl}
            onSave={async (save) => {
              await save();
              setOpened(undefined);
              await change(form.question.name);
              focusWhenShown('itih-questions-title');
            }}
            onClose={() => {
              setOpened(undefined);
              focusWhenShown(remedyButton(form.question.name, form.remedy));
            }}
          />
        )}
      </div>
    );
  });
}

/** The page that the chat would name or quote can be chosen first. */
const remedied = ({ text, title, section, url }: CommonQuestion) => ({
  ...{ question: text, wordings: [], unknownWords: [], changedAt: '' },
  closest: url ? [{ title, section, url, kind: 'post' as const, passage: '', marks: [] }] : [],
});

interface Props {
  site: Site;
  settings: Resource<MaskedSettings>;
  documents: DashboardReply['documents'] | undefined;
  indexing: Indexing;
  index: IndexStatus | undefined;
  asking: OwnAsking;
  onNext: () => void;
}

/** The questions that visitors of every site ask, with what the chat would say, and one of the owner's own. */
export function QuestionsStep(props: Props) {
  const { site, settings, documents, indexing, index, asking, onNext } = props;
  // Until all vectors are made other passages may be found.
  const isReading = indexing.active || Boolean(index?.building);
  const { questions, action, ask, isNew } = useQuestions(isReading);
  const { data, error, reload } = questions;
  const suggestions = useSuggestions(settings, data);
  const writes = settings.data && settings.data.llm.provider !== builtin;
  const isAsking = data !== undefined && data.waiting > 0;

  return (
    <>
      <Section
        id="questions"
        title={__('Twenty questions every visitor asks', 'itih-rag-chat')}
        of={{ data, error, reload }}
      >
        {data && (
          <>
            <div>
              {sprintf(
                /* translators: 1: a kind of site, such as "a shop". 2: a language. */
                __('For %1$s, in %2$s.', 'itih-rag-chat'),
                kindLabels()[data.kind],
                formatLanguage(data.language),
              )}{' '}
              <KindChoice reply={data} busy={action.busy} onChoose={ask} />
            </div>
            {isNew && isReading && (
              <p>
                {__(
                  'They are asked when your pages have been read. You can also ask them now.',
                  'itih-rag-chat',
                )}
              </p>
            )}
            <Reading {...{ documents, indexing, index }} />
            <div role="status">
              <Asking reply={data} />
              {data.has_changed && (
                <Notice status="info">
                  {__('Your pages have changed since these were asked.', 'itih-rag-chat')}
                </Notice>
              )}
            </div>
            {!isNew && <Counts reply={data} />}
            {data.error && <Notice status="warning">{data.error.message}</Notice>}
            <p className="itih-hint">
              {writes
                ? __(
                    'They were asked without your AI, which costs nothing: it shows what your pages say. Your AI answers from the same pages.',
                    'itih-rag-chat',
                  )
                : __('Nothing of this is counted, and nothing is paid for.', 'itih-rag-chat')}
            </p>
          </>
        )}
        {action.error && <ErrorNotice error={action.error} />}
        {suggestions.error && <ErrorNotice error={suggestions.error} />}
        {data && (
          <StepEnd
            action={__('Continue', 'itih-rag-chat')}
            open={isNew || isAsking}
            busy={suggestions.busy}
            onAction={() => void suggestions.keep().then((isKept) => isKept && onNext())}
          >
            <Button
              variant="secondary"
              isBusy={isAsking || action.busy}
              aria-disabled={isAsking || action.busy}
              onClick={() => !isAsking && void ask()}
            >
              {isNew ? __('Ask them now', 'itih-rag-chat') : __('Ask all again', 'itih-rag-chat')}
            </Button>
          </StepEnd>
        )}
      </Section>
      {data && !isNew && (
        <Groups reply={data} homeUrl={site.homeUrl} {...{ questions, action, suggestions }} />
      )}
      <OwnQuestion asking={asking} />
    </>
  );
}
