import { useEffect, useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import type { ColorName } from '../../server/contract/settings.ts';
import { Badge } from '../components/badge.tsx';
import { Button, TextControl } from '../components/controls.tsx';
import { minContrast, partners } from './contrast.ts';
import { settingValue, type SettingsForm } from './draft.ts';
import { colorNames, contrastOf, palettesOf, type Colors, type ThemeName } from './theme-colors.ts';

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
