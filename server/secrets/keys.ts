import { hkdfSync } from 'node:crypto';

/**
 * One key for each purpose, so that none can be used or learnt through another (RFC 5869 section 3.2).
 *
 * @param material At least 32 characters, of which nobody else knows any.
 */
export function deriveKeys(material: string) {
  const derive = (purpose: string) =>
    new Uint8Array(hkdfSync('sha256', material, '', `itih-rag-chat ${purpose}`, 32));
  return {
    /** Encrypts API keys and headers at rest. */
    secrets: derive('secrets'),
    /** Hashes the addresses of visitors in their sessions. */
    addresses: derive('addresses'),
    /** Names the counters of rate limits. */
    limits: derive('limits'),
    /** Names the queue in Redis. */
    queue: derive('queue'),
  };
}

/** The only key of versions before 0.2, for all these purposes. */
export const deriveFirstKey = (material: string) =>
  new Uint8Array(hkdfSync('sha256', material, '', 'itih settings', 32));
