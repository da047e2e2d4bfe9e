import type { AppError } from '../../errors/app-error.ts';
import {
  vendorAccess,
  type VendorAccess,
  type VendorConnection,
  type VendorOptions,
} from './vendor-access.ts';
import { ourErrorIn, toTransportError, transportCode, vendorUnreachable } from './vendor-error.ts';

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
