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

const marker = 'enc:2:';

function decrypt(sealed: Buffer, key: Uint8Array, origin: string): string {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12), {
    authTagLength: 16,
  });
  decipher.setAAD(Buffer.from(origin));
  decipher.setAuthTag(sealed.subarray(12, 28));
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8');
}

/**
 * Encrypts secrets for the database with AES-256-GCM. A secret is bound to the origin that it is sent to: with
 * another origin it cannot be decrypted.
 */
export class Secrets {
  /** The present key first. */
  readonly #keys: readonly Uint8Array[];

  /**
   * @param material Source of the key.
   * @param older Former material, for secrets that were encrypted with it.
   */
  constructor(material: string, older: readonly string[] = []) {
    this.#keys = [material, ...older].map((one) => deriveKeys(one).secrets);
  }

  /** Encrypts a secret. The text contains its nonce and tag. */
  seal(secret: string, origin: string): string {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.#keys[0]!, iv);
    cipher.setAAD(Buffer.from(origin));
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return marker + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
  }

  /**
   * Decrypts a text; one that is not encrypted is returned as it is.
   *
   * @returns `isOld`: it should be encrypted again.
   * @throws Error for another key or origin
   */
  open(text: string, origin: string): { secret: string; isOld: boolean } {
    if (!text.startsWith(marker)) return { secret: text, isOld: false };
    const sealed = Buffer.from(text.slice(marker.length), 'base64');
    let failure: unknown;
    for (const [at, key] of this.#keys.entries()) {
      try {
        return { secret: decrypt(sealed, key, origin), isOld: at > 0 };
      } catch (error) {
        failure ??= error;
      }
    }
    throw failure;
  }
}
