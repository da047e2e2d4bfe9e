import type { CSSProperties } from 'react';
import {
  colorsOf,
  shownHeight,
  writtenStarters,
  type BlockData,
  type ChatAttributes,
} from './block-attributes.ts';

/** Returns Markdown without its marks, for links and emphasis: the widget shows those. */
const plain = (markdown: string) =>
  markdown.replace(/\[([^[\]]*)\]\([^()\s]*\)/g, '$1').replace(/\*\*|__|`/g, '');

const Glyph = ({ path }: { path: string }) => (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <path d={path} />
  </svg>
);

/** Draws the chat as visitors see it before their first question; nothing in it can be used. */
export function Preview({ attributes, data }: { attributes: ChatAttributes; data: BlockData }) {
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
