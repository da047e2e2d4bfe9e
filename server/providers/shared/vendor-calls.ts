import type { LookupAddress } from 'node:dns';
import { type Provider, providers, variableOf, type Vendor } from '../../contract/providers.ts';
import { AppError } from '../../errors/app-error.ts';
import { type AddressGuard, isOwnServer } from '../../net/address-guard.ts';
import { boundedFetch } from '../../net/bounded-fetch.ts';
import { unlessAborted } from '../../net/unless-aborted.ts';
import { withoutSlash } from '../../net/without-slash.ts';
import {
  howToGiveKey,
  ourErrorIn,
  retryAfter,
  toTransportError,
  transportCode,
  type VendorAnswer,
  VendorError,
  vendorGarbled,
  vendorNotConfigured,
  vendorRefused,
  vendorUnreachable,
} from './vendor-error.ts';
import { createPatience, vendorTimeouts, type VendorTimeouts, withinTime } from './vendor-retry.ts';

/** Returns the permitted addresses of a URL's host. @throws AppError `blocked_address`; the resolver's error */
export type AddressesOf = (url: URL) => Promise<LookupAddress[]>;

/**
 * Maximum size of a response. 100 vectors of 4,096 numbers are 9 MB. OpenAI sends about 400 bytes for each
 * streamed token, and a model may write 128,000 tokens.
 */
const maxBytes = 64 * 2 ** 20;

/**
 * Returns the `fetch` of adapters; redirects are responses.
 *
 * @param addressesOf Absent: any address of the host, for hosts that the settings cannot name.
 */
export const vendorFetch = (connectMs: number, addressesOf?: AddressesOf): typeof fetch =>
  boundedFetch({ connectMs, maxBytes, ...(addressesOf && { addressesOf }) });

/** Says the same whether or not a server listens there, so that nobody can probe ports. */
function blocked(url: URL, cause: AppError): AppError {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  const words = `${cause.message} To allow it, start the sidecar with ITIH_FETCH_ALLOW=${url.hostname}:${port}.`;
  return new AppError('blocked_address', {
    cause: new VendorError(words, { failure: 'setup' }),
  });
}

/** Checks hosts that the settings name with a guard. The error tells the owner how to allow an address. */
export function addressesBy(guard: AddressGuard): AddressesOf {
  return async (url) => {
    const inTime = AbortSignal.timeout(vendorTimeouts.connectMs);
    try {
      return (await unlessAborted(guard.addressesOf(url, true), inTime)).addresses;
    } catch (error) {
      if (error instanceof AppError) throw blocked(url, error);
      if (!inTime.aborted) throw error;
      throw Object.assign(new Error('The name was not found in time.'), { code: 'ETIMEDOUT' });
    }
  };
}

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

export interface ModelOptions extends VendorConnection {
  model: string;
  /** Milliseconds. */
  clock?: () => number;
}

/** The differences between vendors. */
interface VendorOptions {
  /** Gives the usual address, whether a key is needed, and the name of its variable. */
  provider: Vendor;
  /** The vendor's name at the beginning of a sentence. By default the provider's label. */
  label?: string;
  /** False: the environment cannot give a key for it. */
  hasVariable?: boolean;
  /** The header of the key; by default it is a bearer token in `authorization`. */
  keyHeader?: string;
  /** Changes the base URL, which has neither a query nor a slash at its end. */
  toRoot?: (baseUrl: string) => string;
  /**
   * Reads an error.
   *
   * @param body JSON of a response that is no success, as the SDK returns it, or of an error in a stream;
   *   `undefined` for a response that is not JSON.
   */
  readError: (body: unknown) => VendorAnswer;
}

