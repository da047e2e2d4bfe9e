import { readError, type VendorAnswer } from './vendor-error.ts';

/**
 * Returns the root of the Gemini API at a base URL, which may be that of a model or of its OpenAI compatibility. Only
 * v1beta has all that is used: https://ai.google.dev/gemini-api/docs/api-versions
 */
export const googleRoot = (baseUrl: string): string =>
  `${baseUrl
    .replace(/\/models\/[^/]*$/, '')
    .replace(/\/openai$/, '')
    .replace(/\/v1[a-z]*$/, '')}/v1beta`;

/** https://github.com/googleapis/googleapis/blob/master/google/rpc/error_details.proto */
interface RpcError {
  code?: unknown;
  status?: unknown;
  details?: unknown;
}

/** The same status as for a limit of the rate, but waiting does not help. */
const isDepleted = /\bcredits are depleted\b/i;

/** Reads an error by the names that vendors share, or a `google.rpc.Status`, which a list may hold. */
export function readGoogleError(body: unknown): VendorAnswer {
  const [listed] = Array.isArray(body) ? (body as unknown[]) : [];
  // Text in a list is nothing that Google says.
  const first = typeof listed === 'object' ? listed : body;
  const said = readError(first);
  const own = (first as { error?: unknown } | null | undefined)?.error ?? first;
  const { code, status, details } = (own ?? {}) as RpcError;
  const delay = (Array.isArray(details) ? (details as unknown[]) : [])
    .map((detail) => (detail as { retryDelay?: unknown } | null)?.retryDelay)
    .find((value) => typeof value === 'string');
  const seconds = Math.ceil(Number(delay?.replace(/s$/, '')));
  const word = said.code ?? (typeof status === 'string' ? status : undefined);
  return {
    ...said,
    code: isDepleted.test(said.message ?? '') ? 'credit_balance_exhausted' : word,
    // Gateways put the status of the server behind them into a streamed error's code.
    status: typeof code === 'number' ? code : undefined,
    ...(Number.isFinite(seconds) && { retryAfter: Math.max(0, seconds) }),
  };
}
