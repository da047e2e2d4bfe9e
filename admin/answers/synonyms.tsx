import { useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import type { SettingsPatch } from '../../server/contract/settings.ts';
import { api, type MaskedSettings } from '../api.ts';
import { ErrorNotice, Notice, SaveButton, TextareaControl } from '../components/controls.tsx';
import { Section } from '../components/section.tsx';
import { formatNumber, linesOf } from '../format.ts';
import { useAction } from '../use-resource.ts';

const synonymLimits = { groups: 200, group: 500 };

export const wordsOf = (group: string): string[] =>
  group
    .split(/[,،、，]/)
    .map((word) => word.trim())
    .filter((word) => word !== '');

/** Returns the groups with the comma that the contract names. */
const synonymsOf = (text: string): string[] =>
  linesOf(text).map((group) => wordsOf(group).join(', '));

/** Returns the patch that a save sends: `{}` if the groups are as they are stored. */
export function synonymsPatch(text: string, stored: readonly string[]): SettingsPatch {
  const synonyms = synonymsOf(text);
  return JSON.stringify(synonyms) === JSON.stringify(stored) ? {} : { chat: { synonyms } };
}

/** Returns what is wrong with the text. */
export function synonymsProblem(text: string): string | undefined {
  const groups = linesOf(text);
  if (groups.length > synonymLimits.groups) {
    return sprintf(
      /* translators: %s: a number. */
      __('There may be %s lines at most.', 'itih-rag-chat'),
      formatNumber(synonymLimits.groups),
    );
  }
  const long = groups.find((group) => group.length > synonymLimits.group);
  if (long !== undefined) {
    return sprintf(
      /* translators: 1: the beginning of a line. 2: a number. */
      __('The line that begins with “%1$s” is longer than %2$s characters.', 'itih-rag-chat'),
      long.slice(0, 30),
      formatNumber(synonymLimits.group),
    );
  }
  const alone = groups.find((group) => wordsOf(group).length < 2);
  return alone === undefined
    ? undefined
    : sprintf(
        /* translators: %s: a line. */
        __(
          '“%s” stands alone: write words that mean the same on one line, with commas.',
          'itih-rag-chat',
        ),
        alone,
      );
}

/** Returns the server's reason: an error names each line by its number. */
const refusal = (fields: Readonly<Record<string, string>>): string | undefined =>
  Object.entries(fields).find(([path]) => path.startsWith('chat.synonyms'))?.[1];

/** Holds the edits of the synonyms, a group on each line, and the state of saving them. */
export function useSynonyms(settings: MaskedSettings, onSaved: (settings: MaskedSettings) => void) {
  const stored = settings.chat.synonyms;
  /** As typed; undefined: not edited. */
  const [draft, setDraft] = useState<string>();
  /** Whether the last save that succeeded changed anything. */
  const [saved, setSaved] = useState<{ changed: boolean }>();
  const { busy, error, run } = useAction();
  const text = draft ?? stored.join('\n');
  const patch = synonymsPatch(text, stored);
  const unsaved = Object.keys(patch).length > 0;

  const save = () =>
    run(async () => {
      setSaved(undefined);
      if (unsaved) onSaved(await api.saveSettings(patch));
      setDraft(undefined);
      setSaved({ changed: unsaved });
    });

  const problem = synonymsProblem(draft ?? '');
  return {
    text,
    busy,
    error,
    saved,
    save,
    dismiss: () => setSaved(undefined),
    problem: problem ?? refusal(error?.fields ?? {}),
    /** The contract would refuse it. */
    isWrong: problem !== undefined,
    unsaved,
    set: (changed: string): void => {
      setSaved(undefined);
      setDraft(changed);
    },
  };
}

interface Props {
  editing: ReturnType<typeof useSynonyms>;
  /** A question that found nothing; may be empty. */
  question: string;
}

/** Words that mean the same on this site. */
export function SynonymsFields({ editing, question }: Props) {
  const { text, problem, set, busy, error, saved, dismiss } = editing;
  return (
    <Section id="synonyms" title={__('Words that mean the same', 'itih-rag-chat')}>
      <div className="itih-form">
        <p className="itih-hint">
          {__(
            'Visitors use other words than your pages. Write the words that mean the same on one line, with commas between them: a question with one of them then also finds pages with the others.',
            'itih-rag-chat',
          )}
        </p>
        {question && (
          <Notice status="info">
            {sprintf(
              /* translators: %s: a visitor's question. */
              __(
                'The question was “%s”. Which of its words do your pages say differently?',
                'itih-rag-chat',
              ),
              question,
            )}
          </Notice>
        )}
        <TextareaControl
          name="synonyms"
          label={__('Synonyms', 'itih-rag-chat')}
          help={problem ?? __('One group on each line.', 'itih-rag-chat')}
          aria-invalid={problem !== undefined}
          placeholder={__(
            'entry fee, admission, ticket price\nstroller, pram, pushchair\nrestaurant, café, canteen',
            'itih-rag-chat',
          )}
          dir="auto"
          rows={10}
          value={text}
          onChange={set}
        />
        {error && <ErrorNotice error={error} />}
        {saved && (
          <Notice status={saved.changed ? 'success' : 'info'} onRemove={dismiss}>
            {saved.changed
              ? __('Saved. The next answer follows it.', 'itih-rag-chat')
              : __('Nothing has changed.', 'itih-rag-chat')}
          </Notice>
        )}
        <SaveButton busy={busy} />
      </div>
    </Section>
  );
}
