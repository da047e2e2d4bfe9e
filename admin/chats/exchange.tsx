import { __, sprintf } from '@wordpress/i18n';
import type { ReactNode } from 'react';
import type { OwnerTurn } from '../../server/contract/chats.ts';
import { formatDate, formatNumber } from '../format.ts';
import { answersUrl, gapsUrl, searchUrl } from '../use-query.ts';
import { AnswerFacts, Rating, Tools } from './answer-facts.tsx';
import { AskedOn } from './asked-on.tsx';
import { Markdown } from '../components/markdown.tsx';
import { ClosestList, SourceList } from '../components/source-list.tsx';

/** A question with its answer; one of them may be missing. */
export interface Pair {
  question: OwnerTurn | undefined;
  answer: OwnerTurn | undefined;
}

/** Pairs each question with the answer that follows it. */
export function pairsOf(turns: readonly OwnerTurn[]): Pair[] {
  const pairs: Pair[] = [];
  for (const turn of turns) {
    const last = pairs.at(-1);
    if (turn.role === 'user') pairs.push({ question: turn, answer: undefined });
    else if (last && !last.answer) last.answer = turn;
    else pairs.push({ question: undefined, answer: turn });
  }
  return pairs;
}

/** Without a text: why there is none. */
const missingText = ({ outcome }: OwnerTurn) =>
  outcome === 'failed'
    ? __(
        'The answer failed before its first word. The log of the sidecar says why.',
        'itih-rag-chat',
      )
    : __('The visitor stopped the answer before its first word, or left.', 'itih-rag-chat');

const Folded = ({ title, children }: { title: string; children: ReactNode }) => (
  <details className="itih-folded">
    <summary>{title}</summary>
    {children}
  </details>
);

const counted = (title: string, count: number) =>
  sprintf(
    /* translators: 1: a title, such as "Sources". 2: a number. */
    __('%1$s (%2$s)', 'itih-rag-chat'),
    title,
    formatNumber(count),
  );

const pagesBelow = ({ outcome }: OwnerTurn) =>
  outcome === 'answered' ? __('More pages', 'itih-rag-chat') : __('Closest pages', 'itih-rag-chat');

function Answer({ answer }: { answer: OwnerTurn }) {
  const { content, citations, statements, closest = [], reasoning, tools } = answer;
  return (
    <div className="itih-turn is-answer">
      <h3 className="itih-turn__who">{__('Chat', 'itih-rag-chat')}</h3>
      {content ? (
        <Markdown text={content} sources={citations} statements={statements} />
      ) : (
        <p className="itih-hint">{missingText(answer)}</p>
      )}
      <Rating answer={answer} />
      <AnswerFacts answer={answer} />
      {citations.length > 0 && (
        <Folded title={counted(__('Sources', 'itih-rag-chat'), citations.length)}>
          <SourceList sources={citations} />
        </Folded>
      )}
      {closest.length > 0 && (
        <Folded title={counted(pagesBelow(answer), closest.length)}>
          <ClosestList pages={closest} />
        </Folded>
      )}
      {reasoning && (
        <Folded title={__('Reasoning', 'itih-rag-chat')}>
          <p className="itih-chunks__text" dir="auto">
            {reasoning}
          </p>
        </Folded>
      )}
      {tools.length > 0 && (
        <Folded title={counted(__('Tools', 'itih-rag-chat'), tools.length)}>
          <Tools tools={tools} />
        </Folded>
      )}
    </div>
  );
}

interface Props {
  pair: Pair;
  canManage: boolean;
}

/** Where the owner goes from here. */
function Links({ pair: { question, answer }, canManage }: Props) {
  const gap = question?.gap ?? answer?.gap;
  const text = question?.content ?? '';
  const links = [
    typeof gap === 'number' && {
      href: gapsUrl({ gap: String(gap) }),
      text: __('Show the gap', 'itih-rag-chat'),
    },
    canManage && text && { href: searchUrl(text), text: __('Try the search', 'itih-rag-chat') },
    canManage &&
      text && {
        href: answersUrl({ question: text }),
        text: __('Write the answer', 'itih-rag-chat'),
      },
  ].filter((link) => typeof link === 'object');
  if (links.length === 0) return null;
  return (
    <p className="itih-row-actions">
      {links.map((link) => (
        <a key={link.text} href={link.href} aria-label={`${link.text}: ${text}`}>
          {link.text}
        </a>
      ))}
    </p>
  );
}

/** A question and its answer as the visitor saw them, with what stood behind them. */
export function Exchange({ pair, canManage }: Props) {
  const { question, answer } = pair;
  return (
    <li className="itih-exchange">
      {question && (
        <div className="itih-turn is-question">
          <h3 className="itih-turn__who">
            {__('Visitor', 'itih-rag-chat')}{' '}
            <time dateTime={question.createdAt}>{formatDate(question.createdAt)}</time>
          </h3>
          <p className="itih-turn__text" dir="auto">
            {question.content}
          </p>
          <AskedOn url={question.pageUrl} />
        </div>
      )}
      {answer ? (
        <Answer answer={answer} />
      ) : (
        <p className="itih-hint">{__('There is no answer yet.', 'itih-rag-chat')}</p>
      )}
      <Links pair={pair} canManage={canManage} />
    </li>
  );
}
