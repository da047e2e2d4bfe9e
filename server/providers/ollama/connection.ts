import type { VendorConnection } from '../shared/vendor-access.ts';
import { vendorApi } from '../shared/vendor-api.ts';
import type { VendorAnswer } from '../shared/vendor-error.ts';

/**
 * https://docs.ollama.com/api/introduction. A key is needed only for ollama.com or a proxy:
 * https://docs.ollama.com/api/authentication
 */
export const ollamaApi = (connection: VendorConnection) =>
  vendorApi(connection, {
    provider: 'ollama',
    // Other programs want one of these at the end.
    toRoot: (baseUrl) => baseUrl.replace(/\/(api|v1)$/, ''),
    readError,
  });

/** Reads `{"error": "words"}`, also in a stream: https://docs.ollama.com/api/errors */
function readError(body: unknown): VendorAnswer {
  const { error } = (body ?? {}) as { error?: unknown };
  if (typeof error !== 'string') return {};
  const missing = /\bmodel ["']([^"']+)["'] not found/.exec(error)?.[1];
  return {
    message: missing ? `${error} (get it with: ollama pull ${missing})` : error,
    // ollama.com's session and weekly limits, with 429 as for too many requests at once:
    // https://github.com/continuedev/continue/issues/11444
    ...(/\busage limit\b/.test(error) && { code: 'usage_limit' }),
    // A model without embeddings is refused with 500: https://github.com/ollama/ollama/issues/9739
    ...(/\bdoes not support\b/.test(error) && { permanent: true }),
  };
}
