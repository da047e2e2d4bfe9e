import { ExternalLink, VisuallyHidden } from '@wordpress/components';
import { createContext, useContext, useEffect, useRef } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import type { ReactNode } from 'react';
import type { ClosestPage, Source, Statement } from '../../server/contract/chat.ts';
import type { AskReply } from '../../server/contract/chats.ts';
import { createMarkdown } from '../../widget/markdown.ts';
import { isQuotation } from '../../widget/quotation.ts';

/** The address of the public site, whose own pages are named by their path; empty: unknown. */
export const OwnSite = createContext('');

const hostOf = (url: string) => new URL(url).host.replace(/^www\./, '');

/**
 * Returns an address without what all have in common: for a page of the site itself its path. Undefined: nothing that
 * a browser could open.
 */
function shortAddress(url: string, home: string): string | undefined {
  if (!/^https?:\/\//i.test(url)) return undefined;
  try {
    // The text that a browser looks for is no part of the address.
    const [page = ''] = url.split('#:~:', 1);
    const address = decodeURI(page).replace(/^https?:\/\/(www\.)?/i, '');
    const isOwn = home !== '' && hostOf(page) === hostOf(home);
    return isOwn ? address.replace(/^[^/?#]*\/?/, '/') : address.replace(/\/$/, '');
  } catch {
    return url;
  }
}

export function SourceLink({ url }: { url: string }) {
  const address = shortAddress(url, useContext(OwnSite));
  return address === undefined ? null : (
    <ExternalLink className="itih-source" href={url}>
      <bdi>{address}</bdi>
    </ExternalLink>
  );
}

/** The page of a question. A client may name it by its path alone. */
export const AskedOn = ({ url }: { url: string }) =>
  /^https?:/i.test(url) ? (
    <SourceLink url={url} />
  ) : (
    url && <bdi className="itih-source">{url}</bdi>
  );

const texts = () => ({
  /* translators: %s: the number of a source. */
  source: __('Source %s', 'itih-rag-chat'),
  new_tab: __('opens in a new tab', 'itih-rag-chat'),
});

interface Props {
  text: string;
  sources: readonly Source[];
  statements: readonly Statement[] | undefined;
}

/** An answer as visitors see it: the widget's reader of Markdown builds nodes, and what is not Markdown stays text. */
export function Markdown({ text, sources, statements }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (box.current) createMarkdown(box.current, texts())(text, sources, false, statements);
  }, [text, sources, statements]);
  return <div ref={box} className="itih-markdown" />;
}

interface ItemProps {
  number?: number;
  title: string;
  section: string | undefined;
  url: string;
  passage: ReactNode;
}

function Item({ number, title, section, url, passage }: ItemProps) {
  return (
    <li>
      <p className="itih-chunks__place">
        {number !== undefined && <strong>[{number}]</strong>}
        <bdi>{title || url || __('Without a title', 'itih-rag-chat')}</bdi>
        {section && <bdi>{section}</bdi>}
      </p>
      <SourceLink url={url} />
      {passage}
    </li>
  );
}

interface SourcesProps {
  sources: readonly Source[];
  /** The answer itself shows the passage. */
  isQuoted?: boolean;
}

/** The sources of an answer, with the passages that it was given. */
export const SourceList = ({ sources, isQuoted = false }: SourcesProps) => (
  <ol className="itih-chunks">
    {sources.map(({ n, title, section, url, excerpt }) => (
      <Item
        key={n}
        number={n}
        title={title}
        section={section}
        url={url}
        passage={
          isQuoted ? null : excerpt ? (
            <p className="itih-chunks__text" dir="auto">
              {excerpt}
            </p>
          ) : (
            <p className="itih-hint">
              {__('The chat does not read this source any more.', 'itih-rag-chat')}
            </p>
          )
        }
      />
    ))}
  </ol>
);

/** The passage with the words of the question marked. */
function Marked({ passage, marks }: Pick<ClosestPage, 'passage' | 'marks'>) {
  const starts = [0, ...marks.map(([, end]) => end)];
  return (
    <p className="itih-chunks__text" dir="auto">
      {marks.map(([start, end], index) => (
        <span key={start}>
          {passage.slice(starts[index], start)}
          <mark>{passage.slice(start, end)}</mark>
        </span>
      ))}
      {passage.slice(starts.at(-1))}
    </p>
  );
}

/** The pages that the chat pointed to instead of an answer. */
export const ClosestList = ({ pages }: { pages: readonly ClosestPage[] }) => (
  <ol className="itih-chunks">
    {pages.map(({ title, section, url, passage, marks }, index) => (
      <Item
        key={index}
        title={title}
        section={section}
        url={url}
        passage={<Marked passage={passage} marks={marks} />}
      />
    ))}
  </ol>
);

/** An answer as visitors get it, with the passages behind it. */
export function GivenAnswer({ reply }: { reply: AskReply }) {
  const { citations, statements, closest = [] } = reply;
  const isQuoted = isQuotation({ content: reply.reply, model: reply.model });
  // A page that is only named has no passage.
  const quoted = citations.filter(({ excerpt }) => excerpt !== '');
  return (
    <>
      {/* Headings of the answer stand below this one. */}
      <VisuallyHidden as="h3">{__('Answer', 'itih-rag-chat')}</VisuallyHidden>
      <Markdown text={reply.reply} sources={citations} statements={statements} />
      {quoted.length > 0 && <SourceList sources={quoted} isQuoted={isQuoted} />}
      {isQuoted && closest.length > 0 && (
        <p className="itih-hint">{__('More pages', 'itih-rag-chat')}</p>
      )}
      {closest.length > 0 && <ClosestList pages={closest} />}
    </>
  );
}
