import { useEffect, useRef, useState } from '@wordpress/element';
import type { QueryChanges } from '../use-query.ts';
import { TextControl } from './controls.tsx';

const typingMs = 300;

interface Props {
  label: string;
  query: URLSearchParams;
  onChange: (changes: QueryChanges, how?: 'push' | 'replace') => void;
}

/** Asks for what was typed when nothing more has been typed for a moment; the address keeps it as `s`. */
export function SearchField({ label, query, onChange }: Props) {
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
          () => onChange({ s: value.trim(), paged: '' }, 'replace'),
          typingMs,
        );
      }}
    />
  );
}
