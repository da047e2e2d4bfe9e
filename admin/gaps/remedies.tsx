import { useEffect, useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import type { ReactNode } from 'react';
import type { ClosestPage } from '../../server/contract/chat.ts';
import type { AskReply } from '../../server/contract/chats.ts';
import type { GapDetail } from '../../server/contract/gaps.ts';
import type { SettingsPatch } from '../../server/contract/settings.ts';
import {
  type AnswerDraft,
  AnswerFields,
  emptyAnswer,
  limits,
  problemsOf,
  sameText,
  toAnswer,
} from '../answers/answer-fields.tsx';
import { api, type ApiError, type MaskedSettings, toApiError } from '../api.ts';
import { GivenAnswer } from '../components/answer.tsx';
import { Button, ErrorNotice, Form, TextControl } from '../components/controls.tsx';
import { OutcomeBadge } from '../components/facts.tsx';
import { Section } from '../components/section.tsx';
import { focusWhenShown, useUnsavedWarning } from '../page.ts';
import { useResource, useSettledResource } from '../use-resource.ts';
import { wordsOf } from '../answers/synonyms.tsx';

/** Ways to ask that are taken over into an answer; more would be read by nobody. */
const maxWordings = 5;

/** Returns different wordings that an answer can have, the one that names it first. */
function wordingsOf(texts: readonly string[]): string[] {
  const all = texts
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter((text) => text !== '' && text.length <= limits.question);
  const known = new Set<string>();
  return all.filter((text) => known.size < known.add(sameText(text)).size).slice(0, maxWordings);
}

/** Adds a draft to settings. */
type PatchOf = (settings: MaskedSettings) => SettingsPatch;

/** Marks the gap as done, and saves unless somebody else has seen to it. @throws the error of `save` */
type OnSave = (save: () => Promise<unknown>) => Promise<void>;

interface Tried {
  patch: string;
  reply?: AskReply;
  error?: ApiError;
}

/** Asks a question with settings that are not saved, and saves them. */
function useRemedy(question: string, settings: MaskedSettings, patchOf: PatchOf, onSave: OnSave) {
  const [busy, setBusy] = useState<'asking' | 'saving'>();
  const [tried, setTried] = useState<Tried>();
  const [error, setError] = useState<ApiError>();
  const patch = patchOf(settings);
  const key = JSON.stringify(patch);
  useEffect(() => setError(undefined), [key]);

  async function ask(): Promise<void> {
    setBusy('asking');
    setError(undefined);
    setTried(undefined);
    try {
      setTried({ patch: key, reply: await api.ask({ message: question, settings: patch }) });
    } catch (cause) {
      setTried({ patch: key, error: toApiError(cause) });
    }
    setBusy(undefined);
  }

  async function save(): Promise<void> {
    setBusy('saving');
    setError(undefined);
    try {
      await onSave(async () =>
        // Another page may have changed them.
        api.saveSettings(patchOf(await api.getSettings())),
      );
    } catch (cause) {
      setError(toApiError(cause));
    }
    setBusy(undefined);
  }

  return {
    busy,
    error,
    /** How the draft as it is now was answered. */
    tried: tried?.patch === key ? tried : undefined,
    ask,
    save,
  };
}

/** The answer that a visitor would get with a draft. */
function NewAnswer({ question, reply }: { question: string; reply: AskReply }) {
  return (
    <div id="itih-new-answer" className="itih-new-answer" tabIndex={-1}>
      <h3>{__('A visitor would now get this', 'itih-rag-chat')}</h3>
      <p className="itih-new-answer__question" dir="auto">
        {question}
      </p>
      <OutcomeBadge outcome={reply.outcome} />
      <GivenAnswer reply={reply} />
    </div>
  );
}

interface RemedyProps {
  question: string;
  settings: MaskedSettings;
  onSave: OnSave;
  onClose: () => void;
}

interface RemedyFormProps extends RemedyProps {
  title: string;
  patchOf: PatchOf;
  /** Name of the first field that is wrong. */
  wrong: string | undefined;
  /** @param tried Problems are shown from the first attempt on. */
  children: (tried: boolean) => ReactNode;
}

const focusField = (name: string) =>
  document.querySelector<HTMLElement>(`#itih-remedy [name="${name}"]`)?.focus();

/** A draft that is tried on the question before it is saved. */
function RemedyForm({ title, patchOf, wrong, children, onClose, ...rest }: RemedyFormProps) {
  const { question, settings, onSave } = rest;
  const [attempted, setAttempted] = useState(false);
  const { busy, error, tried, ask, save } = useRemedy(question, settings, patchOf, onSave);

  async function attempt(): Promise<void> {
    setAttempted(true);
    if (wrong !== undefined) return focusField(wrong);
    await ask();
    focusWhenShown('itih-new-answer');
  }

  return (
    <Section
      id="remedy"
      title={title}
      aside={
        <Button variant="tertiary" onClick={onClose}>
          {__('Cancel', 'itih-rag-chat')}
        </Button>
      }
    >
      <Form className="itih-form" noValidate onSubmit={() => !busy && void attempt()}>
        {children(attempted)}
        <div role="status">
          {tried?.reply && <NewAnswer question={question} reply={tried.reply} />}
        </div>
        {tried?.error && <ErrorNotice error={tried.error} />}
        {error && <ErrorNotice error={error} />}
        <div className="itih-actions">
          {tried && (
            <Button
              variant="primary"
              isBusy={busy === 'saving'}
              onClick={() => !busy && void save()}
            >
              {__('Save, and mark as done', 'itih-rag-chat')}
            </Button>
          )}
          <Button
            type="submit"
            variant={tried ? 'secondary' : 'primary'}
            isBusy={busy === 'asking'}
          >
            {busy === 'asking'
              ? __('Asking…', 'itih-rag-chat')
              : tried
                ? __('Ask again', 'itih-rag-chat')
                : __('Show the new answer', 'itih-rag-chat')}
          </Button>
        </div>
        {!tried && (
          <p className="itih-hint">
            {__('Nothing is saved before you have seen it.', 'itih-rag-chat')}
          </p>
        )}
      </Form>
    </Section>
  );
}

interface WriteAnswerProps extends RemedyProps {
  wordings: readonly string[];
  homeUrl: string;
}

/** Writes the owner's own answer to a gap's questions. */
function WriteAnswer({ wordings, homeUrl, ...rest }: WriteAnswerProps) {
  const [draft, setDraft] = useState<AnswerDraft>({
    ...emptyAnswer,
    questions: wordings.join('\n'),
  });
  useUnsavedWarning(draft.answer !== '' || draft.url !== '');
  const answer = toAnswer(draft, homeUrl);
  const problems = problemsOf(answer, rest.settings.chat.curated);
  return (
    <RemedyForm
      {...rest}
      title={__('Write the answer', 'itih-rag-chat')}
      patchOf={({ chat }) => ({ chat: { curated: [...chat.curated, answer] } })}
      wrong={Object.keys(problems)[0]}
    >
      {(tried) => (
        <AnswerFields
          draft={draft}
          problems={tried ? problems : {}}
          onChange={(changes) => setDraft({ ...draft, ...changes })}
        />
      )}
    </RemedyForm>
  );
}

const maxFound = 10;

interface Page {
  title: string;
  url: string;
}

/** Without the place on the page that a passage was found at. */
const pageOf = ({ title, url }: Page): Page => ({ title, url: url.split('#', 1)[0]! });

const distinct = (pages: readonly Page[]): Page[] => [
  ...new Map(
    pages
      .map(pageOf)
      .filter(({ url }) => /^https?:/.test(url))
      .map((page) => [page.url, page]),
  ).values(),
];

/** Finds pages of the knowledge base by their titles; none for an empty text. */
async function findPages(text: string, signal: AbortSignal): Promise<Page[]> {
  if (text === '') return [];
  const query = { search: text, status: 'completed', per_page: maxFound } as const;
  const { body } = await api.getDocuments(query, signal);
  return body.map(({ title, source_url }) => ({ title, url: source_url }));
}

interface PageChoiceProps {
  closest: readonly ClosestPage[];
  chosen: string;
  problem: string | undefined;
  onChoose: (url: string) => void;
}

/** A choice among the closest pages and those that a search by title finds. */
function PageChoice({ closest, chosen, problem, onChoose }: PageChoiceProps) {
  const [text, setText] = useState('');
  const found = useSettledResource(text.trim(), findPages);
  const pages = distinct([...closest, ...(found.last ?? [])]);
  const isEmpty = text.trim() !== '' && found.data?.length === 0;
  return (
    <>
      <TextControl
        type="search"
        name="page-search"
        label={__('Search pages by title', 'itih-rag-chat')}
        help={isEmpty ? __('No page that it has read has it.', 'itih-rag-chat') : ''}
        value={text}
        onChange={setText}
      />
      {found.error && <ErrorNotice error={found.error} onRetry={() => void found.reload()} />}
      <fieldset className="itih-pages">
        <legend>{__('The page that answers it', 'itih-rag-chat')}</legend>
        {pages.length === 0 && (
          <p className="itih-hint">
            {__('No page is close. Search for one by its title.', 'itih-rag-chat')}
          </p>
        )}
        {pages.map(({ title, url }) => (
          <label key={url} className="itih-pages__page">
            <input
              type="radio"
              name="url"
              value={url}
              checked={url === chosen}
              onChange={() => onChoose(url)}
            />
            <span>
              <bdi>{title || url}</bdi>
              <small dir="ltr">{url}</small>
            </span>
          </label>
        ))}
        {problem && (
          <p className="itih-problem" role="alert">
            {problem}
          </p>
        )}
      </fieldset>
    </>
  );
}

interface NamePageProps extends RemedyProps {
  wordings: readonly string[];
  closest: readonly ClosestPage[];
  homeUrl: string;
}

/** Has the chat point to a page for a gap's questions. */
function NamePage({ wordings, closest, homeUrl, ...rest }: NamePageProps) {
  const [url, setUrl] = useState('');
  const answer = toAnswer({ ...emptyAnswer, questions: wordings.join('\n'), url }, homeUrl);
  const { questions: taken } = problemsOf(answer, rest.settings.chat.curated);
  const problem = url === '' ? __('Choose a page.', 'itih-rag-chat') : taken;
  return (
    <RemedyForm
      {...rest}
      title={__('This page answers it', 'itih-rag-chat')}
      patchOf={({ chat }) => ({ chat: { curated: [...chat.curated, answer] } })}
      wrong={problem === undefined ? undefined : 'page-search'}
    >
      {(tried) => (
        <>
          <p className="itih-hint">
            {sprintf(
              /* translators: %s: one or more questions. */
              __('Visitors who ask one of these are pointed to the page: %s', 'itih-rag-chat'),
              wordings.map((wording) => `“${wording}”`).join(' '),
            )}
          </p>
          <PageChoice
            closest={closest}
            chosen={url}
            problem={tried ? problem : undefined}
            onChoose={setUrl}
          />
        </>
      )}
    </RemedyForm>
  );
}

/** The longest line of synonyms that the contract takes. */
const maxGroup = 500;

interface AddSynonymProps extends RemedyProps {
  /** Words of the question that the site does not use. */
  unknownWords: readonly string[];
}

function synonymProblems(said: string, used: string) {
  const tooLong =
    `${said}, ${used}`.length > maxGroup ? __('This is too long.', 'itih-rag-chat') : undefined;
  return Object.entries({
    said: wordsOf(said).length === 0 ? __('Write the visitors’ word.', 'itih-rag-chat') : undefined,
    used:
      wordsOf(used).length === 0
        ? __('Write at least one word of your pages.', 'itih-rag-chat')
        : tooLong,
  }).filter(([, problem]) => problem !== undefined);
}

/** Joins a word of visitors with the words of the site. */
function AddSynonym({ unknownWords, ...rest }: AddSynonymProps) {
  const [said, setSaid] = useState(unknownWords[0] ?? '');
  const [used, setUsed] = useState('');
  const problems = synonymProblems(said, used);
  const group = [...new Set([...wordsOf(said), ...wordsOf(used)])].join(', ');
  const shown = Object.fromEntries(problems);
  return (
    <RemedyForm
      {...rest}
      title={__('Add a synonym', 'itih-rag-chat')}
      patchOf={({ chat }) => ({ chat: { synonyms: [...chat.synonyms, group] } })}
      wrong={problems[0]?.[0]}
    >
      {(tried) => (
        <>
          <TextControl
            name="said"
            label={__('Word of the visitors', 'itih-rag-chat')}
            help={
              (tried && shown['said']) ||
              (unknownWords.length > 0
                ? `${__('Your site does not use:', 'itih-rag-chat')} ${unknownWords.join(', ')}`
                : __('Your site uses all words of the question, if not together.', 'itih-rag-chat'))
            }
            aria-invalid={tried && shown['said'] !== undefined}
            dir="auto"
            value={said}
            onChange={setSaid}
          />
          <TextControl
            name="used"
            label={__('Words of your pages for the same', 'itih-rag-chat')}
            help={
              (tried && shown['used']) || __('Several are separated by commas.', 'itih-rag-chat')
            }
            aria-invalid={tried && shown['used'] !== undefined}
            dir="auto"
            value={used}
            onChange={setUsed}
          />
        </>
      )}
    </RemedyForm>
  );
}

const names = ['answer', 'page', 'synonym'] as const;
export type RemedyName = (typeof names)[number];

export const remedyOf = (name: string | null): RemedyName | undefined =>
  names.find((each) => each === name);

/** A question that shall be answered better. */
export interface Remedied {
  question: string;
  /** Other ways in which it was asked, the latest first. */
  wordings: readonly string[];
  closest: readonly ClosestPage[];
  unknownWords: readonly string[];
  /** Changes when somebody else has seen to it. */
  changedAt: string;
}

export const remediedGap = ({ gap, questions, closest, unknown_words }: GapDetail): Remedied => ({
  question: gap.question,
  wordings: questions.map(({ text }) => text),
  ...{ closest, unknownWords: unknown_words, changedAt: gap.changed_at },
});

interface Props {
  name: RemedyName;
  of: Remedied;
  homeUrl: string;
  onSave: OnSave;
  onClose: () => void;
}

/** The form of an action, with the settings that it adds to. */
export function Remedy({ name, of, homeUrl, ...rest }: Props) {
  const { data, error, reload } = useResource(api.getSettings);
  const isLoaded = data !== undefined;
  useEffect(() => {
    if (isLoaded) focusWhenShown('itih-remedy-title');
  }, [isLoaded]);
  const { question, closest, unknownWords, changedAt } = of;
  useEffect(() => {
    // Somebody else has seen to the gap, perhaps by an answer to the same questions.
    if (isLoaded) void reload().then(() => focusWhenShown('itih-remedy-title'));
  }, [changedAt]);
  if (!data) {
    return (
      <Section
        id="remedy"
        title={__('Settings', 'itih-rag-chat')}
        of={{ data, error, reload }}
        lines={6}
      />
    );
  }
  const shared = { ...rest, question, settings: data };
  const wordings = wordingsOf([question, ...of.wordings]);
  switch (name) {
    case 'answer':
      return <WriteAnswer {...shared} wordings={wordings} homeUrl={homeUrl} />;
    case 'page':
      return <NamePage {...shared} wordings={wordings} closest={closest} homeUrl={homeUrl} />;
    case 'synonym':
      return <AddSynonym {...shared} unknownWords={unknownWords} />;
    default:
      return name satisfies never;
  }
}
