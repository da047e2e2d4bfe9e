import { appearanceFields } from './fields-appearance.ts';
import { businessFields } from './fields-business.ts';
import { chatFields } from './fields-chat.ts';
import { generalFields } from './fields-general.ts';
import { indexingFields } from './fields-indexing.ts';
import { modelFields } from './fields-models.ts';
import { operationFields } from './fields-operation.ts';
import type { Field, TabName } from './field.ts';
import type { SettingPath } from './draft.ts';

/** Every setting of the contract, with how it is edited. Labels are in the language of the page. */
export const allFields = (): Field[] => [
  ...generalFields(),
  ...businessFields(),
  ...modelFields(),
  ...indexingFields(),
  ...chatFields(),
  ...appearanceFields(),
  ...operationFields(),
];

/** Returns the field of a path; an error may name an item of a list: `chat.starters.2`. */
export const fieldOf = (path: SettingPath): Field | undefined =>
  allFields().find((field) => path === field.path || path.startsWith(`${field.path}.`));

export const labelOf = (path: SettingPath): string => fieldOf(path)?.label ?? path;

export const tabOf = (path: SettingPath): TabName => fieldOf(path)?.tab ?? '';
