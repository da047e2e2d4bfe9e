import { __ } from '@wordpress/i18n';
import type { ReactNode } from 'react';
import type { ClosestPage, Source } from '../../server/contract/chat.ts';
import { SourceLink } from './source-link.tsx';

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
              {__('This source is no longer in the knowledge base.', 'itih-rag-chat')}
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
