import type { LlmProvider } from '../contract/settings.ts';

/**
 * Where a provider is reached unless the settings name another address; empty: only they know.
 * https://developers.openai.com/api/reference/overview, https://console.groq.com/docs/openai,
 * https://platform.claude.com/docs/en/api/overview, https://docs.ollama.com/api/introduction,
 * https://developers.cloudflare.com/fundamentals/api/how-to/make-api-calls/
 */
export const vendorAddresses: Readonly<Record<LlmProvider, string>> = {
  builtin: '',
  openai: 'https://api.openai.com/v1',
  openai_compatible: '',
  groq: 'https://api.groq.com/openai/v1',
  anthropic: 'https://api.anthropic.com',
  workers_ai: 'https://api.cloudflare.com/client/v4',
  ollama: 'http://127.0.0.1:11434',
};

/** Scheme, host and port of the address that calls of a provider go to; empty: there is none. */
export function originOf(provider: string, baseUrl: string): string {
  const usual = (vendorAddresses as Readonly<Record<string, string>>)[provider] ?? '';
  return URL.parse(baseUrl.trim() || usual)?.origin ?? '';
}
