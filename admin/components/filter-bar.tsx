import { useEffect, useRef, useState } from '@wordpress/element';
import type { QueryChanges } from '../page.ts';
import { SelectControl, TextControl } from './controls.tsx';

const typingMs = 300;

interface Query {
  query: URLSearchParams;
  change: (changes: QueryChanges, how?: 'push' | 'replace') => void;
}

/** Asks for what was typed when nothing more has been typed for a moment; the address keeps it as `s`. */
function SearchField({ label, query, change }: Query & { label: string }) {
  const asked = query.get('s') ?? '';
  const [text, setText] = useState(asked);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => setText(asked), [asked]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <TextControl
      type="search"
      name="s"
      label={label}
      hideLabelFromVision
      placeholder={label}
      value={text}
      onChange={(value) => {
        setText(value);
        clearTimeout(timer.current);
        timer.current = setTimeout(
          () => change({ s: value.trim(), paged: '' }, 'replace'),
          typingMs,
        );
      }}
    />
  );
}

export interface Option {
  value: string;
  label: string;
}

/** A choice with the option of all, or a day. The name is that of the parameter of the address. */
export type Filter = { name: string; label: string } & (
  { all: string; options: readonly Option[] } | { min?: string; max?: string }
);

interface Props {
  list: Query;
  /** Label of the field for words. */
  search: string;
  filters: readonly Filter[];
  /** Labels stand above the fields: what is chosen would not say what it is. */
  labelled?: boolean;
}

/** Chooses the rows of a list; the address keeps the choice. */
export function FilterBar({ list: { query, change }, search, filters, labelled = false }: Props) {
  const field = (name: string, label: string, how?: 'replace') => ({
    name,
    label,
    hideLabelFromVision: !labelled,
    value: query.get(name) ?? '',
    onChange: (value: string) => change({ [name]: value, paged: '' }, how),
  });
  return (
    <div className={`itih-filters ${labelled ? 'is-labelled' : ''}`} role="search">
      <SearchField label={search} query={query} change={change} />
      {filters.map(({ name, label, ...filter }) =>
        'options' in filter ? (
          <SelectControl
            key={name}
            {...field(name, label)}
            options={[{ value: '', label: filter.all }, ...filter.options]}
          />
        ) : (
          // Each digit of a year is a day of its own.
          <TextControl key={name} type="date" {...filter} {...field(name, label, 'replace')} />
        ),
      )}
    </div>
  );
}
