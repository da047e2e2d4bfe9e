import { createHmac, randomBytes } from 'node:crypto';
import { unlessDiskFull } from '../errors/database-failure.ts';
import type { State } from '../storage/state.ts';
import { network } from './rate-limit.ts';

const dayMs = 86_400_000;

interface Dependencies {
  state: Pick<State, 'writeMissing' | 'readText'>;
  key: Uint8Array;
  clock: () => number;
}

/**
 * Hashes visitors' addresses with the site's key and a salt that all its sidecars share for a day (UTC) and that is
 * deleted after it: sessions of one visitor are recognised for a day, and later nobody can try out addresses, not even
 * with the key.
 */
export function createAddressHash({ state, key, clock }: Dependencies) {
  let known = { name: '', salt: '' };

  async function saltOf(day: number): Promise<string> {
    const name = `address-salt:${day}`;
    if (known.name !== name) {
      const made = randomBytes(32).toString('base64');
      // Kept for a minute more: the clocks of sidecars differ.
      // On a full disk no session is stored, so nothing has the salt but this process.
      await unlessDiskFull(
        () => state.writeMissing(name, made, (day + 1) * dayMs + 60_000),
        () => true,
      );
      known = { name, salt: (await state.readText(name)) ?? made };
    }
    return known.salt;
  }

  return async function hashAddress(ip: string): Promise<string> {
    const salt = await saltOf(Math.floor(clock() / dayMs));
    return createHmac('sha256', key)
      .update(`${salt} ${network(ip)}`)
      .digest('hex');
  };
}
