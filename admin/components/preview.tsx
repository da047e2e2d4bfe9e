import { useEffect, useRef, useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { ChatFrame, type View } from './chat-frame.tsx';
import { SelectControl } from './controls.tsx';

/** Pixels of the page in the frame: wide enough that the chat does not fill it, as it does on phones. */
const width = 720;

/** Shrinks the page in the frame to the width that there is. */
function useScale() {
  const frame = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(1);
  useEffect(() => {
    const element = frame.current;
    if (!element || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(() => setScale(Math.min(element.clientWidth / width, 1)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { frame, scale };
}

/** The real widget on a page of the site, beside the fields of its look. */
export function Preview({ url, config }: { url: string; config: object }) {
  const [view, setView] = useState<View>('begin');
  const { frame, scale } = useScale();
  return (
    <div className="itih-preview">
      <SelectControl
        name="preview.view"
        label={__('Preview', 'itih-rag-chat')}
        value={view}
        options={[
          { value: 'begin', label: __('The beginning', 'itih-rag-chat') },
          { value: 'talk', label: __('A conversation', 'itih-rag-chat') },
          { value: 'closed', label: __('The round button', 'itih-rag-chat') },
        ]}
        onChange={(chosen) => setView(chosen as View)}
      />
      <div ref={frame} className="itih-preview__frame" dir="ltr">
        {/* Also from right to left the page shrinks towards the left edge of its frame. */}
        <ChatFrame
          {...{ url, view, config }}
          style={{ transform: `scale(${scale})`, transformOrigin: '0 0' }}
        />
      </div>
      <p className="itih-hint">
        {__(
          'Not saved yet, and seen by nobody else. Nothing that you ask here is sent.',
          'itih-rag-chat',
        )}
      </p>
    </div>
  );
}
