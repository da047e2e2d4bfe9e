import { useState } from '@wordpress/element';
import { TextareaControl } from '../components/controls.tsx';
import { settingValue } from './draft.ts';
import type { FieldOf } from './field.ts';
import type { FieldProps } from './field-view.tsx';

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Returns the reason of a refusal, which names an item by its number. */
const errorOf = (errors: Readonly<Record<string, string>>, path: string) =>
  Object.entries(errors).find(([named]) => named === path || named.startsWith(`${path}.`))?.[1];

/** A list of texts, one on each line. It holds the text as it is typed: empty lines are no items. */
export function LinesField({ field, form }: FieldProps<FieldOf<'lines'>>) {
  const { path, label, help = '', control } = field;
  const stored = settingValue(form, path) as string[];
  const [text, setText] = useState(stored.join('\n'));
  const error = errorOf(form.errors, path);
  return (
    <TextareaControl
      name={path}
      label={label}
      help={error ?? help}
      aria-invalid={error !== undefined}
      dir="auto"
      rows={Math.min(Math.max(control.items, 3), 6)}
      placeholder={control.placeholder ?? ''}
      value={text}
      onChange={(typed) => {
        setText(typed);
        form.set({ [path]: linesOf(typed) });
      }}
    />
  );
}
