import { destination, pino, type Logger } from 'pino';
import { secretFields } from '../contract/settings.ts';
import { loggedError } from './logged-error.ts';

export type Log = Logger;

const secretNames = [...secretFields, 'secret', 'authorization'];
/** A key of the settings stands four levels deep when they are logged whole. */
const depths = ['', '*.', '*.*.', '*.*.*.'];
const secretPaths = depths.flatMap((above) => secretNames.map((name) => above + name));

/**
 * JSON lines on standard output, or on another file descriptor. An error is logged with its causes, without what
 * was being worked on; headers that carry secrets and anything named like a key never appear.
 */
export function createLog(level: string, output = 1): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      serializers: { err: loggedError },
      redact: { paths: secretPaths, censor: '[redacted]' },
    },
    destination(output),
  );
}
