import type { SettingPath, SettingsForm } from './draft.ts';

/**
 * Tabs of the screen, and parts of the last one, as their addresses name them; '' is the first. The names stay, whatever
 * the screen calls the tabs: bookmarks, mails and authorization servers hold the addresses.
 */
export type TabName =
  | ''
  | 'appearance'
  | 'chat'
  | 'models'
  | 'indexing'
  | 'limits'
  | 'privacy'
  | 'advanced'
  | 'embeddings'
  | 'passages'
  | 'store'
  | 'mcp'
  /** Another screen, which has the owner's answers and synonyms. */
  | 'answers';

export interface Option {
  value: string;
  label: string;
}

/** How a setting is edited, with the limits of the contract. */
export type Control =
  | { kind: 'toggle' }
  | { kind: 'number'; min: number; max?: number; step?: number }
  /** A number that owners think of as more or less; `ends`: the words for the least and the most. */
  | { kind: 'scale'; min: number; max: number; step: number; ends: [string, string] }
  | { kind: 'text'; max: number; placeholder?: string }
  | { kind: 'textarea'; max: number; rows: number; placeholder?: string }
  /** A list of texts, one on each line. */
  | { kind: 'lines'; items: number; max: number; placeholder?: string }
  | { kind: 'select'; options: Option[] }
  /** Types of posts, or custom fields. `max`: another name can be typed, with so many characters. */
  | { kind: 'choices'; of: 'types' | 'fields'; items: number; max?: number }
  /** Ids of posts, which are chosen by their titles. */
  | { kind: 'posts'; items: number }
  /** `also`: an older setting for the same picture, which is used while this one is empty. */
  | { kind: 'image'; max: number; title: string; also: SettingPath }
  /** A component of its own edits it. */
  | { kind: 'special' };

export interface Field {
  path: SettingPath;
  tab: TabName;
  /** Id of the part of the tab. */
  section: string;
  label: string;
  help?: string;
  control: Control;
  /** Seldom needed: folded away at the end of its part. */
  more?: true;
  /** Whether the setting means anything now. */
  when?: (form: SettingsForm) => boolean;
}

export type FieldOf<Kind extends Control['kind']> = Field & {
  control: Extract<Control, { kind: Kind }>;
};

type Unplaced = Omit<Field, 'tab' | 'section' | 'path'>;

/** Places fields, by the path of each, in a part of a tab. */
export const place = (
  tab: TabName,
  section: string,
  fields: Readonly<Record<SettingPath, Unplaced>>,
): Field[] => Object.entries(fields).map(([path, field]) => ({ ...field, path, tab, section }));