/** Makes the parts that all calls of a vendor share, whether its SDK or `vendorApi` sends the request. */
export function vendorAccess(connection: VendorConnection, options: VendorOptions) {
  const { provider, toRoot = (url) => url, readError } = options;
  const { address, key, account, ...usual }: Provider = providers[provider];
  const { label = usual.label, hasVariable = true } = options;
  const apiKey = connection.apiKey.trim();
  const accountId = connection.accountId?.trim();
  // A base URL may have a query, such as Azure's `api-version`.
  const [base = '', query = ''] = connection.baseUrl.split('?', 2);
  const baseUrl = withoutEndpoint(withoutSlash(base)) || address;
  const addressVariable = hasVariable ? variableOf(provider, 'BASE_URL') : undefined;
  const timeouts: VendorTimeouts = { ...vendorTimeouts, ...connection.timeouts };

  /** Makes an AppError of an error in a stream, or of a response that is no success. */
  function refused(body: unknown, response?: Pick<Response, 'status' | 'headers'>): AppError {
    const said = readError(body);
    const answer = {
      ...said,
      ...(response && {
        status: response.status,
        retryAfter: retryAfter(response.headers) ?? said.retryAfter,
        requestId:
          response.headers.get('x-request-id') ?? response.headers.get('request-id') ?? undefined,
      }),
      keyless: apiKey ? undefined : addressVariable,
    };
    return vendorRefused(label, answer, [apiKey]);
  }

  return {
    provider,
    label,
    timeouts,
    patience: createPatience(isOwnServer(baseUrl), timeouts),
    apiKey,
    /** The address before the path of a call. */
    root: toRoot(baseUrl),
    /** Belongs to the address of every call; empty: none. */
    query: query.trim(),
    fetch: vendorFetch(timeouts.connectMs, connection.addressesOf),
    refused,

    /**
     * Checks what a call needs from the owner.
     *
     * @param model Absent: the call is about no model.
     * @throws AppError `not_configured`
     */
    requireConfigured(model?: string): void {
      if (!baseUrl) throw vendorNotConfigured(label, 'no base URL is set');
      if (key === 'required' && !apiKey) {
        const how = addressVariable
          ? howToGiveKey(addressVariable)
          : 'Enter the one for this account.';
        throw vendorNotConfigured(label, `no ${account ? 'API token' : 'API key'} is set`, how);
      }
      if (account && !accountId) throw vendorNotConfigured(label, 'no account ID is set');
      // Checked here because an HTTP client quotes the header value that it refuses.
      if (!/^[\x21-\x7e]*$/.test(apiKey)) {
        throw vendorNotConfigured(label, 'the API key has a character that no key has');
      }
      if (model === '') throw vendorNotConfigured(label, 'no model is chosen');
    },

    /** Runs a call with a short answer that somebody waits for, such as a page of a list. */
    promptly: <T>(signal: AbortSignal, use: (signal: AbortSignal) => Promise<T>): Promise<T> =>
      withinTime({ label, ms: timeouts.connectMs, ...timeouts }, signal, use),
  };
}
export type VendorAccess = ReturnType<typeof vendorAccess>;

/**
 * Removes the endpoint from an address that was copied with it, of any vendor's API. What is left may be empty.
 */
const withoutEndpoint = (address: string): string => withoutSlash(address.replace(endpoint, ''));
const endpoint =
  /\/(chat\/completions|completions|responses|embeddings|messages|models|api\/(chat|generate|embed|embeddings|tags))$/;

/**
 * Calls the HTTP API of JSON documents of a vendor without an SDK. Its errors become AppErrors with a
 * VendorError as cause.
 */
