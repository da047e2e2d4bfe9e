import { connect } from 'node:net';

/** Milliseconds of a clock that all processes share. */
export const microseconds = () => Number(process.hrtime.bigint() / 1000n);

/** Instead of digits: a number would be a word of its own in every token, and chats are stored with their words. */
const signs = ',;:?%${}^+';

/** Returns the present moment for a token's text. */
export const stamp = () =>
  `@${String(microseconds()).replace(/\d/g, (digit) => signs[Number(digit)] ?? '')}`;
/** Returns the microseconds of a stamp. @param marked The stamp without `@`. */
export const timeOf = (marked: string) =>
  Number([...marked].map((sign) => signs.indexOf(sign)).join(''));

export interface Call {
  url: string;
  headers?: Record<string, string>;
  body: unknown;
}

export interface Stream {
  /** Milliseconds from the request to the first delta. */
  first: Promise<number>;
  /** The response is complete, or broken off. */
  closed: Promise<void>;
}

const mark = /@([,;:?%${}^+]+)/g;

/**
 * Posts, and looks for the vendor's time stamps in whatever comes back: as little as a client can do.
 *
 * @param onDelta Gets the milliseconds from the vendor to here, once for each delta.
 */
export function openStream(call: Call, onDelta: (delay: number) => void = () => undefined): Stream {
  const { hostname, port, pathname } = new URL(call.url);
  const first = Promise.withResolvers<number>();
  const closed = Promise.withResolvers<void>();
  const started = microseconds();
  const socket = connect(Number(port), hostname).setNoDelay(true).setEncoding('latin1');
  let beginning = '';
  let hasDelta = false;
  let held = '';
  socket.on('data', (data: unknown) => {
    const now = microseconds();
    if (!hasDelta) beginning += data as string;
    // A read may end in the middle of a stamp; a line does not.
    const text = held + (data as string);
    const end = text.lastIndexOf('\n') + 1;
    held = text.slice(end);
    for (const [, sent] of text.slice(0, end).matchAll(mark)) {
      hasDelta = true;
      first.resolve((now - started) / 1000);
      onDelta((now - timeOf(sent ?? '')) / 1000);
    }
  });
  socket.on('close', () => {
    first.reject(new Error(`No delta came: ${beginning}`));
    closed.resolve();
  });
  socket.on('error', first.reject);
  first.promise.catch(() => undefined);
  const body = JSON.stringify(call.body);
  const headers = {
    host: `${hostname}:${port}`,
    connection: 'close',
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    ...call.headers,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST ${pathname} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
  return { first: first.promise, closed: closed.promise };
}
