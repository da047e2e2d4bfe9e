import { AppError } from '../../errors/app-error.ts';
import { providers, variableOf, type Provider, type Vendor } from '../../contract/providers.ts';
import { withoutSlash } from '../../net/without-slash.ts';
import {
  howToGiveKey,
  retryAfter,
  toTransportError,
  transportCode,
  type VendorAnswer,
  vendorGarbled,
  vendorNotConfigured,
  vendorRefused,
  vendorUnreachable,
} from './vendor-error.ts';
import { vendorFetch, type AddressesOf } from './vendor-fetch.ts';
import { vendorTimeouts, withinTime, type VendorTimeouts } from './vendor-retry.ts';

/** How the settings reach a vendor. */
export interface VendorConnection {
  apiKey: string;
  /** Empty: the vendor's own address. */
  baseUrl: string;
  /** Only where the table of providers says that an account belongs to the key. */
  accountId?: string;
  timeouts?: Partial<VendorTimeouts>;
  addressesOf?: AddressesOf;
}

/** The differences between the APIs of vendors. */
interface VendorApiOptions {
  /** Gives the usual address, whether a key is needed, and the name of its variable. */
  provider: Vendor;
  /** The vendor's name at the beginning of a sentence. By default the provider's label. */
  label?: string;
  /** False: the environment cannot give a key for it. */
  hasVariable?: boolean;
  /** Changes the base URL, which has no slash at its end. */
  toRoot?: (baseUrl: string) => string;
  /** Sent with every request. */
  headers?: Record<string, string>;
  /**
   * Reads an error.
   *
   * @param body JSON of a response that is no success, or of an error in a stream; `undefined` for a
   *   response that is not JSON.
   */
  readError: (body: unknown) => VendorAnswer;
}

/** Calls a vendor's HTTP API of JSON documents. Its errors become AppErrors with a VendorError as cause. */
export function vendorApi(connection: VendorConnection, options: VendorApiOptions) {
  const { provider, toRoot = (url) => url, headers, readError } = options;
  const { address, ...usual }: Provider = providers[provider];
  const { label = usual.label, hasVariable = true } = options;
  const apiKey = connection.apiKey.trim();
  const accountId = connection.accountId?.trim();
  const baseUrl = withoutSlash(connection.baseUrl) || address;
  const addressVariable = hasVariable ? variableOf(provider, 'BASE_URL') : undefined;
  const timeouts: VendorTimeouts = { ...vendorTimeouts, ...connection.timeouts };
  const send = vendorFetch(timeouts.connectMs, connection.addressesOf);

  /** Makes an AppError of an error in a stream, or of a response that is no success. */
  function refused(body: unknown, response?: Response): AppError {
    const answer = {
      ...readError(body),
      ...(response && {
        status: response.status,
        retryAfter: retryAfter(response.headers),
        requestId: headerOf(response, 'x-request-id') ?? headerOf(response, 'request-id'),
      }),
      keyless: apiKey ? undefined : addressVariable,
    };
    return vendorRefused(label, answer, [apiKey]);
  }

  async function call(
    path: string,
    init: RequestInit,
    contentType = 'application/json',
  ): Promise<Response> {
    let response: Response;
    try {
      response = await send(urlOf(toRoot(baseUrl), path), {
        ...init,
        headers: {
          ...headers,
          ...(apiKey && { authorization: `Bearer ${apiKey}` }),
          ...(init.body !== undefined && { 'content-type': contentType }),
        },
      });
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

    /**
     * Checks what a call needs from the owner.
     *
     * @param model Absent: the call is about no model.
     * @throws AppError `not_configured`
     */
    requireConfigured(model?: string): void {
      requireAccess(label, provider, { apiKey, baseUrl, accountId, addressVariable });
      if (model === '') throw vendorNotConfigured(label, 'no model is chosen');
    },

    /** Returns the response once its status says that it succeeded. @throws AppError */
    get: (path: string, signal: AbortSignal): Promise<Response> => call(path, { signal }),

    post: (path: string, body: unknown, signal: AbortSignal): Promise<Response> =>
      call(path, { method: 'POST', body: JSON.stringify(body), signal }),

    /** Sends JSON documents, one in each line. */
    postLines: (path: string, lines: string, signal: AbortSignal): Promise<Response> =>
      call(path, { method: 'POST', body: lines, signal }, 'application/x-ndjson'),

    /** Reads a response. @throws AppError when it is not JSON */
    async json(response: Response): Promise<unknown> {
      const body = parse(await read(response));
      if (body === undefined) throw vendorGarbled(label, 'returned an invalid response');
      return body;
    },

    /** Runs a call with a short answer that somebody waits for, such as a page of a list. */
    promptly: <T>(signal: AbortSignal, use: (signal: AbortSignal) => Promise<T>): Promise<T> =>
      withinTime({ label, ms: timeouts.connectMs, ...timeouts }, signal, use),
  };
}
export type VendorApi = ReturnType<typeof vendorApi>;

/** Checks what the table of providers requires. @throws AppError `not_configured` */
function requireAccess(
  label: string,
  provider: Vendor,
  access: Record<'apiKey' | 'baseUrl', string> &
    Record<'accountId' | 'addressVariable', string | undefined>,
): void {
  const { key, account }: Provider = providers[provider];
  if (!access.baseUrl) throw vendorNotConfigured(label, 'no base URL is set');
  if (key === 'required' && !access.apiKey) {
    const name = account ? 'API token' : 'API key';
    const how = access.addressVariable
      ? howToGiveKey(access.addressVariable)
      : 'enter the one for this account';
    throw vendorNotConfigured(label, `no ${name} is set: ${how}`);
  }
  if (account && !access.accountId) {
    throw vendorNotConfigured(label, 'no account ID is set');
  }
  // Checked here because an HTTP client quotes the header value that it refuses.
  if (!/^[\x21-\x7e]*$/.test(access.apiKey)) {
    throw vendorNotConfigured(label, 'the API key has a character that no key has');
  }
}

const headerOf = ({ headers }: Response, name: string) => headers.get(name) ?? undefined;

/** Appends to the path: a base URL may have a query, such as Azure's `api-version`. */
function urlOf(baseUrl: string, path: string): string {
  const [base = '', query] = baseUrl.split('?', 2);
  if (!query) return base + path;
  return `${withoutSlash(base)}${path}${path.includes('?') ? '&' : '?'}${query}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
