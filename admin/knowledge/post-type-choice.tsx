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
  /** Post types that visitors can view. */
  types: readonly PostType[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** Which types of posts are read. One whose plugin is off at the moment stays chosen. */
export function PostTypeChoice({ types, chosen, onChange }: Props) {
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
      <legend>{__('Read and follow', 'itih-rag-chat')}</legend>
      {choices.map(({ name, label, help }) => (
        <CheckboxControl
          key={name}
          name={`post_types.${name}`}
          label={label}
          help={help}
          checked={chosen.includes(name)}
          onChange={(on) =>
            onChange(on ? [...chosen, name] : chosen.filter((other) => other !== name))
          }
        />
      ))}
    </fieldset>
  );
}
