import { jsonApi, type JsonApi } from './json-api.ts';
import { vendorAddresses } from '../../secrets/vendor-addresses.ts';
import { howToGiveOne, vendorNotConfigured, type VendorAnswer } from './vendor-error.ts';
import type { AddressesOf } from './vendor-fetch.ts';
import type { VendorTimeouts } from './vendor-retry.ts';
import { withoutSlash } from '../../net/without-slash.ts';

export interface CloudflareConnection {
  /** An API token with the permissions that the product asks for. */
  apiKey: string;
  accountId: string;
  /** Empty: Cloudflare's own. */
  baseUrl: string;
  timeouts?: Partial<VendorTimeouts>;
  addressesOf?: AddressesOf;
  fetch?: typeof fetch;
  /** The environment's variable for the address of a given token; absent: none can be given. */
  keyAddress?: string;
}

/**
 * One product of an account, below `path`:
 * https://developers.cloudflare.com/fundamentals/api/how-to/make-api-calls/
 */
export function cloudflareApi(connection: CloudflareConnection, label: string, path: string) {
  const { keyAddress } = connection;
  const apiKey = connection.apiKey.trim();
  const accountId = connection.accountId.trim();
  const root = withoutSlash(connection.baseUrl) || vendorAddresses.workers_ai;
  const api: JsonApi = jsonApi({
    label,
    baseUrl: `${root}/accounts/${encodeURIComponent(accountId)}${path}`,
    apiKey,
    timeouts: connection.timeouts,
    keyAddress,
    addressesOf: connection.addressesOf,
    fetch: connection.fetch,
    readError,
  });
  return {
    ...api,

    requireConfigured(model?: string): void {
      if (!apiKey) {
        const how = keyAddress ? howToGiveOne(keyAddress) : 'enter the one for this account';
        throw vendorNotConfigured(label, `no API token is set: ${how}`);
      }
      if (!accountId) throw vendorNotConfigured(label, 'no account ID is set');
      api.requireConfigured(model);
    },

    /**
     * The `result` of a response.
     *
     * @throws AppError when the response says that it has none
     */
    async result(response: Response): Promise<unknown> {
      const body = (await api.json(response)) as { success?: unknown; result?: unknown } | null;
      if (body?.success === false) throw api.refused(body);
      return body?.result;
    },
  };
}

interface ErrorEntry {
  code?: unknown;
  message?: unknown;
  error_chain?: readonly (ErrorEntry | null)[];
}

/**
 * `errors` of Cloudflare's envelope, or the one error of a model:
 * https://developers.cloudflare.com/fundamentals/api/how-to/make-api-calls/,
 * https://developers.cloudflare.com/workers-ai/platform/errors/
 */
function readError(body: unknown): VendorAnswer {
  const said = (body ?? {}) as { errors?: unknown; error?: unknown; internalCode?: unknown };
  const listed = Array.isArray(said.errors) ? said.errors : [said.error ?? said];
  const entries = (listed as (ErrorEntry | string | null)[]).map((entry) =>
    typeof entry === 'string' ? { message: entry } : (entry ?? {}),
  );
  const messages = entries
    .flatMap((entry) => [entry, ...(entry.error_chain ?? [])])
    .map((entry) => entry?.message)
    .filter((message) => typeof message === 'string');
  const code =
    entries[0]?.code ?? said.internalCode ?? /^(?:\w+: )?(\d{4}): /.exec(messages[0] ?? '')?.[1];
  return {
    ...(messages.length > 0 && { message: messages.join('; ') }),
    ...((typeof code === 'number' || typeof code === 'string') && { code: String(code) }),
  };
}
