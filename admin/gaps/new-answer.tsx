import { __ } from '@wordpress/i18n';
import type { AskReply } from '../../server/contract/chats.ts';
import { Markdown } from '../chats/markdown.tsx';
import { ClosestList, SourceList } from '../chats/source-list.tsx';
import { OutcomeBadge } from '../components/outcome-badge.tsx';

/** The answer that a visitor would get with a draft. */
export function NewAnswer({ question, reply }: { question: string; reply: AskReply }) {
  const { outcome, citations, statements, closest = [] } = reply;
  // A page that is only named has no passage.
  const quoted = citations.filter(({ excerpt }) => excerpt !== '');
  return (
    <div id="itih-new-answer" className="itih-new-answer" tabIndex={-1}>
      <h3>{__('A visitor would now get this', 'itih-rag-chat')}</h3>
      <p className="itih-new-answer__question" dir="auto">
        {question}
      </p>
      <OutcomeBadge outcome={outcome} />
      <Markdown text={reply.reply} sources={citations} statements={statements} />
      {quoted.length > 0 && <SourceList sources={quoted} />}
      {closest.length > 0 && <ClosestList pages={closest} />}
    </div>
  );
}
