import { __, _n, sprintf } from '@wordpress/i18n';
import { formatNumber } from '../format.ts';
import { builtin, isReachable } from '../models/providers.ts';
import { settingValue, type SettingPath, type SettingsForm } from './draft.ts';
import type { Control } from './field.ts';
import { allFields } from './fields.ts';

export type Problems = Record<SettingPath, string>;

function numberProblem(value: unknown, { min, max, step = 1 }: Extract<Control, { min: number }>) {
  const fits =
    typeof value === 'number' && value >= min && value <= (max ?? Number.MAX_SAFE_INTEGER);
  if (fits && (step < 1 || Number.isInteger(value))) return undefined;
  return max === undefined
    ? sprintf(
        /* translators: %s: a number. */
        __('Enter a whole number from %s upwards.', 'itih-rag-chat'),
        formatNumber(min),
      )
    : sprintf(
        /* translators: 1: the smallest number. 2: the largest. */
        __('Enter a number from %1$s to %2$s.', 'itih-rag-chat'),
        formatNumber(min),
        formatNumber(max),
      );
}

function lengthProblem(text: string, max: number): string | undefined {
  const { length } = text.trim();
  if (length <= max) return undefined;
  return sprintf(
    /* translators: 1: number of characters. 2: the most that there may be. */
    __('This has %1$s characters; there may be %2$s.', 'itih-rag-chat'),
    formatNumber(length),
    formatNumber(max),
  );
}

function countProblem(list: readonly unknown[], items: number): string | undefined {
  if (list.length <= items) return undefined;
  return sprintf(
    /* translators: %s: a number. */
    _n(
      'There may be %s entry at most.',
      'There may be %s entries at most.',
      items,
      'itih-rag-chat',
    ),
    formatNumber(items),
  );
}

/** Returns what the contract would refuse. */
export function problemOf(value: unknown, control: Control): string | undefined {
  switch (control.kind) {
    case 'number':
      return numberProblem(value, control);
    case 'text':
    case 'textarea':
    case 'image':
      return lengthProblem(value as string, control.max);
    case 'lines': {
      const lines = value as string[];
      const long = lines.map((line) => lengthProblem(line, control.max)).find(Boolean);
      return countProblem(lines, control.items) ?? long;
    }
    case 'types':
    case 'posts':
      return countProblem(value as unknown[], control.items);
    case 'toggle':
    case 'select':
    case 'special':
      return undefined;
    default:
      return control satisfies never;
  }
}

/** Returns a problem if a provider is chosen that lacks what its calls need. */
function connectionProblems(form: SettingsForm): Problems {
  const incomplete = (['llm', 'embeddings'] as const).filter((scope) => {
    const provider = settingValue(form, `${scope}.provider`);
    const isChosen = `${scope}.provider` in form.draft;
    return isChosen && provider !== builtin && !isReachable(form, scope, String(provider));
  });
  const message = __('Fill in what this provider needs.', 'itih-rag-chat');
  return Object.fromEntries(incomplete.map((scope) => [`${scope}.provider`, message]));
}

/** Returns what is wrong with the edits of a form, by path. */
export function problemsOf(form: SettingsForm): Problems {
  const found = allFields().flatMap(({ path, control }) => {
    const value = form.draft[path];
    const problem = value === undefined ? undefined : problemOf(value, control);
    return problem === undefined ? [] : [[path, problem] as const];
  });
  return { ...connectionProblems(form), ...Object.fromEntries(found) };
}
