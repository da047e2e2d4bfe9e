import type { VendorConnection } from '../shared/vendor-access.ts';
import type { VendorAnswer } from '../shared/vendor-error.ts';
import { vendorSdk } from '../shared/vendor-sdk.ts';

/** https://platform.claude.com/docs/en/api/overview */
export function anthropicApi(connection: VendorConnection) {
  const options = {
    provider: 'anthropic' as const,
    // The addresses of other vendors end in the version, so that many owners write it here, too.
    toRoot: (baseUrl: string) => baseUrl.replace(/\/v1$/, ''),
    readError,
  };
  return vendorSdk(connection, options, async (sdkOptions) => {
    // A site with another provider is spared the time and memory.
    const { Anthropic } = await import('@anthropic-ai/sdk');
    return new Anthropic({ ...sdkOptions, webhookKey: null });
  });
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

/** Reads `{"type": "error", "error": {"type": …, "message": …}}`. */
function readError(body: unknown): VendorAnswer {
  const { error } = (body ?? {}) as { error?: unknown };
  const { type, message } = (error ?? {}) as Record<string, unknown>;
  const code = typeof type === 'string' ? type : undefined;
  return {
    status: streamedStatus[code ?? ''],
    code,
    message: typeof message === 'string' ? message : undefined,
  };
}
