import { AppError } from '../../errors/app-error.ts';
import { vendorAccess, type VendorConnection, type VendorOptions } from './vendor-access.ts';
import { toTransportError, vendorGarbled, vendorUnreachable } from './vendor-error.ts';

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
