import type { VendorAnswer } from './vendor-error.ts';
import { VendorApi, type VendorConnection } from './vendor-calls.ts';

/** `apiKey` is an API token with the permissions that the product asks for. */
export interface CloudflareConnection extends VendorConnection {
  accountId: string;
}

/** Returns the change of a base URL to that of an account's product. */
export const accountRoot =
  (accountId: string, path: string) =>
  (baseUrl: string): string =>
    `${baseUrl}/accounts/${encodeURIComponent(accountId.trim())}${path}`;

/**
 * Calls one product of an account, below `path`:
 * https://developers.cloudflare.com/fundamentals/api/how-to/make-api-calls/
 */
export class CloudflareApi extends VendorApi {
  /** @param hasVariable Whether the environment can give its token. */
  constructor(connection: CloudflareConnection, label: string, path: string, hasVariable = false) {
    super(connection, {
      provider: 'workers_ai',
      label,
      hasVariable,
      toRoot: accountRoot(connection.accountId, path),
      readError: readCloudflareError,
    });
  }

  /** Returns the `result` of a response. @throws AppError when the response says that it has none */
  async result(response: Response): Promise<unknown> {
    const body = (await this.json(response)) as { success?: unknown; result?: unknown } | null;
    if (body?.success === false) throw this.refused(body);
    return body?.result;
  }
}

interface ErrorEntry {
  code?: unknown;
  message?: unknown;
  error_chain?: readonly (ErrorEntry | null)[];
}

/**
 * Reads `errors` of Cloudflare's envelope, or the one error of a model:
 * https://developers.cloudflare.com/fundamentals/api/how-to/make-api-calls/,
 * https://developers.cloudflare.com/workers-ai/platform/errors/
 */
export function readCloudflareError(body: unknown): VendorAnswer {
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
