import { createHash } from 'node:crypto';
import { connection, oneTimeCode, type Connection, type OneTimeCode } from '../contract/connect.ts';
import { ConfigError } from '../errors/config-error.ts';

const contents = { itih1: connection, itih2: oneTimeCode };

export const isConnectCode = (text: string): boolean => /^itih\d\./.test(text.trim());

/**
 * Reads a value of ITIH_CONNECT, which the plugin has made. The check finds a code that was copied in part.
 *
 * @throws ConfigError that does not repeat the code
 */
export function readConnectCode(code: string): Connection | OneTimeCode {
  const [form, payload = '', check] = code.trim().split('.');
  const sum = createHash('sha256').update(payload).digest('hex').slice(0, 8);
  if ((form !== 'itih1' && form !== 'itih2') || check !== sum) {
    throw new ConfigError(
      'ITIH_CONNECT is not a whole connection code: copy it again from the first steps of RAG Chat in the admin.',
    );
  }
  try {
    return contents[form].parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
  } catch (error) {
    throw new ConfigError('ITIH_CONNECT was made by another version of the plugin.', {
      cause: error,
    });
  }
}

/** Reads a value of ITIH_CONNECT that has to be the connection itself. @throws ConfigError */
export function readConnection(code: string): Connection {
  const read = readConnectCode(code);
  if ('secret' in read) return read;
  throw new ConfigError('ITIH_CONNECT is a one-time code: "itih connect <code>" exchanges it.');
}
