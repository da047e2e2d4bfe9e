import { __, sprintf } from '@wordpress/i18n';
import type { ReactNode } from 'react';
import type { CommonQuestion } from '../../server/contract/common-questions.ts';
import { SourceLink } from '../components/answer.tsx';
import { Button, CheckboxControl } from '../components/controls.tsx';
import type { RemedyName } from '../gaps/remedies.tsx';
import { answersUrl, settingsUrl } from '../page.ts';
import { standingOf } from './labels.ts';

export interface QuestionActions {
  busy: boolean;
  /** The form that is open. */
  opened: { name: string; remedy: RemedyName } | undefined;
  onRemedy: (question: CommonQuestion, remedy: RemedyName) => void;
  onRight: (question: CommonQuestion, isRight: boolean) => void;
  onLeaveOut: (question: CommonQuestion, isLeftOut: boolean) => void;
  isSuggested: (question: CommonQuestion) => boolean;
  /** No more can be suggested. */
  isFull: boolean;
  onSuggest: (question: CommonQuestion, isSuggested: boolean) => void;
}

interface Props {
  question: CommonQuestion;
  actions: QuestionActions;
}

/** The id of the button that opens a form, which takes the focus again when that is closed. */
export const remedyButton = (name: string, remedy: RemedyName) => `itih-common-${name}-${remedy}`;

/** Why an answer is not called sure. */
function doubt({ is_closest, verdict }: CommonQuestion): string {
  if (verdict !== 'unsure') return '';
  return is_closest
    ? __('The chat would say that it is not sure, and name this page.', 'itih-rag-chat')
    : __('It may be about something else.', 'itih-rag-chat');
}

/** The sentence that a visitor would read, and where it stands. */
function Says({ question }: { question: CommonQuestion }) {
  const { name, verdict, says, title, section, url, is_own, is_right } = question;
  if (verdict === null) return <p className="itih-hint">{__('Not asked yet', 'itih-rag-chat')}</p>;
  if (verdict === 'missing') {
    return name === 'person' ? (
      <p className="itih-hint">
        {__('No way to reach a person is set.', 'itih-rag-chat')}{' '}
        <a href={settingsUrl('chat')}>{__('Set one', 'itih-rag-chat')}</a>
      </p>
    ) : (
      <p className="itih-hint">
        {__('No page says it. The chat would say that it found nothing.', 'itih-rag-chat')}
      </p>
    );
  }
  const place = [...new Set([title, section])].filter(Boolean).join(' › ');
  return (
    <>
      <blockquote className="itih-common__says" dir="auto">
        {says}
      </blockquote>
      <p className="itih-common__place">
        {is_own && <span>{__('Your own words.', 'itih-rag-chat')}</span>}
        {place && <bdi>{place}</bdi>}
        {!is_right && <span>{doubt(question)}</span>}
      </p>
      {!is_own && <SourceLink url={url} />}
    </>
  );
}

const RemedyButton = ({
  question,
  remedy,
  text,
  look,
  actions: { busy, opened, onRemedy },
}: Props & { remedy: RemedyName; text: string; look: 'secondary' | 'tertiary' }) => (
  <Button
    id={remedyButton(question.name, remedy)}
    variant={look}
    size="compact"
    aria-expanded={opened?.name === question.name && opened.remedy === remedy}
    aria-label={sprintf('%s: %s', text, question.text)}
    aria-disabled={busy}
    onClick={() => onRemedy(question, remedy)}
  >
    {text}
  </Button>
);

function ActionButton({
  question,
  text,
  act,
}: {
  question: CommonQuestion;
  text: string;
  act: () => void;
}) {
  return (
    <Button
      variant="tertiary"
      size="compact"
      aria-label={sprintf('%s: %s', text, question.text)}
      onClick={act}
    >
      {text}
    </Button>
  );
}

function actionsFor({ question, actions }: Props): ReactNode {
  const { onRight, onLeaveOut, onSuggest, isSuggested, isFull } = actions;
  const standing = standingOf(question);
  const given = { question, actions };
  switch (standing) {
    case 'waiting':
      return null;
    case 'left_out':
      return (
        <ActionButton
          question={question}
          text={__('Ask it after all', 'itih-rag-chat')}
          act={() => onLeaveOut(question, false)}
        />
      );
    case 'answered':
      return (
        <>
          <CheckboxControl
            className="itih-common__suggest"
            label={__('Suggest to visitors', 'itih-rag-chat')}
            aria-label={sprintf(
              '%s: %s',
              __('Suggest to visitors', 'itih-rag-chat'),
              question.text,
            )}
            checked={isSuggested(question)}
            disabled={isFull && !isSuggested(question)}
            onChange={(suggested) => onSuggest(question, suggested)}
          />
          {question.is_own ? (
            <Button
              variant="link"
              href={question.name === 'person' ? settingsUrl('chat') : answersUrl()}
            >
              {__('Change', 'itih-rag-chat')}
            </Button>
          ) : question.is_right ? (
            <ActionButton
              question={question}
              text={__('Not right after all', 'itih-rag-chat')}
              act={() => onRight(question, false)}
            />
          ) : (
            <RemedyButton
              {...given}
              remedy="answer"
              look="tertiary"
              text={__('Change', 'itih-rag-chat')}
            />
          )}
        </>
      );
    case 'unsure':
    case 'missing':
      return (
        <>
          {standing === 'unsure' && (
            <Button
              variant="secondary"
              size="compact"
              aria-label={sprintf('%s: %s', __('It is right', 'itih-rag-chat'), question.text)}
              onClick={() => onRight(question, true)}
            >
              {__('It is right', 'itih-rag-chat')}
            </Button>
          )}
          <RemedyButton
            {...given}
            remedy="answer"
            look="secondary"
            text={__('Write the answer', 'itih-rag-chat')}
          />
          <RemedyButton
            {...given}
            remedy="page"
            look="secondary"
            text={
              standing === 'unsure'
                ? __('Another page', 'itih-rag-chat')
                : __('This page answers it', 'itih-rag-chat')
            }
          />
          <ActionButton
            question={question}
            text={__('Leave out', 'itih-rag-chat')}
            act={() => onLeaveOut(question, true)}
          />
        </>
      );
    default:
      return standing satisfies never;
  }
}

/** A question, what the chat would say, and what can be done about it. */
export const QuestionRow = ({ question, actions }: Props) => (
  <li className="itih-common">
    <h3 dir="auto">{question.text}</h3>
    <div>
      <Says question={question} />
    </div>
    <div className="itih-common__actions">{actionsFor({ question, actions })}</div>
  </li>
);
