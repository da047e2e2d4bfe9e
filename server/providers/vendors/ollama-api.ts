import { jsonApi, type JsonApi } from './json-api.ts';
import type { VendorAnswer } from './vendor-error.ts';
import type { VendorTimeouts } from './vendor-retry.ts';

/** Where an Ollama is reached: on a machine of the owner's, or https://ollama.com. */
export interface OllamaConnection {
  /** https://docs.ollama.com/api/authentication: only for ollama.com, or a proxy of the owner's. */
  apiKey: string;
  /** Empty: this machine. With or without the `/api` or `/v1` that other programs want. */
  baseUrl: string;
  timeouts?: Partial<VendorTimeouts>;
  fetch?: typeof fetch;
}

/** https://docs.ollama.com/api/introduction */
export function ollamaApi({ apiKey, baseUrl, timeouts, fetch }: OllamaConnection): JsonApi {
  return jsonApi({
    label: 'Ollama',
    baseUrl: (baseUrl.trim() || 'http://127.0.0.1:11434')
      .replace(/(?<!\/)\/+$/, '')
      .replace(/\/(api|v1)$/, ''),
    apiKey: apiKey.trim(),
    timeouts,
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
