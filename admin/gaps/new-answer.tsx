import { __ } from '@wordpress/i18n';
import type { AskReply } from '../../server/contract/chats.ts';
import { GivenAnswer } from '../components/given-answer.tsx';
import { OutcomeBadge } from '../components/outcome-badge.tsx';

/** The answer that a visitor would get with a draft. */
export function NewAnswer({ question, reply }: { question: string; reply: AskReply }) {
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
