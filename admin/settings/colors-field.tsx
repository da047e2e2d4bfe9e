import { useEffect, useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import type { ColorName, Settings } from '../../server/contract/settings.ts';
import { themes } from '../../server/contract/themes.ts';
import { Button, TextControl } from '../components/controls.tsx';
import { Badge } from '../components/facts.tsx';
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

/** The colour as text, which holds what is typed until it is a colour. */
function ColorCode({ name, label, color, onChange }: CodeProps) {
  const [text, setText] = useState(color);
  useEffect(() => setText(color), [color]);
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
      value={text}
      onChange={(typed: string) => {
        setText(typed);
        const code = typed.trim().toLowerCase();
        if (/^#[0-9a-f]{6}$/.test(code)) onChange(code);
      }}
      onBlur={() => setText(color)}
    />
  );
}

interface RowProps {
  name: ColorName;
  theme: ThemeName;
  own: Colors;
  onChange: (color: string | undefined) => void;
}

function ColorRow({ name, theme, own, onChange }: RowProps) {
  const label = labels()[name];
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
        value={color}
        aria-describedby={`${id}-contrast`}
        onChange={({ target }) => onChange(target.value)}
      />
      <label htmlFor={id}>{label}</label>
      <ColorCode name={`${path}.${name}.code`} label={label} color={color} onChange={onChange} />
      <span id={`${id}-contrast`} className="itih-color__contrast">
        <Badge
          tone={isLow ? 'warning' : 'good'}
          text={sprintf(
            /* translators: 1: a ratio, such as "4.5 : 1". 2: the name of another colour. */
            __('%1$s with “%2$s”', 'itih-rag-chat'),
            ratioText(ratio),
            labels()[partners[name]],
          )}
        />
      </span>
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

/** The 11 colours: those of the theme, or the owner's own, with their contrast. */
export function ColorsField({ form }: { form: SettingsForm }) {
  const own = settingValue(form, path) as Colors;
  const theme = settingValue(form, 'appearance.theme') as ThemeName;
  const low = colorNames.filter((name) => contrastOf(name, theme, own) < minContrast);
  const set = (name: ColorName, color: string | undefined) => {
    const others = Object.entries(own).filter(([other]) => other !== name);
    form.set({ [path]: Object.fromEntries(color ? [...others, [name, color]] : others) });
  };
  return (
    <fieldset className="itih-colors">
      <legend>{__('Colours', 'itih-rag-chat')}</legend>
      <ul>
        {colorNames.map((name) => (
          <ColorRow
            key={name}
            name={name}
            theme={theme}
            own={own}
            onChange={(color) => set(name, color)}
          />
        ))}
      </ul>
      <p role="status" className={low.length > 0 ? 'itih-colors__warning' : 'itih-hint'}>
        {low.length > 0
          ? __(
              'A contrast below 4.5 : 1 is hard to read for many. Choose a lighter or darker colour.',
              'itih-rag-chat',
            )
          : __('All contrasts are good: 4.5 : 1 or more.', 'itih-rag-chat')}
      </p>
    </fieldset>
  );
}
