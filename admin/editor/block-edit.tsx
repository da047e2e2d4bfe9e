import { Notice, PanelBody } from '@wordpress/components';
import { __, sprintf } from '@wordpress/i18n';
import type { Settings } from '../../server/contract/settings.ts';
import { ChatFrame } from '../components/chat-frame.tsx';
import { SelectControl, TextareaControl, TextControl } from '../components/controls.tsx';
import { formatNumber } from '../format.ts';
import { widgetTheme } from '../look.ts';
import { editorScripts } from './wordpress.ts';

type ThemeName = Settings['appearance']['theme'];

/** As in block.json; what is empty comes from the settings. */
export interface ChatAttributes {
  title: string;
  starters: string[];
  theme: ThemeName | '';
  height: number;
}

/** Passed by WordPress, see `pass_chat_to_block()`. */
export interface BlockData {
  /** See `preview_url()`. */
  preview: string;
  /** The name of the chat unless the block has one. */
  title: string;
  limits: {
    title: number;
    starter: number;
    starters: number;
    /** Pixels. */
    height: [min: number, max: number];
  };
  /** Visitors see the chat: it is switched on, and a sidecar has answered. */
  shown: boolean;
}

declare global {
  interface Window {
    itihChatBlock: BlockData;
  }
}

/** Returns the starters that visitors would see. */
const writtenStarters = (starters: readonly string[], { limits }: BlockData) =>
  starters
    .map((text) => text.trim().slice(0, limits.starter))
    .filter(Boolean)
    .slice(0, limits.starters);

/** Pixels of a chat in a window that is high enough; a style of the widget. */
const usualHeight = 640;

/** Returns the height in pixels that visitors would see; 0: by the size of the window. */
const shownHeight = (height: number, { limits }: BlockData) =>
  height > 0 ? Math.min(Math.max(height, limits.height[0]), limits.height[1]) : 0;

/** Returns what the block changes of the widget's configuration. */
export function configOf({ title, starters, theme, height }: ChatAttributes, data: BlockData) {
  const own = writtenStarters(starters, data);
  return {
    ...(title.trim() && { bot_name: title.trim() }),
    ...(own.length > 0 && { starters: own }),
    ...(theme && { theme: widgetTheme(theme, {}) }),
    height: shownHeight(height, data) || usualHeight,
  };
}

const themeOptions = () => [
  { value: '', label: __('As in the settings', 'itih-rag-chat') },
  { value: 'light', label: __('Light', 'itih-rag-chat') },
  { value: 'dark', label: __('Dark', 'itih-rag-chat') },
  { value: 'auto', label: __('Light or dark, as the visitor prefers', 'itih-rag-chat') },
  { value: 'ocean', label: __('Ocean', 'itih-rag-chat') },
  { value: 'sunset', label: __('Sunset', 'itih-rag-chat') },
];

interface Props {
  attributes: ChatAttributes;
  setAttributes: (changed: Partial<ChatAttributes>) => void;
}

/** Fields of the block's settings. */
function Fields({ attributes, setAttributes, data }: Props & { data: BlockData }) {
  const { title, starters, theme, height } = attributes;
  const { limits } = data;
  const [least, most] = limits.height;
  return (
    <>
      <TextControl
        name="title"
        label={__('Title', 'itih-rag-chat')}
        placeholder={data.title}
        maxLength={limits.title}
        value={title}
        onChange={(value) => setAttributes({ title: value })}
      />
      <TextareaControl
        name="starters"
        label={__('Questions to start with', 'itih-rag-chat')}
        help={sprintf(
          /* translators: %s: a number. */
          __('One on each line, at most %s. Empty: those of the settings.', 'itih-rag-chat'),
          formatNumber(limits.starters),
        )}
        rows={4}
        value={starters.join('\n')}
        onChange={(value) => setAttributes({ starters: value === '' ? [] : value.split('\n') })}
        onBlur={() => setAttributes({ starters: writtenStarters(starters, data) })}
      />
      <SelectControl
        name="theme"
        label={__('Colours', 'itih-rag-chat')}
        options={themeOptions()}
        value={theme}
        onChange={(value) => setAttributes({ theme: value as ChatAttributes['theme'] })}
      />
      <TextControl
        name="height"
        type="number"
        label={__('Height in pixels', 'itih-rag-chat')}
        help={sprintf(
          /* translators: 1: minimum. 2: maximum. */
          __('From %1$s to %2$s. Empty: by the size of the window.', 'itih-rag-chat'),
          formatNumber(least),
          formatNumber(most),
        )}
        min={least}
        max={most}
        step={10}
        value={height > 0 ? String(height) : ''}
        onChange={(value) => setAttributes({ height: Math.max(0, Math.round(Number(value))) })}
      />
    </>
  );
}

/** The block in the editor. */
export function BlockEdit(props: Props) {
  const { useBlockProps, InspectorControls } = editorScripts().blockEditor;
  const data = window.itihChatBlock;
  const config = configOf(props.attributes, data);
  return (
    <div {...useBlockProps()}>
      <InspectorControls>
        <PanelBody title={__('Chat', 'itih-rag-chat')}>
          {!data.shown && (
            <Notice status="warning" isDismissible={false}>
              {__(
                'Visitors do not see the chat yet: it is switched off, or its answer service has never answered.',
                'itih-rag-chat',
              )}
            </Notice>
          )}
          <Fields {...props} data={data} />
        </PanelBody>
      </InspectorControls>
      <div className="itih-preview" style={{ height: config.height }}>
        {/* A click selects the block. */}
        <ChatFrame url={data.preview} view="begin" config={config} tabIndex={-1} />
      </div>
    </div>
  );
}
