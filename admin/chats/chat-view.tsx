import { useCallback, useEffect } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import type { ReactNode } from 'react';
import type { ChatsQuery, ChatSummary, OwnerTurn } from '../../server/contract/chats.ts';
import { api } from '../api.ts';
import { AskedOn, ClosestList, Markdown, SourceList } from '../components/answer.tsx';
import { Button, ErrorNotice, RequestName } from '../components/controls.tsx';
import { Facts, OutcomeBadge, Ratings } from '../components/facts.tsx';
import { Section, Skeleton } from '../components/section.tsx';
import { QueryLink } from '../components/tabs.tsx';
import {
  formatDate,
  formatLanguage,
  formatMilliseconds,
  formatNumber,
  formatPercent,
  formatPrice,
} from '../format.ts';
import { modelName } from '../labels.ts';
import { answersUrl, gapsUrl, type QueryChanges, searchUrl } from '../page.ts';
import { paged, pageOf } from '../use-list.ts';
import { useResource } from '../use-resource.ts';
import type { ChatDeletion } from './chat-deletion.tsx';
import { chatName, type ChatRows, chatSource } from './chat-list.tsx';

/**
 * Finds the conversations before and after one in the list that it was opened from, also across the list's pages.
 * Undefined at the ends, and for one that is not in the list.
 */
export function useNeighbours({ query, rows, data }: ChatRows, session: string) {
  const page = pageOf(query);
  const sessions = rows.map((chat) => chat.session);
  const at = sessions.indexOf(session);
  const isFirst = at === 0 && page > 1;
  const isLast = at >= 0 && at === sessions.length - 1 && page < (data?.pages ?? 0);

  const usePage = (number: number, isWanted: boolean) => {
    const asked = JSON.stringify({ ...chatSource.requestOf(query), page: number });
    const load = useCallback(
      async (signal: AbortSignal) =>
        isWanted ? (await api.getChats(JSON.parse(asked) as ChatsQuery, signal)).body : [],
      [asked, isWanted],
    );
    return useResource(load).data ?? [];
  };
  const before = usePage(page - 1, isFirst);
  const after = usePage(page + 1, isLast);

  const to = (chat: string | undefined, number: number): QueryChanges | undefined =>
    chat === undefined ? undefined : { chat, ...paged(number) };
  return {
    previous: isFirst ? to(before.at(-1)?.session, page - 1) : to(sessions[at - 1], page),
    next: isLast
      ? to(after[0]?.session, page + 1)
      : to(at < 0 ? undefined : sessions[at + 1], page),
  };
}

const tokensText = ({ promptTokens, completionTokens }: OwnerTurn) =>
  sprintf(
    /* translators: 1: tokens sent to the language model. 2: tokens it wrote. */
    __('%1$s tokens in, %2$s out', 'itih-rag-chat'),
    formatNumber(promptTokens),
    formatNumber(completionTokens),
  );

const cachedText = ({ cachedTokens }: OwnerTurn) =>
  sprintf(
    /* translators: %s: number of tokens that the vendor had kept from an earlier request, which costs less. */
    __('%s of them from the cache', 'itih-rag-chat'),
    formatNumber(cachedTokens),
  );

const confidenceText = (confidence: number) =>
  sprintf(
    /* translators: %s: a percentage. */
    __('%s sure', 'itih-rag-chat'),
    formatPercent(confidence),
  );

/** How the answer ended, how sure the chat was, who wrote it, how long it took and what it used. */
function AnswerFacts({ answer }: { answer: OwnerTurn }) {
  const { confidence, model, responseTimeMs, promptTokens, completionTokens } = answer;
  return (
    <p className="itih-answer-facts">
      {answer.finishReason === 'length' && (
        <span>{__('cut short at the limit of its length', 'itih-rag-chat')}</span>
      )}
      {confidence !== null && (
        <span
          title={__(
            'How likely the passages that were found answer the question.',
            'itih-rag-chat',
          )}
        >
          {confidenceText(confidence)}
        </span>
      )}
      {model && <bdi>{modelName(model)}</bdi>}
      {responseTimeMs > 0 && <span>{formatMilliseconds(responseTimeMs)}</span>}
      {promptTokens + completionTokens > 0 && <span>{tokensText(answer)}</span>}
      {answer.cachedTokens > 0 && <span>{cachedText(answer)}</span>}
      {answer.costUsd ? <span>{formatPrice(answer.costUsd)}</span> : null}
      {answer.requestId && <RequestName id={answer.requestId} />}
    </p>
  );
}

/** The visitor's rating with its comment. */
function Rating({ answer: { feedback, comment } }: { answer: OwnerTurn }) {
  if (!feedback) return null;
  return (
    <div className={`itih-rating-said is-${feedback}`}>
      <span className={`dashicons dashicons-thumbs-${feedback}`} aria-hidden="true" />
      <div>
        <strong>
          {feedback === 'up'
            ? __('The visitor found this helpful.', 'itih-rag-chat')
            : __('The visitor found this not helpful.', 'itih-rag-chat')}
        </strong>
        {comment && <blockquote dir="auto">{comment}</blockquote>}
      </div>
    </div>
  );
}

/** The tools that the model called. */
const Tools = ({ tools }: Pick<OwnerTurn, 'tools'>) => (
  <ul className="itih-tool-calls">
    {tools.map(({ name, ok }, index) => (
      <li key={index}>
        <code>{name}</code> {ok ? __('worked', 'itih-rag-chat') : __('failed', 'itih-rag-chat')}
      </li>
    ))}
  </ul>
);

