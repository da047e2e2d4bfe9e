import { __, sprintf } from '@wordpress/i18n';
import type { SettingsPatch } from '../../server/contract/settings.ts';
import { formatNumber } from '../format.ts';
import { linesOf } from './answer-draft.ts';

const synonymLimits = { groups: 200, group: 500 };

const wordsOf = (group: string): string[] =>
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
