import { vendorApi, type VendorConnection } from '../shared/vendor-api.ts';
import type { VendorAnswer } from '../shared/vendor-error.ts';

/** The providers that speak OpenAI's wire format. */
export type OpenAiVendor = 'openai' | 'groq' | 'openai_compatible';

export interface OpenAiConnection extends VendorConnection {
  provider: OpenAiVendor;
}

/** https://developers.openai.com/api/reference/overview */
export function openAiApi(connection: OpenAiConnection) {
  const { provider } = connection;
  const isCompatible = provider === 'openai_compatible';
  return vendorApi(connection, {
    provider,
    ...(isCompatible && { label: 'The OpenAI-compatible server' }),
    readError,
  });
}

/** Reads `{"error": {…}}`. Some servers leave out the envelope, or write a sentence in it. */
function readError(body: unknown): VendorAnswer {
  if (typeof body !== 'object' || body === null) return {};
  const error = (body as { error?: unknown }).error ?? body;
  if (typeof error === 'string') return { message: error };
  const { code, type, param, message } = error as Record<string, unknown>;
  return {
    // Gateways put the status of the server behind them into a streamed error's code.
    status: typeof code === 'number' ? code : undefined,
    code: [code, type].find((one) => typeof one === 'string'),
    param: typeof param === 'string' ? param : undefined,
    message: typeof message === 'string' ? message : undefined,
  };
}
