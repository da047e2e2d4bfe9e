import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveFirstKey, deriveKeys } from './keys.ts';

const marker = 'enc:2:';
/** The marker of versions before 0.2, which bound nothing to an origin. */
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

/** Decrypts with the first of `keys` that fits. @throws Error when none fits */
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
 * Encrypts secrets for the database with AES-256-GCM. A secret is bound to the origin that it is sent to:
 * stored beside another address, it does not open.
 *
 * @param material The source of the keys.
 * @param older Former material: what was encrypted with it still opens.
 */
export function createSecrets(material: string, older: readonly string[] = []) {
  const { secrets: key } = deriveKeys(material);
  // Earlier versions also used empty material; nothing of this version may open with it.
  const olderKeys = older.filter((one) => one !== '').map((one) => deriveKeys(one).secrets);
  const firstKeys = [material, ...older].map(deriveFirstKey);

  return {
    /** The text carries its nonce and tag. */
    seal(secret: string, origin: string): string {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      cipher.setAAD(Buffer.from(origin));
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return marker + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
    },

    /**
     * A text that is not encrypted is given back as it is.
     *
     * @returns `isOld`: it should be sealed anew.
     * @throws Error for one of another key or origin
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
