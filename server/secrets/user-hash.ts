import { createHmac } from 'node:crypto';
import { deriveKeys } from './secrets.ts';

/**
 * Hashes the ids of logged-in visitors, so that their conversations can be found for them and a database alone does
 * not tell whose they are. Ids are small numbers, so only the key protects them.
 */
export class UserHash {
  /** The present key first. */
  readonly #keys: readonly Uint8Array[];

  /**
   * @param material Source of the key.
   * @param older Former material: conversations from before it changed are found as well.
   */
  constructor(material: string, older: readonly string[] = []) {
    this.#keys = [material, ...older].map((one) => deriveKeys(one).users);
  }

  /** Returns the hash that a new conversation gets; empty for 0, which is no user. */
  of(user: number): string {
    return this.all(user)[0] ?? '';
  }

  /** Returns all hashes that a user's conversations may have. */
  all(user: number): string[] {
    if (user <= 0) return [];
    return this.#keys.map((key) => createHmac('sha256', key).update(String(user)).digest('hex'));
  }
}
