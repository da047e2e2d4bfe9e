import { createHmac } from 'node:crypto';
import { deriveKeys } from './secrets.ts';

/**
 * Hashes the ids of logged-in visitors, so that their conversations can be found for them and a database alone does
 * not tell whose they are. Ids are small numbers, so only the key protects them.
 *
 * @param material Source of the key.
 * @param older Former material: conversations from before it changed are found as well.
 */
export function createUserHash(material: string, older: readonly string[] = []) {
  const keys = [material, ...older.filter((one) => one !== '')].map((one) => deriveKeys(one).users);
  const hash = (key: Uint8Array, user: number) =>
    createHmac('sha256', key).update(String(user)).digest('hex');

  return {
    /** Returns the hash that a new conversation gets; empty for 0, which is no user. */
    of: (user: number): string => (user > 0 && keys[0] ? hash(keys[0], user) : ''),

    /** Returns all hashes that a user's conversations may have. */
    all: (user: number): string[] => (user > 0 ? keys.map((key) => hash(key, user)) : []),
  };
}
