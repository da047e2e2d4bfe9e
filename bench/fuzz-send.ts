/** Sends requests and judges what came back by the contract. */
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { errorBody, errors, type ErrorCode } from '../server/contract/errors.ts';
import type { FuzzRequest } from './fuzz-requests.ts';

/** Milliseconds within which a request is answered; of a stream, its first byte. */
export const maxMs = 1000;

export interface Outcome {
  /** `400 invalid_request`, for the summary. */
  answer: string;
  ms: number;
  /** Why the contract does not allow it; empty when it does. */
  violation: string;
}

/** Codes that no request may bring about. */
const neverCaused = new Set<string>(['internal_error', 'sidecar_unavailable']);

/** Errors that WordPress or its web server answers before the plugin is asked. */
const wordPressCodes = /^rest_/;
const webServersPage = /^<html>[\s\S]*nginx/;

/** Returns what is wrong with an error's body; empty when nothing is. */
export function wrongError(
  status: number,
  body: string,
  wordPress = false,
): { code: string; wrong: string } {
  if (wordPress && webServersPage.test(body)) return { code: 'nginx', wrong: '' };
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return { code: 'NO JSON', wrong: `no JSON: ${body.slice(0, 200)}` };
  }
  const { success, data } = errorBody.safeParse(value);
  if (!success) return { code: 'NO ERROR', wrong: `no error body: ${body.slice(0, 200)}` };
  if (wordPress && wordPressCodes.test(data.code)) return { code: data.code, wrong: '' };
  const known = errors[data.code as ErrorCode] as { status: number } | undefined;
  if (!known) return { code: data.code, wrong: `unknown code ${data.code}` };
  if (known.status !== status || data.data.status !== status)
    return { code: data.code, wrong: `${data.code} with status ${status}` };
  return { code: data.code, wrong: neverCaused.has(data.code) ? data.code : '' };
}

/** Returns the code of an error within a stream that no request may bring about. */
const wrongEvent = (body: string): string =>
  body.match(/"code":"(?:internal_error|sidecar_unavailable)"/)?.[0] ?? '';

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** @param origin Address of the transport */
export function send(origin: string, asked: FuzzRequest): Promise<Outcome> {
  const started = performance.now();
  const { method, path, headers, body } = asked;
  return new Promise((resolve) => {
    const end = (answer: string, ms: number, wrong: string) => {
      // An answer that tells of a vendor's failure has waited for the vendor, and tried again.
      const slow = ms > maxMs && !answer.startsWith('502') ? `took ${ms.toFixed(0)} ms` : '';
      resolve({ answer, ms, violation: wrong || slow });
    };
    const failed = (error: NodeJS.ErrnoException) => {
      // The server has ended an idle connection at this moment: https://nodejs.org/api/http.html#requestreusedsocket
      if (sent.reusedSocket && error.code === 'ECONNRESET') return resolve(send(origin, asked));
      end('NO ANSWER', performance.now() - started, `no answer: ${error.message}`);
    };
    const sent = request(`${origin}/`, { method, path, headers, agent, timeout: 30_000 });
    sent.on('timeout', () => sent.destroy(new Error('nothing for 30 s'))).on('error', failed);
    sent.on('response', (response) => {
      const status = response.statusCode ?? 0;
      const stream = response.headers['content-type']?.startsWith('text/event-stream');
      const first = performance.now() - started;
      text(response).then((body) => {
        const ms = stream ? first : performance.now() - started;
        if (status < 400) return end(String(status), ms, stream ? wrongEvent(body) : '');
        const { code, wrong } = wrongError(status, body, asked.transport === 'relay');
        end(`${status} ${code}`, ms, wrong);
      }, failed);
    });
    // A length is sent with every body, and with the methods that usually have one.
    if (body) sent.setHeader('content-length', Buffer.byteLength(body));
    sent.end(body);
  });
}
