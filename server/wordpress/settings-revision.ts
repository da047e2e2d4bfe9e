import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  settings as settingsSchema,
  type Settings,
  type SettingsPatch,
} from '../contract/settings.ts';
import { AppError } from '../errors/app-error.ts';
import type { Path } from './settings-secrets.ts';

/** Characters of a revision for each setting: two values look alike once in a thousand million. */
const digestLength = 5;

/** Returns the path of each setting, in the order of the contract. A list is one setting, as the colours are. */
function pathsOf(schema: z.ZodType, at: Path = []): Path[] {
  if (!(schema instanceof z.ZodObject)) return [at];
  return Object.entries<z.ZodType>(schema.shape).flatMap(([name, field]) =>
    pathsOf(field, [...at, name]),
  );
}

const paths = pathsOf(settingsSchema);

const valueAt = (settings: object, path: Path): unknown =>
  path.reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], settings);

function digest(settings: Settings, path: Path): string {
  const text = JSON.stringify(valueAt(settings, path));
  return createHash('sha256').update(text).digest('base64url').slice(0, digestLength);
}

/** Returns a text that tells which settings differ from those of another revision. */
export const revisionOf = (settings: Settings): string =>
  paths.map((path) => digest(settings, path)).join('');

/**
 * Refuses a patch of settings that have changed since a revision; '' is compared with nothing. That of another
 * version of the program has other settings, so that all of them count as changed.
 *
 * @throws AppError `conflict` with the changed settings as fields
 */
export function requireUnchanged(patch: SettingsPatch, revision: string, now: Settings): void {
  const [known = ''] = revision.split('.', 1);
  if (known === '') return;
  const isOther = known.length !== paths.length * digestLength;
  const changed = paths.filter((path, index) => {
    if (valueAt(patch, path) === undefined) return false;
    const before = known.slice(index * digestLength, (index + 1) * digestLength);
    return isOther || before !== digest(now, path);
  });
  if (changed.length === 0) return;
  const message = 'Somebody else has changed this setting in the meantime.';
  throw new AppError('conflict', {
    message,
    fields: Object.fromEntries(changed.map((path) => [path.join('.'), message])),
  });
}
