import type { OpenAI } from 'openai';
import type { AppError } from '../../errors/app-error.ts';
import {
  ourErrorIn,
  requireConfigured,
  retryAfter,
  toTransportError,
  transportCode,
  type VendorAnswer,
  vendorNotConfigured,
  vendorRefused,
  vendorUnreachable,
} from '../shared/vendor-error.ts';
import { vendorAddresses } from '../../secrets/vendor-addresses.ts';
import { vendorFetch, type AddressesOf } from '../shared/vendor-fetch.ts';
import { vendorTimeouts, type VendorTimeouts } from '../shared/vendor-retry.ts';

/** Where a server that speaks OpenAI's wire format is reached. */
export interface OpenAiConnection {
  provider: OpenAiVendor;
  apiKey: string;
  /** Empty: the vendor's own. */
  baseUrl: string;
  timeouts?: Partial<VendorTimeouts>;
  addressesOf?: AddressesOf;
  fetch?: typeof fetch;
}

const openAiVendors = {
  openai: { label: 'OpenAI', needsKey: true },
  groq: { label: 'Groq', needsKey: true },
  openai_compatible: { label: 'The OpenAI-compatible server', needsKey: false },
} as const;
export type OpenAiVendor = keyof typeof openAiVendors;

/** The SDK with this connection's address and key, and its errors as ours. */
export function openAiApi(connection: OpenAiConnection) {
  const { provider } = connection;
  const { label, needsKey } = openAiVendors[provider];
  const keyAddress = `ITIH_${provider.toUpperCase()}_BASE_URL`;
  const apiKey = connection.apiKey.trim();
  const baseURL = connection.baseUrl.trim() || vendorAddresses[provider];
  const timeouts: VendorTimeouts = { ...vendorTimeouts, ...connection.timeouts };
  let client: OpenAI | undefined;

  async function connect(): Promise<OpenAI> {
    if (client) return client;
    // 100 ms and 30 MB that a site with another provider is spared.
    const { OpenAI } = await import('openai');
    client = new OpenAI({
      // The SDK insists on a key, also for servers without; `null`: never from the environment.
      apiKey: apiKey || 'none',
      ...(!apiKey && { defaultHeaders: { Authorization: null } }),
      adminAPIKey: null,
      organization: null,
      project: null,
      baseURL,
      maxRetries: 0,
      logLevel: 'off',
      fetch: connection.fetch ?? vendorFetch(timeouts.connectMs, connection.addressesOf),
    });
    return client;
  }

  return {
    label,
    timeouts,
    /** @throws AppError `not_configured` */
    requireConfigured(model?: string): void {
      if (!baseURL) throw vendorNotConfigured(label, 'no base URL is set');
      requireConfigured(label, { apiKey, needsKey: needsKey ? keyAddress : null, model });
    },
    /** What an `error` of a stream says. */
    streamedError: (error: unknown) => vendorRefused(label, toVendorAnswer(error), [apiKey]),
    /** Whatever `use` throws becomes an AppError. */
    async call<T>(use: (client: OpenAI) => Promise<T>): Promise<T> {
      try {
        return await use(await connect());
      } catch (error) {
        throw toAppError(label, error, apiKey, keyAddress);
      }
    },
  };
}

/** What is read of the SDK's `APIError`; its other fields may hold more than a log should. */
interface SdkError {
  status: number | undefined;
  headers: Headers | undefined;
  requestID: string | null | undefined;
  error: unknown;
  message: string;
}

function toAppError(label: string, error: unknown, apiKey: string, keyAddress: string): AppError {
  if (!isSdkError(error)) return toTransportError(label, error);
  if (error.status === undefined && error.error === undefined) {
    return ourErrorIn(error) ?? vendorUnreachable(label, transportCode(error));
  }
  const answer = toVendorAnswer(error.error);
  return vendorRefused(
    label,
    {
      ...answer,
      status: error.status ?? answer.status,
      requestId: error.requestID ?? undefined,
      retryAfter: retryAfter(error.headers),
      keyless: apiKey ? undefined : keyAddress,
    },
    [apiKey],
  );
}

/** An `error` object, of a response or in the middle of a stream; of some servers a sentence. */
function toVendorAnswer(error: unknown): VendorAnswer {
  if (typeof error === 'string') return { message: error };
  const said = (error ?? {}) as Record<string, unknown>;
  return {
    // Gateways put the status of the server behind them into a streamed error's code.
    status: typeof said['code'] === 'number' ? said['code'] : undefined,
    code: [said['code'], said['type']].find((code) => typeof code === 'string'),
    param: typeof said['param'] === 'string' ? said['param'] : undefined,
    message: typeof said['message'] === 'string' ? said['message'] : undefined,
  };
}

function isSdkError(error: unknown): error is SdkError {
  return error instanceof Error && 'requestID' in error;
}
