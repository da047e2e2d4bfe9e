import { __, _n, sprintf } from '@wordpress/i18n';
import { CheckboxControl } from '../components/controls.tsx';
import { formatNumber } from '../format.ts';
import type { PostType } from '../site.ts';

const countText = (count: number) =>
  sprintf(
    /* translators: %s: number of posts of one type. */
    _n('%s published', '%s published', count, 'itih-rag-chat'),
    formatNumber(count),
  );

interface Props {
  /** Begins the names of the fields. */
  name: string;
  legend: string;
  help: string | undefined;
  /** Post types that visitors can view. */
  types: readonly PostType[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** Types of posts. One whose plugin is off at the moment stays chosen. */
export function PostTypeChoice({ name: prefix, legend, help, types, chosen, onChange }: Props) {
  const missing = chosen.filter((name) => !types.some((type) => type.name === name));
  const choices = [
    ...types.map(({ name, label, count }) => ({ name, label, help: countText(count) })),
    ...missing.map((name) => ({
      name,
      label: name,
      help: __('Not on this site at the moment', 'itih-rag-chat'),
    })),
  ];
  return (
    <fieldset className="itih-choices">
      <legend>{legend}</legend>
      {choices.map(({ name, label, help: count }) => (
        <CheckboxControl
          key={name}
          name={`${prefix}.${name}`}
          label={label}
          help={count}
          checked={chosen.includes(name)}
          onChange={(on) =>
            onChange(on ? [...chosen, name] : chosen.filter((other) => other !== name))
          }
        />
      ))}
      {help && <p className="itih-hint">{help}</p>}
    </fieldset>
  );
}
