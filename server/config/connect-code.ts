import { createHash } from 'node:crypto';
import { connection, type Connection } from '../contract/connect.ts';
import { ConfigError } from '../errors/config-error.ts';

/**
 * Reads the value of ITIH_CONNECT, which the plugin has made. The check finds a code that was copied in part.
 *
 * @throws ConfigError that does not repeat the code
 */
export function readConnectCode(code: string): Connection {
  const [form, payload = '', check] = code.trim().split('.');
  const sum = createHash('sha256').update(payload).digest('hex').slice(0, 8);
  if (form !== 'itih1' || check !== sum) {
    throw new ConfigError(
      'ITIH_CONNECT is not a whole connection code: copy it again from the first steps of RAG Chat in the admin.',
    );
  }
  try {
    return connection.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
  } catch (error) {
    throw new ConfigError('ITIH_CONNECT was made by another version of the plugin.', {
      cause: error,
    });
  }
}
