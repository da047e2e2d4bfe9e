import type { AppError } from '../../errors/app-error.ts';
import { type Provider, providers, variableOf, type Vendor } from '../../contract/providers.ts';
import { isOwnServer } from '../../net/address-guard.ts';
import { withoutSlash } from '../../net/without-slash.ts';
import {
  howToGiveKey,
  retryAfter,
  type VendorAnswer,
  vendorNotConfigured,
  vendorRefused,
} from './vendor-error.ts';
import { createPatience, vendorTimeouts, type VendorTimeouts, withinTime } from './vendor-retry.ts';
import { type AddressesOf, vendorFetch } from './vendor-fetch.ts';

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

/** The differences between vendors. */
export interface VendorOptions {
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
  const { address, ...usual }: Provider = providers[provider];
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
        requestId: headerOf(response, 'x-request-id') ?? headerOf(response, 'request-id'),
      }),
      keyless: apiKey ? undefined : addressVariable,
    };
    return vendorRefused(label, answer, [apiKey]);
  }

  return {
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
      requireAccess(label, provider, { apiKey, baseUrl, accountId, addressVariable });
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
      : 'Enter the one for this account.';
    throw vendorNotConfigured(label, `no ${name} is set`, how);
  }
  if (account && !access.accountId) {
    throw vendorNotConfigured(label, 'no account ID is set');
  }
  // Checked here because an HTTP client quotes the header value that it refuses.
  if (!/^[\x21-\x7e]*$/.test(access.apiKey)) {
    throw vendorNotConfigured(label, 'the API key has a character that no key has');
  }
}

const headerOf = ({ headers }: Pick<Response, 'headers'>, name: string) =>
  headers.get(name) ?? undefined;
