import { __ } from '@wordpress/i18n';
import type { AskReply } from '../../server/contract/chats.ts';
import { isQuotation } from '../../widget/quotation.ts';
import { Markdown } from './markdown.tsx';
import { ClosestList, SourceList } from './source-list.tsx';

/** An answer as visitors get it, with the passages behind it. */
export function GivenAnswer({ reply }: { reply: AskReply }) {
  const { citations, statements, closest = [] } = reply;
  const isQuoted = isQuotation({ content: reply.reply, model: reply.model });
  // A page that is only named has no passage.
  const quoted = citations.filter(({ excerpt }) => excerpt !== '');
  return (
    <>
      <Markdown text={reply.reply} sources={citations} statements={statements} />
      {quoted.length > 0 && <SourceList sources={quoted} isQuoted={isQuoted} />}
      {isQuoted && closest.length > 0 && (
        <p className="itih-hint">{__('More pages', 'itih-rag-chat')}</p>
      )}
      {closest.length > 0 && <ClosestList pages={closest} />}
    </>
  );
}
