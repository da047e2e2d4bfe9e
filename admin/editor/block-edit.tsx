import { Notice, PanelBody } from '@wordpress/components';
import { __, sprintf } from '@wordpress/i18n';
import type { CSSProperties } from 'react';
import type { Settings } from '../../server/contract/settings.ts';
import { SelectControl, TextareaControl, TextControl } from '../components/controls.tsx';
import { formatNumber } from '../format.ts';
import { editorScripts } from './wordpress.ts';

type ThemeName = Settings['appearance']['theme'];

/** As in block.json; what is empty comes from the settings. */
export interface ChatAttributes {
  title: string;
  starters: string[];
  theme: ThemeName | '';
  height: number;
}

type Colors = Record<string, string>;

/** Passed by WordPress, see `pass_chat_to_block()`. */
export interface BlockData {
  look: {
    theme: { name: ThemeName; colors: Colors };
    bot_name: string;
    welcome: string;
    starters: string[];
    logo: string;
    avatar: string;
    strings: Record<'title' | 'welcome' | 'placeholder', string>;
  };
  themes: Record<string, Colors>;
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

/** Returns the colours of a theme; `auto` is shown as the light one. */
function colorsOf({ look, themes }: BlockData, theme: ChatAttributes['theme']): Colors {
  if (theme === '') return look.theme.colors;
  return themes[theme] ?? themes['light'] ?? {};
}

/** Returns the starters that visitors would see. */
const writtenStarters = (starters: readonly string[], { limits }: BlockData) =>
  starters
    .map((text) => text.trim().slice(0, limits.starter))
    .filter(Boolean)
    .slice(0, limits.starters);

/** Returns the height in pixels that visitors would see; 0: by the size of the window. */
const shownHeight = (height: number, { limits }: BlockData) =>
  height > 0 ? Math.min(Math.max(height, limits.height[0]), limits.height[1]) : 0;

/** Returns Markdown without its marks, for links and emphasis: the widget shows those. */
const plain = (markdown: string) =>
  markdown.replace(/\[([^[\]]*)\]\([^()\s]*\)/g, '$1').replace(/\*\*|__|`/g, '');

const Glyph = ({ path }: { path: string }) => (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <path d={path} />
  </svg>
);

/** Draws the chat as visitors see it before their first question; nothing in it can be used. */
function Preview({ attributes, data }: { attributes: ChatAttributes; data: BlockData }) {
  const { look } = data;
  const colors = Object.entries(colorsOf(data, attributes.theme));
  const own = writtenStarters(attributes.starters, data);
  const starters = own.length > 0 ? own : look.starters;
  const height = shownHeight(attributes.height, data);
  const picture = look.logo || look.avatar;
  const style = {
    ...Object.fromEntries(
      colors.map(([name, color]) => [`--itih-${name.replaceAll('_', '-')}`, color]),
    ),
    ...(height > 0 && { height }),
  } as CSSProperties;
  return (
    <div className="itih-preview" style={style}>
      <div className="itih-preview-header">
        <span className="itih-preview-logo">
          {picture ? (
            <img src={picture} alt="" />
          ) : (
            <Glyph path="M21 12a8 8 0 0 1-8 8H4l2-3.2A8 8 0 1 1 21 12ZM9 12h.01M13 12h.01M17 12h.01" />
          )}
        </span>
        <span className="itih-preview-title">
          {attributes.title.trim() || look.bot_name || look.strings.title}
        </span>
      </div>
      <div className="itih-preview-log">
        <div className="itih-preview-bubble">{plain(look.welcome || look.strings.welcome)}</div>
        {starters.length > 0 && (
          <div className="itih-preview-starters">
            {starters.map((text, index) => (
              <span key={index}>{text}</span>
            ))}
          </div>
        )}
      </div>
      <div className="itih-preview-composer">
        <span>{look.strings.placeholder}</span>
        <span className="itih-preview-send">
          <Glyph path="M12 19V5M5 12l7-7 7 7" />
        </span>
      </div>
    </div>
  );
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
  const { look, limits } = data;
  const [least, most] = limits.height;
  return (
    <>
      <TextControl
        name="title"
        label={__('Title', 'itih-rag-chat')}
        placeholder={look.bot_name || look.strings.title}
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
      <Preview attributes={props.attributes} data={data} />
    </div>
  );
}
