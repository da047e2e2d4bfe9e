import type { SettingPath, SettingsForm } from './draft.ts';

/** Tabs of the screen, as their addresses name them; '' is the first. */
export type TabName =
  | ''
  | 'business'
  | 'models'
  | 'embeddings'
  | 'store'
  | 'indexing'
  | 'chat'
  | 'appearance'
  | 'limits'
  | 'mcp'
  | 'privacy'
  | 'advanced'
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
  | { kind: 'text'; max: number; placeholder?: string }
  | { kind: 'textarea'; max: number; rows: number; placeholder?: string }
  /** A list of texts, one on each line. */
  | { kind: 'lines'; items: number; max: number; placeholder?: string }
  | { kind: 'select'; options: Option[] }
  /** Types of posts, or custom fields. `max`: another name can be typed, with so many characters. */
  | { kind: 'choices'; of: 'types' | 'fields'; items: number; max?: number }
  /** Ids of posts, which are chosen by their titles. */
  | { kind: 'posts'; items: number }
  | { kind: 'image'; max: number; title: string }
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
