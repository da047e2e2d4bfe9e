import { pino, stdSerializers, type Logger } from 'pino';

export type Log = Logger;

/**
 * JSON lines on standard output. An error is logged with its causes; headers that carry secrets
 * and anything named like a key never appear.
 */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    serializers: { err: stdSerializers.errWithCause },
    redact: {
      paths: ['api_key', '*.api_key', 'secret', '*.secret', 'authorization', '*.authorization'],
      censor: '[redacted]',
    },
  });
}
