import { readError as readAnyError } from '../shared/read-error.ts';
import type { VendorConnection } from '../shared/vendor-access.ts';
import type { VendorAnswer } from '../shared/vendor-error.ts';
import { vendorSdk } from '../shared/vendor-sdk.ts';

/** The providers that speak OpenAI's wire format. */
export type OpenAiVendor = 'openai' | 'groq' | 'openai_compatible';

export interface OpenAiConnection extends VendorConnection {
  provider: OpenAiVendor;
}

/** https://developers.openai.com/api/reference/overview */
export function openAiApi(connection: OpenAiConnection) {
  const { provider } = connection;
  const isCompatible = provider === 'openai_compatible';
  const options = {
    provider,
    ...(isCompatible && { label: 'The OpenAI-compatible server' }),
    readError,
  };
  return vendorSdk(connection, options, async ({ apiKey, defaultHeaders, ...sdkOptions }) => {
    // A site with another provider is spared 100 ms and 30 MB.
    const { OpenAI } = await import('openai');
    return new OpenAI({
      ...sdkOptions,
      // The SDK requires a key, also for servers without one.
      apiKey: apiKey || 'none',
      defaultHeaders: { ...defaultHeaders, ...(!apiKey && { Authorization: null }) },
      // Null: not from the environment.
      adminAPIKey: null,
      organization: null,
      project: null,
    });
  });
}

/** Reads the `error` of a body, which the SDK takes out of it, or the body of a server that names it otherwise. */
function readError(error: unknown): VendorAnswer {
  const { code } = (error ?? {}) as { code?: unknown };
  return {
    ...readAnyError(error),
    // Gateways put the status of the server behind them into a streamed error's code.
    status: typeof code === 'number' ? code : undefined,
  };
}
