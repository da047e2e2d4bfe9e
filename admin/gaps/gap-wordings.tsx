import { __, sprintf } from '@wordpress/i18n';
import type { GapDetail } from '../../server/contract/gaps.ts';
import { formatDate } from '../format.ts';
import { reasonLabel } from './gap-labels.ts';

const chatUrl = (session: string) =>
  `?${new URLSearchParams({ page: 'itih-rag-chat-chats', chat: session })}`;

/** How visitors asked, the latest first, with the conversation of each. */
export const GapWordings = ({ questions }: Pick<GapDetail, 'questions'>) => (
  <ul className="itih-wordings">
    {questions.map(({ text, session, reason, at, comment }, index) => (
      <li key={index}>
        <p dir="auto">{text}</p>
        {comment && (
          <blockquote dir="auto">
            {sprintf(
              /* translators: %s: what a visitor wrote about an answer. */
              __('Comment: %s', 'itih-rag-chat'),
              comment,
            )}
          </blockquote>
        )}
        <p className="itih-wordings__facts">
          <span>{reasonLabel(reason)}</span>
          <span>{formatDate(at)}</span>
          <a
            href={chatUrl(session)}
            aria-label={sprintf(
              /* translators: %s: a question. */
              __('Conversation: %s', 'itih-rag-chat'),
              text,
            )}
          >
            {__('Conversation', 'itih-rag-chat')}
          </a>
        </p>
      </li>
    ))}
  </ul>
);
