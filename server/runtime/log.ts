import { destination, pino, type Logger } from 'pino';
import { secretFields } from '../contract/settings.ts';
import { loggedError } from './logged-error.ts';
import { requestId } from './request-id.ts';

export type Log = Logger;

const secretNames = [...secretFields, 'secret', 'authorization'];
/** A key is four levels deep when all settings are logged. */
const depths = ['', '*.', '*.*.', '*.*.*.'];
const secretPaths = depths.flatMap((above) => secretNames.map((name) => above + name));

/**
 * Logs JSON lines to standard output or another file descriptor. Errors are logged with their causes, but without
 * the processed data; secret headers and fields named like a key are redacted. Every line that is written for a
 * request names it.
 */
export function createLog(level: string, output = 1): Log {
  return pino(
    {
      level,
      base: null,
      mixin: () => (requestId() === undefined ? {} : { requestId: requestId() }),
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      serializers: { err: loggedError },
      redact: { paths: secretPaths, censor: '[redacted]' },
    },
    destination(output),
  );
}
