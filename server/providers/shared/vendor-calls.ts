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
  readError,
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
import { Patience, vendorTimeouts, type VendorTimeouts, withinTime } from './vendor-retry.ts';

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
   * Reads an error; by default by the names that vendors share.
   *
   * @param body JSON of a response that is no success, as the SDK returns it, or of an error in a stream;
   *   `undefined` for a response that is not JSON.
   */
  readError?: (body: unknown) => VendorAnswer;
}

/** All calls of a vendor share it, whether its SDK or `VendorApi` sends the request. */
export class VendorAccess {
  readonly provider: Vendor;
  readonly label: string;
  readonly timeouts: VendorTimeouts;
  readonly patience: Patience;
  readonly apiKey: string;
  /** The address before the path of a call. */
  readonly root: string;
  /** Belongs to the address of every call; empty: none. */
  readonly query: string;
  readonly fetch: typeof fetch;
  readonly #baseUrl: string;
  readonly #accountId: string;
  readonly #options: VendorOptions;

  constructor(connection: VendorConnection, options: VendorOptions) {
    const { provider, toRoot = (url) => url } = options;
    this.#options = options;
    this.provider = provider;
    this.label = options.label ?? providers[provider].label;
    this.timeouts = { ...vendorTimeouts, ...connection.timeouts };
    this.apiKey = connection.apiKey.trim();
    this.#accountId = connection.accountId?.trim() ?? '';
    // A base URL may have a query, such as Azure's `api-version`.
    const [base = '', query = ''] = connection.baseUrl.split('?', 2);
    this.#baseUrl = withoutEndpoint(withoutSlash(base)) || providers[provider].address;
    this.root = toRoot(this.#baseUrl);
    this.query = query.trim();
    this.patience = new Patience(isOwnServer(this.#baseUrl), this.timeouts);
    this.fetch = vendorFetch(this.timeouts.connectMs, connection.addressesOf);
  }

  /** Makes an AppError of an error in a stream, or of a response that is no success. */
  refused(body: unknown, response?: Pick<Response, 'status' | 'headers'>): AppError {
    const said = (this.#options.readError ?? readError)(body);
    const answer = {
      ...said,
      ...(response && {
        status: response.status,
        retryAfter: retryAfter(response.headers) ?? said.retryAfter,
        requestId:
          response.headers.get('x-request-id') ?? response.headers.get('request-id') ?? undefined,
      }),
      keyless: this.apiKey ? undefined : this.#addressVariable(),
    };
    return vendorRefused(this.label, answer, [this.apiKey]);
  }

  /**
   * Checks what a call needs from the owner.
   *
   * @param model Absent: the call is about no model.
   * @throws AppError `not_configured`
   */
  requireConfigured(model?: string): void {
    const { key, account }: Provider = providers[this.provider];
    const missing = (what: string, how?: string) => vendorNotConfigured(this.label, what, how);
    if (!this.#baseUrl) throw missing('no base URL is set');
    if (key === 'required' && !this.apiKey) {
      const variable = this.#addressVariable();
      const how = variable ? howToGiveKey(variable) : 'Enter the one for this account.';
      throw missing(`no ${account ? 'API token' : 'API key'} is set`, how);
    }
    if (account && !this.#accountId) throw missing('no account ID is set');
    // Checked here because an HTTP client quotes the header value that it refuses.
    if (!/^[\x21-\x7e]*$/.test(this.apiKey)) {
      throw missing('the API key has a character that no key has');
    }
    if (model === '') throw missing('no model is chosen');
  }

  /** Runs a call with a short answer that somebody waits for, such as a page of a list. */
  promptly<T>(signal: AbortSignal, use: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { label, timeouts } = this;
    return withinTime({ label, ms: timeouts.connectMs, ...timeouts }, signal, use);
  }

  #addressVariable(): string | undefined {
    const { provider, hasVariable = true } = this.#options;
    return hasVariable ? variableOf(provider, 'BASE_URL') : undefined;
  }
}

/**
 * Removes the endpoint from an address that was copied with it, of any vendor's API. What is left may be empty.
 */
const withoutEndpoint = (address: string): string => withoutSlash(address.replace(endpoint, ''));
const endpoint =
  /\/(chat\/completions|completions|responses|embeddings|rerank|reranking|messages|models|api\/(chat|generate|embed|embeddings|tags))$/;

/**
 * Calls the HTTP API of JSON documents of a vendor without an SDK. Its errors become AppErrors with a
 * VendorError as cause.
 */
export class VendorApi extends VendorAccess {
  readonly #keyFields: Readonly<Record<string, string>>;

  constructor(connection: VendorConnection, options: VendorOptions) {
    super(connection, options);
    const { keyHeader } = options;
    this.#keyFields = keyHeader
      ? { [keyHeader]: this.apiKey }
      : { authorization: `Bearer ${this.apiKey}` };
  }

  /** Returns the response once its status says that it succeeded. @throws AppError */
  get(path: string, signal: AbortSignal): Promise<Response> {
    return this.#call(path, { signal });
  }

  post(path: string, body: unknown, signal: AbortSignal): Promise<Response> {
    return this.#call(path, { method: 'POST', body: JSON.stringify(body), signal });
  }

  /** Sends JSON documents, one in each line. */
  postLines(path: string, lines: string, signal: AbortSignal): Promise<Response> {
    return this.#call(path, { method: 'POST', body: lines, signal }, 'application/x-ndjson');
  }

  /** Reads a response. @throws AppError when it is not JSON */
  async json(response: Response): Promise<unknown> {
    const body = parse(await this.#read(response));
    if (body === undefined) throw vendorGarbled(this.label, 'returned an invalid response');
    return body;
  }

  /** Returns the JSON of a reply. @throws AppError */
  async ask(path: string, body: unknown, signal: AbortSignal): Promise<unknown> {
    return this.json(await this.post(path, body, signal));
  }

  /** Returns the JSON of a page that somebody waits for. @throws AppError */
  page(path: string, signal: AbortSignal): Promise<Record<string, unknown> | null> {
    this.requireConfigured();
    return this.promptly(
      signal,
      async (within) =>
        (await this.json(await this.get(path, within))) as Record<string, unknown> | null,
    );
  }

  async #call(path: string, init: RequestInit, type = 'application/json'): Promise<Response> {
    const { query } = this;
    const separator = path.includes('?') ? '&' : '?';
    let response: Response;
    try {
      response = await this.fetch(this.root + path + (query && separator + query), {
        ...init,
        headers: {
          ...(this.apiKey && this.#keyFields),
          ...(init.body !== undefined && { 'content-type': type }),
        },
      });
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw vendorUnreachable(this.label, error);
    }
    if (response.ok) return response;
    throw this.refused(parse(await this.#read(response)), response);
  }

  async #read(response: Response): Promise<string> {
    try {
      return await response.text();
    } catch (error) {
      throw toTransportError(this.label, error);
    }
  }
}

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

/** Calls a vendor by its SDK. Its errors become AppErrors with a VendorError as cause. */
export class VendorSdk<Client> extends VendorAccess {
  readonly #connect: (options: SdkOptions) => Promise<Client>;
  #client: Promise<Client> | undefined;

  /** @param connect Loads the SDK and makes its client. Called once, by the first call. */
  constructor(
    connection: VendorConnection,
    options: VendorOptions,
    connect: (options: SdkOptions) => Promise<Client>,
  ) {
    super(connection, options);
    this.#connect = connect;
  }

  /** Returns the result of `use`. @throws AppError */
  async call<T>(use: (client: Client) => Promise<T>): Promise<T> {
    try {
      return await use(await (this.#client ??= this.#connect(sdkOptions(this))));
    } catch (error) {
      throw this.#toAppError(error);
    }
  }

  #toAppError(error: unknown): AppError {
    if (!isSdkError(error)) return toTransportError(this.label, error);
    const { status, headers } = error;
    if (status !== undefined) return this.refused(error.error, { status, headers });
    // Anthropic's SDK keeps no cause of a timeout.
    const timedOut = error.name === 'APIConnectionTimeoutError' ? 'ETIMEDOUT' : undefined;
    const code = transportCode(error) ?? timedOut;
    return ourErrorIn(error) ?? vendorUnreachable(this.label, error, code);
  }
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
