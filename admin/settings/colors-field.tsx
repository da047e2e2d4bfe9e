import { useEffect, useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import type { ColorName } from '../../server/contract/settings.ts';
import { Button, TextControl } from '../components/controls.tsx';
import { Badge } from '../components/facts.tsx';
import { More } from '../components/more.tsx';
import {
  accentColors,
  colorNames,
  type Colors,
  contrastOf,
  minContrast,
  palettesOf,
  partners,
  type ThemeName,
} from '../look.ts';
import { type SettingsForm, settingValue } from './draft.ts';

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
