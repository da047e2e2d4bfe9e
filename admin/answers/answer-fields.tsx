import { __, sprintf } from '@wordpress/i18n';
import type { CuratedAnswer } from '../../server/contract/settings.ts';
import { TextareaControl, TextControl } from '../components/controls.tsx';
import { formatNumber, lengthProblem, linesOf } from '../format.ts';

/** The limits of `curatedAnswer` in the contract. */
export const limits = {
  answers: 200,
  questions: 20,
  question: 300,
  answer: 4000,
  url: 2048,
  suggestion: 200,
};

/** As it was typed. */
export interface AnswerDraft {
  /** One on each line. */
  questions: string;
  answer: string;
  url: string;
  suggestion: string;
}
type AnswerField = keyof AnswerDraft;
export type AnswerProblems = Partial<Record<AnswerField, string>>;

export const emptyAnswer: AnswerDraft = { questions: '', answer: '', url: '', suggestion: '' };

export const toDraft = ({
  questions,
  answer,
  url,
  suggestion = '',
}: CuratedAnswer): AnswerDraft => ({
  questions: questions.join('\n'),
  answer,
  url,
  suggestion,
});

/** Returns null for a text that is no address. */
function parsedUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/** Completes an address that begins with a slash. */
function completed(url: string, homeUrl: string): string {
  const { origin } = parsedUrl(homeUrl) ?? {};
  return origin && /^\/(?!\/)/.test(url) ? origin + url : url;
}

export const toAnswer = (draft: AnswerDraft, homeUrl: string): CuratedAnswer => ({
  questions: [...new Set(linesOf(draft.questions))],
  answer: draft.answer.trim(),
  url: completed(draft.url.trim(), homeUrl),
  ...(draft.suggestion.trim() && { suggestion: draft.suggestion.trim() }),
});

const isWebAddress = (text: string) => /^https?:$/.test(parsedUrl(text)?.protocol ?? '');

export const sameText = (text: string) =>
  text
    .toLocaleLowerCase()
    .replace(/[\s?!.¿¡？！。]+/g, ' ')
    .trim();

/** Returns the answer that has this question already. */
export const answerOf = (question: string, answers: readonly CuratedAnswer[]) =>
  answers.find(({ questions }) =>
    questions.some((known) => sameText(known) === sameText(question)),
  );

function questionsProblem(
  questions: readonly string[],
  others: readonly CuratedAnswer[],
): string | undefined {
  if (questions.length === 0) return __('Write at least one question.', 'itih-rag-chat');
  if (questions.length > limits.questions) {
    return sprintf(
      /* translators: %s: a number. */
      __('At most %s questions can share an answer.', 'itih-rag-chat'),
      formatNumber(limits.questions),
    );
  }
  if (questions.some((question) => question.length > limits.question)) {
    return sprintf(
      /* translators: %s: a number. */
      __('A question may have %s characters at most.', 'itih-rag-chat'),
      formatNumber(limits.question),
    );
  }
  const taken = questions.find((question) => answerOf(question, others));
  return taken === undefined
    ? undefined
    : /* translators: %s: a question. */
      sprintf(__('“%s” has another answer already.', 'itih-rag-chat'), taken);
}

function urlProblem(url: string): string | undefined {
  if (url === '' || (isWebAddress(url) && url.length <= limits.url)) return undefined;
  return url.length > limits.url
    ? __('This address is too long.', 'itih-rag-chat')
    : __('This is no address. It begins with https:// or with a slash.', 'itih-rag-chat');
}

const answerProblem = ({ answer, url }: CuratedAnswer) =>
  answer === '' && url === ''
    ? __('Write an answer, or name a page, or both.', 'itih-rag-chat')
    : lengthProblem(answer, limits.answer);

/** Returns what the contract would refuse, by field. `others`: the answers to other questions. */
export function problemsOf(
  answer: CuratedAnswer,
  others: readonly CuratedAnswer[],
): AnswerProblems {
  const found = {
    questions: questionsProblem(answer.questions, others),
    answer: answerProblem(answer),
    url: urlProblem(answer.url),
    suggestion: lengthProblem(answer.suggestion ?? '', limits.suggestion),
  };
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem));
}

/** Returns those of the server's reasons that are about the answer at this place, by field. */
export function refusedFields(
  fields: Readonly<Record<string, string>>,
  index: number,
): AnswerProblems {
  const prefix = `chat.curated.${index}`;
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([path]) => path === prefix || path.startsWith(`${prefix}.`))
      .map(([path, reason]) => [path.slice(prefix.length + 1).split('.')[0] || 'answer', reason]),
  );
}

interface Props {
  draft: AnswerDraft;
  problems: AnswerProblems;
  onChange: (changes: Partial<AnswerDraft>) => void;
}

/** The questions of an answer, what is answered, and the page that says more. */
export function AnswerFields({ draft, problems, onChange }: Props) {
  const field = (name: AnswerField, help: string) => ({
    name,
    help: problems[name] ?? help,
    'aria-invalid': problems[name] !== undefined,
    value: draft[name],
    onChange: (text: string) => onChange({ [name]: text }),
  });
  return (
    <>
      <TextareaControl
        {...field(
          'questions',
          __(
            'One on each line, as visitors put it. Two or three ways to ask it help.',
            'itih-rag-chat',
          ),
        )}
        label={__('Questions', 'itih-rag-chat')}
        placeholder={__('Can I bring my dog?\nAre dogs allowed?', 'itih-rag-chat')}
        dir="auto"
        rows={4}
      />
      <TextareaControl
        {...field(
          'answer',
          __('Said word for word. Markdown works: **bold**, lists and links.', 'itih-rag-chat'),
        )}
        label={__('Answer', 'itih-rag-chat')}
        dir="auto"
        rows={6}
      />
      <TextControl
        {...field(
          'url',
          __(
            'The page that says more, such as /tickets/. Without an answer, visitors are only pointed to it.',
            'itih-rag-chat',
          ),
        )}
        label={__('Address of a page (optional)', 'itih-rag-chat')}
        inputMode="url"
        dir="ltr"
        spellCheck={false}
        autoCapitalize="none"
      />
      <TextControl
        {...field(
          'suggestion',
          __(
            'In your words: every visitor may read it below other answers. Empty: it is never suggested.',
            'itih-rag-chat',
          ),
        )}
        label={__('How the question is suggested to visitors (optional)', 'itih-rag-chat')}
        dir="auto"
      />
    </>
  );
}
