import { useEffect, useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import type { ColorName, Settings } from '../../server/contract/settings.ts';
import { themes } from '../../server/contract/themes.ts';
import { Button, TextControl } from '../components/controls.tsx';
import { Badge } from '../components/facts.tsx';
import { More } from '../components/more.tsx';
import { type SettingsForm, settingValue } from './draft.ts';

/** The least contrast of text, by WCAG 2.2, criterion 1.4.3. */
const minContrast = 4.5;

/** The colour that each one is read on or beside. Buttons have the background as the colour of their text. */
const partners: Record<ColorName, ColorName> = {
  primary: 'bg',
  header_bg: 'header_text',
  header_text: 'header_bg',
  bg: 'text',
  text: 'bg',
  user_bubble: 'user_text',
  user_text: 'user_bubble',
  bot_bubble: 'bot_text',
  bot_text: 'bot_bubble',
  launcher: 'launcher_icon',
  launcher_icon: 'launcher',
};

/** Returns the relative luminance of `#rrggbb`: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast of two colours, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

export type ThemeName = Settings['appearance']['theme'];
export type Colors = Partial<Record<ColorName, string>>;

const colorNames = Object.keys(themes.light) as ColorName[];

/** Returns the colours of a theme; with `auto`, those for light and for dark systems. */
const palettesOf = (theme: ThemeName): Record<ColorName, string>[] =>
  theme === 'auto' ? [themes.light, themes.dark] : [themes[theme]];

/** Returns the theme as the widget takes it: the owner's colours over those of the theme. */
export function widgetTheme(name: ThemeName, own: Colors) {
  const [colors, dark] = palettesOf(name).map((palette) => ({ ...palette, ...own }));
  return { name, colors, ...(dark && { dark }) };
}

/** Returns the contrast of a colour with its partner; of two palettes the lower one. */
export const contrastOf = (name: ColorName, theme: ThemeName, own: Colors): number =>
  Math.min(
    ...palettesOf(theme).map((palette) => {
      const colors = { ...palette, ...own };
      return contrast(colors[name], colors[partners[name]]);
    }),
  );

const path = 'appearance.colors';

const labels = (): Record<ColorName, string> => ({
  primary: __('Links and buttons', 'itih-rag-chat'),
  header_bg: __('Header', 'itih-rag-chat'),
  header_text: __('Text of the header', 'itih-rag-chat'),
  bg: __('Background', 'itih-rag-chat'),
  text: __('Text', 'itih-rag-chat'),
  user_bubble: __('Question', 'itih-rag-chat'),
  user_text: __('Text of a question', 'itih-rag-chat'),
  bot_bubble: __('Tables and code in answers', 'itih-rag-chat'),
  bot_text: __('Text in tables and code', 'itih-rag-chat'),
  launcher: __('Round button', 'itih-rag-chat'),
  launcher_icon: __('Sign on the round button', 'itih-rag-chat'),
});

/** Isolated, so that a ratio stays one in a sentence from right to left. */
const ratioText = (ratio: number) => `\u2066${(Math.floor(ratio * 10) / 10).toFixed(1)} : 1\u2069`;

interface CodeProps {
  name: string;
  label: string;
  color: string;
  onChange: (color: string) => void;
}

const isColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text.trim());

/** The colour as text. What is no colour stays, marked, and is not saved. */
function ColorCode({ name, label, color, onChange }: CodeProps) {
  const [text, setText] = useState(color);
  useEffect(() => setText(color), [color]);
  const wrong = !isColor(text);
  return (
    <TextControl
      className="itih-color__code"
      label={
        /* translators: %s: the name of a colour. */
        sprintf(__('%s as #rrggbb', 'itih-rag-chat'), label)
      }
      hideLabelFromVision
      name={name}
      dir="ltr"
      spellCheck={false}
      // The browser refuses to send the form, and names the field.
      pattern="\s*#[0-9a-fA-F]{6}\s*"
      required
      title={__('A colour is written as #2145e6.', 'itih-rag-chat')}
      aria-invalid={wrong}
      help={wrong ? __('This is no colour, such as #2145e6.', 'itih-rag-chat') : ''}
      value={text}
      onChange={(typed: string) => {
        setText(typed);
        if (isColor(typed)) onChange(typed.trim().toLowerCase());
      }}
    />
  );
}

