import { AppError } from '../../errors/app-error.ts';
import {
  requireConfigured,
  retryAfter,
  toTransportError,
  transportCode,
  type VendorAnswer,
  vendorGarbled,
  vendorRefused,
  vendorTimedOut,
  vendorUnreachable,
} from './vendor-error.ts';
import { vendorFetch, type AddressesOf } from './vendor-fetch.ts';
import { guardCall, vendorTimeouts, withRetries, type VendorTimeouts } from './vendor-retry.ts';

interface JsonApiOptions {
  /** The vendor's name, at the beginning of a sentence. */
  label: string;
  /** Without a `/` at its end. */
  baseUrl: string;
  /** Sent as a bearer token; empty: none is sent. */
  apiKey: string;
  /** The environment's variable for the address of a given key. */
  keyAddress?: string | undefined;
  timeouts?: Partial<VendorTimeouts> | undefined;
  addressesOf?: AddressesOf | undefined;
  fetch?: typeof fetch | undefined;
  /**
   * What an error says.
   *
   * @param body Of a response that is no success, or an error in a stream; `undefined`: it was no JSON.
   */
  readError: (body: unknown) => VendorAnswer;
}

/** A vendor's HTTP API of JSON documents that needs no SDK; its errors become ours. */
export function jsonApi(options: JsonApiOptions) {
  const { label, baseUrl, apiKey, readError, keyAddress } = options;
  const timeouts: VendorTimeouts = { ...vendorTimeouts, ...options.timeouts };
  const { connectMs } = timeouts;
  const send = options.fetch ?? vendorFetch(connectMs, options.addressesOf);

  /** What an error in the middle of a stream, or in a response that claims success, says. */
  const refused = (body: unknown, response?: Response): AppError => {
    const answer = {
      status: response?.status,
      retryAfter: retryAfter(response?.headers),
      ...readError(body),
      keyless: apiKey ? undefined : keyAddress,
    };
    return vendorRefused(label, answer, [apiKey]);
  };

  async function call(
    path: string,
    init: RequestInit,
    contentType = 'application/json',
  ): Promise<Response> {
    const headers = {
      ...(apiKey && { authorization: `Bearer ${apiKey}` }),
      ...(init.body !== undefined && { 'content-type': contentType }),
    };
    let response: Response;
    try {
      response = await send(baseUrl + path, { ...init, headers });
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw vendorUnreachable(label, transportCode(error));
    }
    if (response.ok) return response;
    throw refused(parse(await read(response)), response);
  }

  async function read(response: Response): Promise<string> {
    try {
      return await response.text();
    } catch (error) {
      throw toTransportError(label, error);
    }
  }

  return {
    label,
    timeouts,
    refused,

    /** @throws AppError `not_configured` */
    requireConfigured(model?: string): void {
      requireConfigured(label, { apiKey, needsKey: null, model });
    },

    /**
     * The response once its head says that it succeeded.
     *
     * @throws AppError
     */
    post: (path: string, body: unknown, signal: AbortSignal): Promise<Response> =>
      call(path, { method: 'POST', body: JSON.stringify(body), signal }),

    /** The same with a body of JSON documents, one in each line. */
    postLines: (path: string, lines: string, signal: AbortSignal): Promise<Response> =>
      call(path, { method: 'POST', body: lines, signal }, 'application/x-ndjson'),

    /** @throws AppError when the response is no JSON */
    async json(response: Response): Promise<unknown> {
      const body = parse(await read(response));
      if (body === undefined) throw vendorGarbled(label, 'sent something that is not an answer');
      return body;
    },

    /** A short answer that somebody is waiting for, such as a page of a list; `use` asks for it. */
    async promptly<T>(signal: AbortSignal, use: (signal: AbortSignal) => Promise<T>): Promise<T> {
      const guard = guardCall(signal);
      guard.within(connectMs, () => vendorTimedOut(label, 'no answer came'));
      try {
        return await withRetries(() => use(guard.signal), { ...timeouts, signal: guard.signal });
      } catch (error) {
        throw guard.signal.aborted ? guard.signal.reason : error;
      } finally {
        guard.end();
      }
    },

    get: (path: string, signal: AbortSignal): Promise<Response> => call(path, { signal }),
  };
}
export type JsonApi = ReturnType<typeof jsonApi>;

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
