import { useEffect, useRef } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import type { Source, Statement } from '../../server/contract/chat.ts';
import { createMarkdown } from '../../widget/markdown.ts';

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