interface RowProps {
  name: ColorName;
  label: string;
  theme: ThemeName;
  own: Colors;
  onChange: (color: string | undefined) => void;
}

function ColorRow({ name, label, theme, own, onChange }: RowProps) {
  const [palette] = palettesOf(theme);
  const color = own[name] ?? palette?.[name] ?? '';
  const ratio = contrastOf(name, theme, own);
  const isLow = ratio < minContrast;
  const id = `itih-color-${name}`;
  return (
    <li className="itih-color">
      <input
        type="color"
        id={id}
        name={`${path}.${name}`}
        data-path={`${path}.${name}`}
        value={color}
        aria-describedby={isLow ? `${id}-contrast` : undefined}
        onChange={({ target }) => onChange(target.value)}
      />
      <label htmlFor={id}>{label}</label>
      <ColorCode name={`${path}.${name}.code`} label={label} color={color} onChange={onChange} />
      {isLow && (
        <span id={`${id}-contrast`} className="itih-color__contrast">
          <Badge
            tone="warning"
            text={sprintf(
              /* translators: 1: a ratio, such as "4.5 : 1". 2: the name of another colour. */
              __('Hard to read: %1$s with “%2$s”', 'itih-rag-chat'),
              ratioText(ratio),
              labels()[partners[name]],
            )}
          />
        </span>
      )}
      {own[name] !== undefined && (
        <Button
          variant="link"
          aria-label={
            /* translators: %s: the name of a colour. */
            sprintf(__('Reset: %s', 'itih-rag-chat'), label)
          }
          onClick={() => onChange(undefined)}
        >
          {__('Reset', 'itih-rag-chat')}
        </Button>
      )}
    </li>
  );
}

/** White or nearly black: the one that is easier to read on a colour. */
export const readableOn = (color: string) =>
  contrast('#ffffff', color) >= contrast('#1e1e1e', color) ? '#ffffff' : '#1e1e1e';

/** The colours that follow from the one of the owner: button, links and marks; the button's icon can be seen on it. */
export const accentColors = (color: string): Colors => ({
  primary: color,
  launcher: color,
  launcher_icon: readableOn(color),
});

/** The owner's colour, with its followers, and each of the 11 alone. A contrast is told where it is too low. */
export function ColorsField({ form }: { form: SettingsForm }) {
  const own = settingValue(form, path) as Colors;
  const theme = settingValue(form, 'appearance.theme') as ThemeName;
  const isLow = colorNames.some((name) => contrastOf(name, theme, own) < minContrast);
  const set = (changes: Colors, reset: readonly ColorName[] = []) => {
    const kept = Object.entries({ ...own, ...changes }).filter(
      ([name]) => !reset.includes(name as ColorName),
    );
    form.set({ [path]: Object.fromEntries(kept) });
  };
  const row = (name: ColorName, label: string, followers: (color: string) => Colors) => (
    <ColorRow
      key={name}
      {...{ name, label, theme, own }}
      onChange={(color) =>
        color ? set(followers(color)) : set({}, Object.keys(followers('#000000')) as ColorName[])
      }
    />
  );
  return (
    <fieldset className="itih-colors" data-path={path}>
      <legend>{__('Colours', 'itih-rag-chat')}</legend>
      <ul>{row('primary', __('Your colour', 'itih-rag-chat'), accentColors)}</ul>
      <More text={__('More colours', 'itih-rag-chat')}>
        <ul>
          {colorNames
            .filter((name) => name !== 'primary')
            .map((name) => row(name, labels()[name], (color) => ({ [name]: color })))}
        </ul>
      </More>
      <p role="status" className="itih-colors__warning">
        {isLow &&
          __(
            'A contrast below 4.5 : 1 is hard to read for many. Choose a lighter or darker colour.',
            'itih-rag-chat',
          )}
      </p>
    </fieldset>
  );
}
