import { useEffect, useRef, useState } from '@wordpress/element';
import type { KeyboardEvent } from 'react';
import { Button, TextControl } from './controls.tsx';

export interface Choice {
  value: string;
  /** Shown beside the value. */
  note?: string | undefined;
}

interface Props {
  name: string;
  /** Path of the setting, by which an error finds it. */
  path: string;
  label: string;
  help: string;
  invalid: boolean;
  required: boolean;
  value: string;
  choices: readonly Choice[];
  /** State of the list, such as why it is empty; announced to screen readers. */
  status: string;
  /** Accessible name of the button that shows all choices. */
  showLabel: string;
  onChange: (value: string) => void;
  /** The choices are wanted. */
  onOpen: () => void;
}

const matching = (choices: readonly Choice[], text: string) => {
  const words = text.toLowerCase().split(/\s+/);
  return choices.filter(({ value, note = '' }) =>
    words.every((word) => `${value} ${note}`.toLowerCase().includes(word)),
  );
};

/**
 * A text field with a list to choose from: what is typed narrows the list, and stays when it is not in
 * it. WordPress' own takes only what is in its list, and a browser's `datalist` hides all that does not
 * match the value that is there already.
 *
 * https://www.w3.org/WAI/ARIA/apg/patterns/combobox/examples/combobox-autocomplete-list/
 */
export function Combobox(props: Props) {
  const { name, path, label, help, invalid, required, value, choices, status, showLabel } = props;
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState(false);
  const [active, setActive] = useState(-1);
  const field = useRef<HTMLDivElement>(null);
  const shown = typed ? matching(choices, value) : choices;
  const expanded = open && shown.length > 0;
  useEffect(() => {
    // jsdom does not know it.
    field.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' });
  }, [active]);
  const idOf = (part: string | number) => `itih-${name.replaceAll('.', '-')}-${part}`;

  function show() {
    setOpen(true);
    setTyped(false);
    setActive(-1);
    props.onOpen();
  }

  function choose(chosen: string) {
    props.onChange(chosen);
    setOpen(false);
  }

  function move(step: 1 | -1) {
    if (!open) show();
    const list = open ? shown : choices;
    const at = list.findIndex((choice) => choice.value === value);
    const to = open && active >= 0 ? Math.min(active + step, list.length - 1) : at;
    setActive(Math.max(to, 0));
  }

  function onKeyDown(event: KeyboardEvent) {
    const chosen = expanded ? shown[active] : undefined;
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter' && chosen) choose(chosen.value);
    else if (event.key === 'Escape' && open) setOpen(false);
    else return;
    event.preventDefault();
  }

  return (
    <div className="itih-combobox">
      <div className="itih-combobox__field" ref={field}>
        <TextControl
          name={name}
          data-path={path}
          label={label}
          required={required}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={expanded}
          aria-controls={idOf('list')}
          aria-activedescendant={expanded && active >= 0 ? idOf(active) : undefined}
          aria-describedby={idOf('help')}
          aria-invalid={invalid}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          value={value}
          onChange={(text: string) => {
            if (!open) show();
            setTyped(true);
            setActive(-1);
            props.onChange(text);
          }}
          onClick={() => !expanded && show()}
          onKeyDown={onKeyDown}
          onBlur={() => setOpen(false)}
        />
        <Button
          className="itih-combobox__open"
          aria-label={showLabel}
          aria-expanded={expanded}
          tabIndex={-1}
          // At the end of what is written in the field.
          dir="ltr"
          onMouseDown={(event: { preventDefault: () => void }) => event.preventDefault()}
          onClick={() => {
            field.current?.querySelector('input')?.focus();
            if (expanded) setOpen(false);
            else show();
          }}
        />
        <ul id={idOf('list')} role="listbox" aria-label={label} hidden={!expanded} dir="ltr">
          {expanded &&
            shown.map((choice, index) => (
              <li
                key={choice.value}
                id={idOf(index)}
                role="option"
                aria-selected={index === active}
                // So that the field keeps the focus.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(choice.value)}
              >
                {choice.value}
                {choice.note && <small>{choice.note}</small>}
              </li>
            ))}
        </ul>
      </div>
      <p id={idOf('help')} className="components-base-control__help">
        {help}
      </p>
      <p role="status" className="itih-combobox__status">
        {status}
      </p>
    </div>
  );
}
