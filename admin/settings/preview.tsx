import { useEffect, useRef, useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { SelectControl } from '../components/controls.tsx';
import { settingValue, type SettingsForm } from './draft.ts';
import { widgetTheme, type Colors, type ThemeName } from './colors-field.tsx';

/** Pixels of the page in the frame: wide enough that the chat does not fill it, as it does on phones. */
const width = 720;

type View = 'begin' | 'talk' | 'closed';

/** Settings that the widget takes as they are. */
const plain = [
  'position',
  'offset_x',
  'offset_y',
  'label',
  'bot_name',
  'welcome',
  'avatar',
  'logo',
  'show_credit',
];

/** Returns the configuration of the widget with the unsaved look. */
function configOf(form: SettingsForm): object {
  const value = (name: string) => settingValue(form, `appearance.${name}`);
  const config = Object.fromEntries(plain.map((name) => [name, value(name)]));
  const starters = settingValue(form, 'chat.starters');
  return {
    ...config,
    ...(starters !== undefined && { starters }),
    theme: widgetTheme(value('theme') as ThemeName, value('colors') as Colors),
  };
}

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

/** The real widget on a page of the site, with the look as it is edited. */
export function Preview({ form, url }: { form: SettingsForm; url: string }) {
  const [view, setView] = useState<View>('begin');
  const [ready, setReady] = useState(0);
  const page = useRef<HTMLIFrameElement>(null);
  const { frame, scale } = useScale();
  const { origin } = new URL(url, window.location.href);
  const message = JSON.stringify({ type: 'itih-preview', view, config: configOf(form) });

  useEffect(() => {
    function listen({ data, source, origin: from }: MessageEvent) {
      const isOurs = from === origin && source === page.current?.contentWindow;
      if (isOurs && (data as { type?: string })?.type === 'itih-preview-ready') {
        setReady((count) => count + 1);
      }
    }
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, [origin]);
  useEffect(() => {
    if (ready > 0) page.current?.contentWindow?.postMessage(JSON.parse(message), origin);
  }, [message, ready, origin]);

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
        <iframe
          ref={page}
          title={__('Preview of the chat on your site', 'itih-rag-chat')}
          src={url}
          // Also from right to left the page shrinks towards the left edge of its frame.
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
