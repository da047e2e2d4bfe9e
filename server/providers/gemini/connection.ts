import { readError } from '../shared/read-error.ts';
import type { VendorConnection } from '../shared/vendor-access.ts';
import { vendorApi } from '../shared/vendor-api.ts';
import type { VendorAnswer } from '../shared/vendor-error.ts';

/**
 * https://ai.google.dev/api. Only v1beta has all fields that are used:
 * https://ai.google.dev/gemini-api/docs/api-versions. A pasted query may hold another key or format.
 */
export const geminiApi = (connection: VendorConnection) =>
  vendorApi(
    { ...connection, baseUrl: connection.baseUrl.split('?', 1)[0] ?? '' },
    { provider: 'gemini', keyHeader: 'x-goog-api-key', toRoot, readError: readGeminiError },
  );

const toRoot = (url: string) =>
  `${url
    .replace(/\/models\/[^/]*$/, '')
    .replace(/\/openai$/, '')
    .replace(/\/v1[a-z]*$/, '')}/v1beta`;

/** Returns the path of a model's method. Lists call a model `models/NAME`. */
export const methodPath = (model: string, method: string): string =>
  `/models/${encodeURIComponent(modelName(model))}:${method}`;

export const modelName = (model: string): string => model.replace(/^models\//, '');

/** https://github.com/googleapis/googleapis/blob/master/google/rpc/error_details.proto */
interface RpcError {
  code?: unknown;
  status?: unknown;
  details?: unknown;
}

/** Reads a `google.rpc.Status`, which a stream may hold in a list. */
export function readGeminiError(body: unknown): VendorAnswer {
  const [listed] = Array.isArray(body) ? (body as unknown[]) : [];
  // Text in a list is nothing that Google says.
  const first = typeof listed === 'object' ? listed : body;
  const said = readError(first);
  const { code, status, details } = (first as { error?: RpcError | null } | null)?.error ?? {};
  const delay = (Array.isArray(details) ? (details as unknown[]) : [])
    .map((detail) => (detail as { retryDelay?: unknown } | null)?.retryDelay)
    .find((value) => typeof value === 'string');
  const seconds = Math.ceil(Number(delay?.replace(/s$/, '')));
  return {
    ...said,
    // The same status as for a limit of the rate, but waiting does not help.
    code: isDepleted.test(said.message ?? '') ? 'credit_balance_exhausted' : textOf(status),
    status: typeof code === 'number' ? code : undefined,
    ...(Number.isFinite(seconds) && { retryAfter: Math.max(0, seconds) }),
  };
}

const isDepleted = /\bcredits are depleted\b/i;

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
