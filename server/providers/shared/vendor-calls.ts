import { AppError } from '../../errors/app-error.ts';
import {
  vendorAccess,
  type VendorAccess,
  type VendorConnection,
  type VendorOptions,
} from './vendor-access.ts';
import {
  ourErrorIn,
  toTransportError,
  transportCode,
  vendorGarbled,
  vendorUnreachable,
} from './vendor-error.ts';

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

  return {
    ...access,

    /** Returns the response once its status says that it succeeded. @throws AppError */
    get: (path: string, signal: AbortSignal): Promise<Response> => call(path, { signal }),

    /** @param fields Further header fields. */
    post: (
      path: string,
      body: unknown,
      signal: AbortSignal,
      fields: Readonly<Record<string, string>> = {},
    ): Promise<Response> =>
      call(path, { method: 'POST', body: JSON.stringify(body), signal }, fields),

    /** Sends JSON documents, one in each line. */
    postLines: (path: string, lines: string, signal: AbortSignal): Promise<Response> =>
      call(
        path,
        { method: 'POST', body: lines, signal },
        { 'content-type': 'application/x-ndjson' },
      ),

    /** Reads a response. @throws AppError when it is not JSON */
    async json(response: Response): Promise<unknown> {
      const body = parse(await read(response));
      if (body === undefined) throw vendorGarbled(label, 'returned an invalid response');
      return body;
    },
  };
}
export type VendorApi = ReturnType<typeof vendorApi>;

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
