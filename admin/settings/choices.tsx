import { useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import { Button, CheckboxControl, TextControl } from '../components/controls.tsx';
import { formatNumber } from '../format.ts';
import type { MetaField, PostType } from '../site.ts';

interface Choice {
  name: string;
  label: string;
  help: string;
}

export const typeChoices = (types: readonly PostType[]): Choice[] =>
  types.map(({ name, label, count }) => ({
    name,
    label,
    help: sprintf(
      /* translators: %s: number of posts of one type. */
      _n('%s published', '%s published', count, 'itih-rag-chat'),
      formatNumber(count),
    ),
  }));

/** Keeps its direction within a line of the other one. */
const isolated = (text: string) => `\u2068${text}\u2069`;

/** A field without a name of its own is known by its key. */
export const fieldChoices = (fields: readonly MetaField[]): Choice[] =>
  fields.map(({ key, label, example }) => {
    const notes = [label && label !== key ? key : '', example && `“${example}”`];
    return {
      name: key,
      label: label || key,
      help: notes.filter(Boolean).map(isolated).join(' · '),
    };
  });

interface TypedProps {
  name: string;
  max: number;
  onAdd: (typed: string) => void;
}

/** Takes a name that is not in the list. */
function Typed({ name, max, onAdd }: TypedProps) {
  const [text, setText] = useState('');
  function add() {
    if (text.trim() === '') return;
    onAdd(text.trim());
    setText('');
  }
  return (
    <div className="itih-choices__typed">
      <TextControl
        name={name}
        label={__('Another field, by its key', 'itih-rag-chat')}
        maxLength={max}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        value={text}
        onChange={setText}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // Enter would save the settings.
          event.preventDefault();
          add();
        }}
      />
      <Button variant="secondary" disabled={text.trim() === ''} onClick={add}>
        {__('Add', 'itih-rag-chat')}
      </Button>
    </div>
  );
}

interface Props {
  /** Begins the names of the fields. */
  name: string;
  legend: string;
  help: string | undefined;
  choices: readonly Choice[];
  chosen: readonly string[];
  /** Characters of a name that is typed; absent: none can be. */
  maxTyped?: number | undefined;
  onChange: (chosen: string[]) => void;
}

/** Several of a list. What is not in it at the moment, as its plugin is off or it was typed, is there until the form is saved. */
export function Choices({
  name: prefix,
  legend,
  help,
  choices,
  chosen,
  maxTyped,
  onChange,
}: Props) {
  const [others, setOthers] = useState(() =>
    chosen.filter((name) => !choices.some((choice) => choice.name === name)),
  );
  const all = [
    ...choices,
    ...others.map((name) => ({
      name,
      label: name,
      help:
        maxTyped === undefined
          ? __('Not on this site at the moment', 'itih-rag-chat')
          : __('Told where a post has it', 'itih-rag-chat'),
    })),
  ];
  function add(typed: string) {
    if (!all.some(({ name }) => name === typed)) setOthers([...others, typed]);
    if (!chosen.includes(typed)) onChange([...chosen, typed]);
  }
  return (
    <fieldset className="itih-choices">
      <legend>{legend}</legend>
      {all.map(({ name, label, help: note }) => (
        <CheckboxControl
          key={name}
          name={`${prefix}.${name}`}
          label={label}
          help={note}
          checked={chosen.includes(name)}
          onChange={(on) =>
            onChange(on ? [...chosen, name] : chosen.filter((other) => other !== name))
          }
        />
      ))}
      {maxTyped !== undefined && <Typed name={`${prefix}.typed`} max={maxTyped} onAdd={add} />}
      {help && <p className="itih-hint">{help}</p>}
    </fieldset>
  );
}
