import type { Settings, SettingsPatch } from '../../server/contract/settings.ts';

export type IndexingSettings = Settings['indexing'];

/** The numbers of the form: name → smallest and largest. */
export const numberRanges = {
  chunk_size: [200, 8000],
  chunk_overlap: [0, 2000],
  min_chunk_chars: [0, 1000],
  url_recheck_hours: [0, 8760],
} as const satisfies Partial<Record<keyof IndexingSettings, readonly [number, number]>>;
export type NumberName = keyof typeof numberRanges;

/** As it was typed. Only what has been touched is there. */
export type IndexingDraft = Partial<
  Pick<IndexingSettings, 'post_types' | 'auto_index'> &
    Record<NumberName, string> & { exclude_ids: string }
>;

const idsOf = (text: string) => [...new Set((text.match(/\d+/g) ?? []).map(Number))];

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Returns the patch that a save sends: the values that differ from the stored ones; `{}` if none does. */
export function indexingPatch(
  { exclude_ids, post_types, auto_index, ...numbers }: IndexingDraft,
  stored: IndexingSettings,
): SettingsPatch {
  const typed = {
    ...(post_types && { post_types }),
    ...(auto_index !== undefined && { auto_index }),
    ...(exclude_ids !== undefined && { exclude_ids: idsOf(exclude_ids) }),
    ...Object.fromEntries(Object.entries(numbers).map(([name, text]) => [name, Number(text)])),
  };
  const now = stored as unknown as Record<string, unknown>;
  const indexing = Object.entries(typed).filter(([name, value]) => !same(value, now[name]));
  return indexing.length > 0 ? { indexing: Object.fromEntries(indexing) } : {};
}
