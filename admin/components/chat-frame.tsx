import { useEffect, useRef, useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import type { CSSProperties } from 'react';

/** A conversation that has not begun, one with an answer, or the round button alone. */
export type View = 'begin' | 'talk' | 'closed';

interface Props {
  /** Address of the page with the chat, see `preview_url()`. */
  url: string;
  view: View;
  /** Replaces values of the widget's configuration. */
  config: object;
  style?: CSSProperties;
  /** -1: not reached by the keyboard. */
  tabIndex?: number;
}

/** The real widget on a page of the site, with a look that is not saved. */
export function ChatFrame({ url, view, config, ...rest }: Props) {
  const [ready, setReady] = useState(0);
  const frame = useRef<HTMLIFrameElement>(null);
  const { origin } = new URL(url, window.location.href);
  const message = JSON.stringify({ type: 'itih-preview', view, config });

  useEffect(() => {
    // The block editor shows its blocks in a frame of their own, which is the parent then.
    const parent = frame.current?.ownerDocument.defaultView;
    if (!parent) return undefined;
    function listen({ data, source, origin: from }: MessageEvent) {
      const isOurs = from === origin && source === frame.current?.contentWindow;
      if (isOurs && (data as { type?: string })?.type === 'itih-preview-ready') {
        setReady((count) => count + 1);
      }
    }
    parent.addEventListener('message', listen);
    return () => parent.removeEventListener('message', listen);
  }, [origin]);
  useEffect(() => {
    if (ready > 0) frame.current?.contentWindow?.postMessage(JSON.parse(message), origin);
  }, [message, ready, origin]);

  return (
    <iframe
      ref={frame}
      title={__('Preview of the chat on your site', 'itih-rag-chat')}
      src={url}
      {...rest}
    />
  );
}
