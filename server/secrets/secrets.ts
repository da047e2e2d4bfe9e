import {
  createCipheriv,
  createDecipheriv,
  createHash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

const hashed = (text: string) => createHash('sha256').update(text).digest();

/** Compares secrets in a time that tells nothing about them. */
export const isSameSecret = (one: string, other: string): boolean =>
  timingSafeEqual(hashed(one), hashed(other));

/**
 * Derives one key for each purpose, so that none gives access to another (RFC 5869 section 3.2).
 *
 * @param material At least 32 secret characters.
 */
export function deriveKeys(material: string) {
  const derive = (purpose: string) =>
    new Uint8Array(hkdfSync('sha256', material, '', `itih-rag-chat ${purpose}`, 32));
  return {
    /** Encrypts API keys and headers at rest. */
    secrets: derive('secrets'),
    /** Hashes the addresses of visitors in their sessions. */
    addresses: derive('addresses'),
    /** Hashes the ids of logged-in visitors in their sessions. */
    users: derive('users'),
    /** Names the counters of rate limits. */
    limits: derive('limits'),
  };
}

/** Derives the only key of earlier versions, for all purposes. */
const deriveFirstKey = (material: string) =>
  new Uint8Array(hkdfSync('sha256', material, '', 'itih settings', 32));

const marker = 'enc:2:';
/** Marker of earlier versions, which did not bind secrets to an origin. */
const firstMarker = 'enc:1:';

function decrypt(sealed: string, key: Uint8Array, origin: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), {
    authTagLength: 16,
  });
  decipher.setAAD(Buffer.from(origin));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}

/** Decrypts with the first matching key. @throws Error when no key matches */
function decryptWithAny(sealed: string, keys: readonly Uint8Array[], origin: string): string {
  let failure: unknown;
  for (const key of keys) {
    try {
      return decrypt(sealed, key, origin);
    } catch (error) {
      failure ??= error;
    }
  }
  throw failure;
}

/**
 * Encrypts secrets for the database with AES-256-GCM. A secret is bound to the origin that it is sent to: with
 * another origin it cannot be decrypted.
 *
 * @param material Source of the keys.
 * @param older Former material, for secrets that were encrypted with it.
 */
export function createSecrets(material: string, older: readonly string[] = []) {
  const { secrets: key } = deriveKeys(material);
  // Earlier versions also used empty material; secrets of this version must not open with it.
  const olderKeys = older.filter((one) => one !== '').map((one) => deriveKeys(one).secrets);
  const firstKeys = [material, ...older].map(deriveFirstKey);

  return {
    /** Encrypts a secret. The text contains its nonce and tag. */
    seal(secret: string, origin: string): string {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      cipher.setAAD(Buffer.from(origin));
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return marker + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
    },

    /**
     * Decrypts a text; one that is not encrypted is returned as it is.
     *
     * @returns `isOld`: it should be encrypted again.
     * @throws Error for another key or origin
     */
    open(text: string, origin: string): { secret: string; isOld: boolean } {
      if (text.startsWith(firstMarker)) {
        const sealed = text.slice(firstMarker.length);
        return { secret: decryptWithAny(sealed, firstKeys, ''), isOld: true };
      }
      if (!text.startsWith(marker)) return { secret: text, isOld: false };
      const sealed = text.slice(marker.length);
      try {
        return { secret: decrypt(sealed, key, origin), isOld: false };
      } catch (error) {
        if (olderKeys.length === 0) throw error;
        return { secret: decryptWithAny(sealed, olderKeys, origin), isOld: true };
      }
    },
  };
}
export type Secrets = ReturnType<typeof createSecrets>;
