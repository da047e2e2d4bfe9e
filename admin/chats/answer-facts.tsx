import { __, sprintf } from '@wordpress/i18n';
import type { OwnerTurn } from '../../server/contract/chats.ts';
import { OutcomeBadge } from '../components/outcome-badge.tsx';
import { RequestName } from '../components/request-name.tsx';
import { formatMilliseconds, formatNumber, formatPercent, formatPrice } from '../format.ts';
import { modelName } from '../labels.ts';

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
export function AnswerFacts({ answer }: { answer: OwnerTurn }) {
  const { outcome, confidence, model, responseTimeMs, promptTokens, completionTokens } = answer;
  return (
    <p className="itih-answer-facts">
      <OutcomeBadge outcome={outcome} />
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
export function Rating({ answer: { feedback, comment } }: { answer: OwnerTurn }) {
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
export const Tools = ({ tools }: Pick<OwnerTurn, 'tools'>) => (
  <ul className="itih-tool-calls">
    {tools.map(({ name, ok }, index) => (
      <li key={index}>
        <code>{name}</code> {ok ? __('worked', 'itih-rag-chat') : __('failed', 'itih-rag-chat')}
      </li>
    ))}
  </ul>
);