export function vendorApi(connection: VendorConnection, options: VendorOptions) {
  const access = vendorAccess(connection, options);
  const { label, apiKey, root, query, refused } = access;
  const { keyHeader } = options;
  const keyFields = keyHeader ? { [keyHeader]: apiKey } : { authorization: `Bearer ${apiKey}` };

  async function call(
    path: string,
    init: RequestInit,
    fields: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    const separator = path.includes('?') ? '&' : '?';
    let response: Response;
    try {
      response = await access.fetch(root + path + (query && separator + query), {
        ...init,
        headers: {
          ...(apiKey && keyFields),
          ...(init.body !== undefined && { 'content-type': 'application/json' }),
          ...fields,
        },
      });
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw vendorUnreachable(label, error);
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

  /** Reads a response. @throws AppError when it is not JSON */
  async function json(response: Response): Promise<unknown> {
    const body = parse(await read(response));
    if (body === undefined) throw vendorGarbled(label, 'returned an invalid response');
    return body;
  }

  const post = (path: string, body: unknown, signal: AbortSignal): Promise<Response> =>
    call(path, { method: 'POST', body: JSON.stringify(body), signal });

  return {
    ...access,

    /** Returns the response once its status says that it succeeded. @throws AppError */
    get: (path: string, signal: AbortSignal): Promise<Response> => call(path, { signal }),

    post,

    /** Sends JSON documents, one in each line. */
    postLines: (path: string, lines: string, signal: AbortSignal): Promise<Response> =>
      call(
        path,
        { method: 'POST', body: lines, signal },
        { 'content-type': 'application/x-ndjson' },
      ),

    json,

    /** Returns the JSON of a reply. @throws AppError */
    ask: async (path: string, body: unknown, signal: AbortSignal): Promise<unknown> =>
      json(await post(path, body, signal)),

    /** Returns the JSON of a page that somebody waits for. @throws AppError */
    page(path: string, signal: AbortSignal): Promise<Record<string, unknown> | null> {
      access.requireConfigured();
      return access.promptly(
        signal,
        async (within) =>
          (await json(await call(path, { signal: within }))) as Record<string, unknown> | null,
      );
    },
  };
}
export type VendorApi = ReturnType<typeof vendorApi>;

/**
 * Returns the entries of a list of models that are objects.
 *
 * @throws AppError if there is no list
 */
export function entriesOf<Entry>({ label }: Pick<VendorAccess, 'label'>, list: unknown): Entry[] {
  if (!Array.isArray(list)) throw vendorGarbled(label, 'returned an invalid list of models');
  return list.filter((entry) => typeof entry === 'object' && entry !== null) as Entry[];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * Calls a vendor by its SDK. Its errors become AppErrors with a VendorError as cause.
 *
 * @param connect Loads the SDK and makes its client. Called once, by the first call.
 */
export function vendorSdk<Client>(
  connection: VendorConnection,
  options: VendorOptions,
  connect: (options: SdkOptions) => Promise<Client>,
) {
  const access = vendorAccess(connection, options);
  let client: Promise<Client> | undefined;
  return {
    ...access,

    /** Returns the result of `use`. @throws AppError */
    async call<T>(use: (client: Client) => Promise<T>): Promise<T> {
      try {
        return await use(await (client ??= connect(sdkOptions(access))));
      } catch (error) {
        throw toAppError(access, error);
      }
    },
  };
}

type SdkOptions = ReturnType<typeof sdkOptions>;

/** Returns the options that the SDKs of OpenAI and Anthropic share. */
function sdkOptions({ apiKey, root, query, fetch }: VendorAccess) {
  return {
    apiKey,
    baseURL: root,
    defaultQuery: Object.fromEntries(new URLSearchParams(query)),
    fetch,
    logLevel: 'off' as const,
    // Retries and time limits are those of `vendor-retry.ts`.
    maxRetries: 0,
    timeout: 2 ** 31 - 1,
    // Not sent: the time limit above, and facts about this machine.
    defaultHeaders: {
      'X-Stainless-Timeout': null,
      'X-Stainless-OS': null,
      'X-Stainless-Arch': null,
      'X-Stainless-Runtime': null,
      'X-Stainless-Runtime-Version': null,
    },
  };
}

/** The fields that are read of an SDK's `APIError`; its other fields may hold more than a log should. */
interface SdkError extends Error {
  /** Undefined if no response came; then there are no headers. */
  status: number | undefined;
  headers: Headers;
  error: unknown;
}

const isSdkError = (error: unknown): error is SdkError =>
  error instanceof Error && 'requestID' in error;

function toAppError({ label, refused }: VendorAccess, error: unknown): AppError {
  if (!isSdkError(error)) return toTransportError(label, error);
  const { status, headers } = error;
  if (status !== undefined) return refused(error.error, { status, headers });
  // Anthropic's SDK keeps no cause of a timeout.
  const timedOut = error.name === 'APIConnectionTimeoutError' ? 'ETIMEDOUT' : undefined;
  return ourErrorIn(error) ?? vendorUnreachable(label, error, transportCode(error) ?? timedOut);
}