/** A question with its answer; one of them may be missing. */
interface Pair {
  question: OwnerTurn | undefined;
  answer: OwnerTurn | undefined;
}

/** Pairs each question with the answer that follows it. */
function pairsOf(turns: readonly OwnerTurn[]): Pair[] {
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
        'The answer failed before its first word. The log of the answer service says why.',
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
      <h3 className="itih-turn__who">
        {__('Chat', 'itih-rag-chat')} <OutcomeBadge outcome={answer.outcome} />
      </h3>
      {content ? (
        <Markdown text={content} sources={citations} statements={statements} />
      ) : (
        <p className="itih-hint">{missingText(answer)}</p>
      )}
      <Rating answer={answer} />
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
        <Folded title={__('How it got there', 'itih-rag-chat')}>
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
      <Folded title={__('Details', 'itih-rag-chat')}>
        <AnswerFacts answer={answer} />
      </Folded>
    </div>
  );
}

interface ExchangeProps {
  pair: Pair;
  canManage: boolean;
}

/** Where the owner goes from here. */
function Links({ pair: { question, answer }, canManage }: ExchangeProps) {
  const gap = question?.gap ?? answer?.gap;
  const text = question?.content ?? '';
  const links = [
    typeof gap === 'number' && {
      href: gapsUrl({ gap: String(gap) }),
      text: __('Show the unanswered question', 'itih-rag-chat'),
    },
    canManage && text && { href: searchUrl(text), text: __('Try it', 'itih-rag-chat') },
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
function Exchange({ pair, canManage }: ExchangeProps) {
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

const closed: QueryChanges = { chat: '' };

function facts({ turns, outcome, up, down, language, page_url, created_at, last_at }: ChatSummary) {
  return [
    { label: __('Questions', 'itih-rag-chat'), value: formatNumber(turns) },
    { label: __('Last answer', 'itih-rag-chat'), value: <OutcomeBadge outcome={outcome} /> },
    up + down > 0 && {
      label: __('Ratings', 'itih-rag-chat'),
      value: <Ratings up={up} down={down} />,
    },
    page_url && {
      label: __('Begun on', 'itih-rag-chat'),
      value: <AskedOn url={page_url} />,
    },
    language && { label: __('Language', 'itih-rag-chat'), value: formatLanguage(language) },
    { label: __('Begun', 'itih-rag-chat'), value: formatDate(created_at) },
    { label: __('Last active', 'itih-rag-chat'), value: formatDate(last_at) },
  ];
}

interface Props {
  session: string;
  canManage: boolean;
  previous: QueryChanges | undefined;
  next: QueryChanges | undefined;
  deletion: ChatDeletion;
  onFollow: (changes: QueryChanges) => void;
}

/** The ways out of a conversation. */
function Ways({ previous, next, onFollow }: Pick<Props, 'previous' | 'next' | 'onFollow'>) {
  return (
    <nav className="itih-chat-ways" aria-label={__('Conversations', 'itih-rag-chat')}>
      <QueryLink className="itih-back" changes={closed} onFollow={onFollow}>
        {__('All conversations', 'itih-rag-chat')}
      </QueryLink>
      <span>
        {previous && (
          <QueryLink changes={previous} onFollow={onFollow} rel="prev">
            {__('Previous conversation', 'itih-rag-chat')}
          </QueryLink>
        )}
        {next && (
          <QueryLink changes={next} onFollow={onFollow} rel="next">
            {__('Next conversation', 'itih-rag-chat')}
          </QueryLink>
        )}
      </span>
    </nav>
  );
}

/** One conversation as its visitor saw it, with what stood behind each answer. */
export function ChatView({ session, canManage, previous, next, deletion, onFollow }: Props) {
  const { data, error, reload } = useResource((signal) => api.getChat(session, signal), [session]);
  useEffect(() => document.getElementById('itih-chat-title')?.focus(), [session]);
  const gone = error?.code === 'not_found';

  return (
    <>
      <Ways previous={previous} next={next} onFollow={onFollow} />
      <Section
        id="chat"
        title={data ? chatName(data.chat) : __('Conversation', 'itih-rag-chat')}
        busy={!data && !error}
        aside={
          data &&
          canManage && (
            <Button
              variant="secondary"
              isDestructive
              isBusy={deletion.busy}
              onClick={() => deletion.ask({ request: { sessions: [session] }, count: 1 })}
            >
              {__('Delete', 'itih-rag-chat')}
            </Button>
          )
        }
      >
        {error && !gone && <ErrorNotice error={error} onRetry={() => void reload()} />}
        {gone && (
          <p className="itih-empty">
            {__(
              'This conversation is no longer there: it was deleted, or its time was over.',
              'itih-rag-chat',
            )}
          </p>
        )}
        {!data && !error && <Skeleton lines={8} />}
        {data && <Facts look="rows" facts={facts(data.chat)} />}
      </Section>
      {data && (
        <Section id="chat-turns" title={__('What was said', 'itih-rag-chat')}>
          <ol className="itih-exchanges">
            {pairsOf(data.turns).map((pair) => (
              <Exchange
                key={(pair.question ?? pair.answer)?.id}
                pair={pair}
                canManage={canManage}
              />
            ))}
          </ol>
        </Section>
      )}
    </>
  );
}
