import { jsonApi, type JsonApi } from '../shared/json-api.ts';
import { vendorAddresses } from '../../secrets/vendor-addresses.ts';
import type { VendorAnswer } from '../shared/vendor-error.ts';
import type { AddressesOf } from '../shared/vendor-fetch.ts';
import type { VendorTimeouts } from '../shared/vendor-retry.ts';
import { withoutSlash } from '../../net/without-slash.ts';

/** Where an Ollama is reached: on a machine of the owner's, or https://ollama.com. */
export interface OllamaConnection {
  /** https://docs.ollama.com/api/authentication: only for ollama.com, or a proxy of the owner's. */
  apiKey: string;
  /** Empty: this machine. With or without the `/api` or `/v1` that other programs want. */
  baseUrl: string;
  timeouts?: Partial<VendorTimeouts>;
  addressesOf?: AddressesOf;
  fetch?: typeof fetch;
}

export function ollamaApi(connection: OllamaConnection): JsonApi {
  const { apiKey, baseUrl, timeouts, addressesOf, fetch } = connection;
  return jsonApi({
    label: 'Ollama',
    baseUrl: withoutSlash(baseUrl.trim() || vendorAddresses.ollama).replace(/\/(api|v1)$/, ''),
    apiKey: apiKey.trim(),
    keyAddress: 'ITIH_OLLAMA_BASE_URL',
    timeouts,
    addressesOf,
    fetch,
    readError,
  });
}

/** `{"error": "words"}`, also in a stream: https://docs.ollama.com/api/errors */
function readError(body: unknown): VendorAnswer {
  const { error } = (body ?? {}) as { error?: unknown };
  if (typeof error !== 'string') return {};
  const missing = /\bmodel ["']([^"']+)["'] not found/.exec(error)?.[1];
  return {
    message: missing ? `${error} (get it with: ollama pull ${missing})` : error,
    // ollama.com's session and weekly limits, with 429 as for too many requests at once:
    // https://github.com/continuedev/continue/issues/11444
    ...(/\busage limit\b/.test(error) && { code: 'usage_limit' }),
  };
}
