import { __, sprintf } from '@wordpress/i18n';
import type { SettingsPatch } from '../../server/contract/settings.ts';
import type { MaskedSettings } from '../api.ts';
import { formatNumber } from '../format.ts';
import { linesOf } from './answer-draft.ts';

/** The longest texts that the contract takes. */
export const textLimits = { contact: 500, refusal_text: 2000, tone: 1000 };
export type TextName = keyof typeof textLimits;
const synonymLimits = { groups: 200, group: 500 };

/** Only what has been touched is there. `synonyms`: a group on each line. */
export type WordingDraft = Partial<
  Record<TextName, string> & { synonyms: string; strict: boolean; fallback: string }
>;
export type WordingField = keyof WordingDraft;
export type WordingProblems = Partial<Record<WordingField, string>>;

/** Returns the settings as the form shows them. */
export const wordingOf = ({ chat, llm }: MaskedSettings, draft: WordingDraft) => ({
  contact: chat.contact,
  refusal_text: chat.refusal_text,
  tone: chat.tone,
  strict: chat.strict,
  fallback: llm.fallback as string,
  synonyms: chat.synonyms.join('\n'),
  ...draft,
});

const wordsOf = (group: string): string[] =>
  group
    .split(/[,،、，]/)
    .map((word) => word.trim())
    .filter((word) => word !== '');

/** Returns the groups with the comma that the contract names. */
const synonymsOf = (text: string): string[] =>
  linesOf(text).map((group) => wordsOf(group).join(', '));

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Returns the patch that a save sends: the values that differ from the stored ones; `{}` if none does. */
export function wordingPatch(
  { fallback, synonyms, strict, ...texts }: WordingDraft,
  { chat, llm }: MaskedSettings,
): SettingsPatch {
  const typed = {
    ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text.trim()])),
    ...(strict !== undefined && { strict }),
    ...(synonyms !== undefined && { synonyms: synonymsOf(synonyms) }),
  };
  const stored = chat as unknown as Record<string, unknown>;
  const changed = Object.entries(typed).filter(([name, value]) => !same(value, stored[name]));
  return {
    ...(changed.length > 0 && { chat: Object.fromEntries(changed) }),
    ...(fallback !== undefined && fallback !== llm.fallback && { llm: { fallback } }),
  } as SettingsPatch;
}

function synonymsProblem(text: string): string | undefined {
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

/** Returns what is wrong with the draft, by field. */
export function wordingProblems(draft: WordingDraft): WordingProblems {
  const problems: WordingProblems = {};
  for (const [name, max] of Object.entries(textLimits) as [TextName, number][]) {
    const { length } = (draft[name] ?? '').trim();
    if (length <= max) continue;
    problems[name] = sprintf(
      /* translators: 1: number of characters. 2: the most that there may be. */
      __('This has %1$s characters; there may be %2$s.', 'itih-rag-chat'),
      formatNumber(length),
      formatNumber(max),
    );
  }
  const wrong = synonymsProblem(draft.synonyms ?? '');
  if (wrong !== undefined) problems.synonyms = wrong;
  return problems;
}

/** Returns the server's reasons by field: an error names each line of the synonyms by its number. */
export const refusedWording = (fields: Readonly<Record<string, string>>): WordingProblems =>
  Object.fromEntries(Object.entries(fields).map(([path, why]) => [path.split('.')[1] ?? '', why]));
