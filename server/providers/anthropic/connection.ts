import type { Anthropic } from '@anthropic-ai/sdk';
import type { AppError } from '../../errors/app-error.ts';
import { vendorAddresses } from '../../secrets/vendor-addresses.ts';
import {
  ourErrorIn,
  requireConfigured,
  retryAfter,
  toTransportError,
  transportCode,
  vendorRefused,
  vendorUnreachable,
} from '../shared/vendor-error.ts';
import { vendorFetch, type AddressesOf } from '../shared/vendor-fetch.ts';
import { vendorTimeouts, type VendorTimeouts } from '../shared/vendor-retry.ts';
import { withoutSlash } from '../../net/without-slash.ts';

/** Where Anthropic's API is reached. */
export interface AnthropicConnection {
  apiKey: string;
  /** Without `/v1`; empty: Anthropic's own. */
  baseUrl: string;
  timeouts?: Partial<VendorTimeouts>;
  addressesOf?: AddressesOf;
}

const label = 'Anthropic';

/** The SDK with this connection's address and key, and its errors as ours. */
export function anthropicApi(connection: AnthropicConnection) {
  const apiKey = connection.apiKey.trim();
  // Other vendors' addresses end in the version, so that many write it here, too.
  const baseURL =
    withoutSlash(connection.baseUrl).replace(/\/v1$/, '') || vendorAddresses.anthropic;
  const timeouts: VendorTimeouts = { ...vendorTimeouts, ...connection.timeouts };
  let client: Anthropic | undefined;

  async function connect(): Promise<Anthropic> {
    if (client) return client;
    // A site with another provider is spared the time and memory.
    const { Anthropic } = await import('@anthropic-ai/sdk');
    client = new Anthropic({
      // Given here, no credential is looked for in the environment or in a profile's file.
      apiKey,
      webhookKey: null,
      baseURL,
      maxRetries: 0,
      logLevel: 'off',
      fetch: vendorFetch(timeouts.connectMs, connection.addressesOf),
    });
    return client;
  }

  return {
    label,
    timeouts,
    /** @throws AppError `not_configured` */
    requireConfigured(model?: string): void {
      requireConfigured(label, { apiKey, needsKey: 'ITIH_ANTHROPIC_BASE_URL', model });
    },
    /** What an `error` event of a stream says. */
    streamedError: (error: unknown): AppError => {
      const { type, message } = readError(error);
      return vendorRefused(label, { status: streamedStatus[type ?? ''], code: type, message }, [
        apiKey,
      ]);
    },
    /** Whatever `use` throws becomes an AppError. */
    async call<T>(use: (client: Anthropic) => Promise<T>): Promise<T> {
      try {
        return await use(await connect());
      } catch (error) {
        throw toAppError(error, [apiKey]);
      }
    },
  };
}
export type AnthropicApi = ReturnType<typeof anthropicApi>;

/**
 * An error in the middle of a stream has no status but means the same as one that has.
 * https://platform.claude.com/docs/en/api/errors
 */
const streamedStatus: Record<string, number> = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  api_error: 500,
  timeout_error: 504,
  overloaded_error: 529,
};

/** What is read of the SDK's `APIError`; its other fields may hold more than a log should. */
interface SdkError {
  name: string;
  status: number | undefined;
  headers: Headers | undefined;
  requestID: string | null | undefined;
  /** The body: `{ type: 'error', error: { type, message } }`. */
  error: unknown;
  message: string;
}

function toAppError(error: unknown, secrets: string[]): AppError {
  if (!isSdkError(error)) return toTransportError(label, error);
  if (error.status === undefined) {
    // The SDK keeps no cause of what timed out.
    const timedOut = error.name === 'APIConnectionTimeoutError';
    const code = timedOut ? 'ETIMEDOUT' : transportCode(error);
    return ourErrorIn(error) ?? vendorUnreachable(label, code);
  }
  const said = readError((error.error as { error?: unknown } | null | undefined)?.error);
  return vendorRefused(
    label,
    {
      status: error.status,
      code: said.type,
      message: said.message,
      requestId: error.requestID ?? undefined,
      retryAfter: retryAfter(error.headers),
    },
    secrets,
  );
}

function readError(error: unknown): { type: string | undefined; message: string | undefined } {
  const { type, message } = (error ?? {}) as Record<string, unknown>;
  return {
    type: typeof type === 'string' ? type : undefined,
    message: typeof message === 'string' ? message : undefined,
  };
}

function isSdkError(error: unknown): error is SdkError {
  return error instanceof Error && 'requestID' in error;
}
