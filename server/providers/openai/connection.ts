import { withoutSlash } from '../../net/without-slash.ts';
import type { PresetId } from '../../contract/presets.ts';
import type { OpenAiVendor } from '../../contract/providers.ts';
import { requestId } from '../../runtime/request-id.ts';
import type { VendorAnswer } from '../shared/vendor-error.ts';
import { googleRoot, readGoogleError } from '../shared/google-api.ts';
import { accountRoot, readCloudflareError } from '../shared/cloudflare-api.ts';
import { type VendorConnection, VendorSdk } from '../shared/vendor-calls.ts';

/** Hosts of Azure: a resource's own, its older name, and that of a Foundry resource. */
const azureHost = /\.(openai\.azure|cognitiveservices\.azure|services\.ai\.azure)\.(com|us|cn)$/;

/** Returns whether an address belongs to Azure OpenAI. */
export const isAzureAddress = (baseUrl: string): boolean =>
  azureHost.test(URL.parse(baseUrl.trim())?.hostname ?? '');

/**
 * Reads how a base URL reaches Azure OpenAI: by the API that is OpenAI's own, which takes the deployment's name as the
 * model, or, if it has a dated `api-version`, by that of old, with the deployment in the address.
 * https://learn.microsoft.com/azure/foundry/openai/api-version-lifecycle,
 * https://learn.microsoft.com/azure/foundry/openai/reference
 *
 * @param baseUrl May be the resource's address, that of its API or of a deployment, or have a gateway's path before.
 */
export function azureAddress(baseUrl: string): {
  isDated: boolean;
  root: (deployment: string) => string;
} {
  const [base = '', query = ''] = baseUrl.trim().split('?', 2);
  const address = withoutSlash(base);
  const at = address.search(/\/(openai|api\/projects)(\/|$)/);
  const resource = at < 0 ? address.replace(/\/v1$/, '') : address.slice(0, at);
  const version = new URLSearchParams(query).get('api-version') ?? '';
  const isDated = /^\d/.test(version) && !address.endsWith('/openai/v1');
  if (address === '') return { isDated: false, root: () => '' };
  if (!isDated) return { isDated, root: () => `${resource}/openai/v1` };
  const named = /\/openai\/deployments\/([^/]+)/.exec(address)?.[1];
  return {
    isDated,
    root: (deployment) =>
      `${resource}/openai/deployments/${named ?? encodeURIComponent(deployment)}`,
  };
}

export interface OpenAiConnection extends VendorConnection {
  provider: OpenAiVendor;
  /** Part of the address at Azure of old. */
  model?: string;
  /** A compatible server's; by default that of the base URL. */
  preset?: PresetId;
  /** Milliseconds. */
  clock?: () => number;
}

/** Hosts of OpenAI, also in regions: https://developers.openai.com/api/docs/guides/your-data */
const ownHost = /^([a-z]{2}\.)?api\.openai\.com$/;

/**
 * Returns whether the server has OpenAI's Responses API. Another server at `openai` may not know it.
 * https://learn.microsoft.com/azure/foundry/openai/how-to/responses
 */
export function hasResponses({ provider, baseUrl }: OpenAiConnection): boolean {
  if (provider === 'azure') return !azureAddress(baseUrl).isDated;
  if (provider !== 'openai') return false;
  if (isAzureAddress(baseUrl)) return !azureAddress(baseUrl).isDated;
  return baseUrl.trim() === '' || ownHost.test(URL.parse(baseUrl.trim())?.hostname ?? '');
}

/** https://developers.openai.com/api/reference/overview */
export function openAiApi(connection: OpenAiConnection) {
  const { provider, baseUrl, model = '', accountId = '' } = connection;
  const isAzure = provider === 'azure' || (provider === 'openai' && isAzureAddress(baseUrl));
  const isCompatible = provider === 'openai_compatible';
  const isGemini = provider === 'gemini';
  // A pasted query may hold another key or format.
  const reached = isGemini ? { ...connection, baseUrl: baseUrl.split('?', 1)[0]! } : connection;
  const options = {
    provider,
    ...(isCompatible && { label: 'The OpenAI-compatible server' }),
    ...(isAzure && { toRoot: () => azureAddress(baseUrl).root(model) }),
    readError,
    // https://ai.google.dev/gemini-api/docs/openai
    ...(isGemini && { toRoot: (url: string) => `${googleRoot(url)}/openai` }),
    // https://developers.cloudflare.com/workers-ai/configuration/open-ai-compatibility/
    ...(provider === 'workers_ai' && {
      toRoot: accountRoot(accountId, '/ai/v1'),
      readError: readCloudflareError,
    }),
  };
  return new VendorSdk(reached, options, async ({ apiKey, defaultHeaders, ...sdkOptions }) => {
    // A site with another provider is spared 100 ms and 30 MB.
    const { OpenAI } = await import('openai');
    return new OpenAI({
      ...sdkOptions,
      ...(provider === 'openai' && !isAzure && { fetch: namingRequests(sdkOptions.fetch) }),
      // The SDK requires a key, also for servers without one.
      apiKey: apiKey || 'none',
      defaultHeaders: {
        ...defaultHeaders,
        ...((!apiKey || isAzure) && { Authorization: null }),
        ...(isAzure && apiKey && { 'api-key': apiKey }),
      },
      // Null: not from the environment.
      adminAPIKey: null,
      organization: null,
      project: null,
    });
  });
}

/**
 * Sends OpenAI the id by which the owner knows a visitor's request, so that its support can find the calls:
 * https://developers.openai.com/api/reference/overview, "Debugging requests". It says nothing about the visitor.
 */
const namingRequests =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  (input, init) => {
    const headers = new Headers(init?.headers);
    const id = requestId();
    if (id !== undefined) headers.set('X-Client-Request-Id', id);
    return fetch(input, { ...init, headers });
  };

/**
 * An error in a stream has no status but means the same as one that has.
 * https://developers.openai.com/api/reference/resources/responses/streaming-events
 */
const streamedStatus: Readonly<Record<string, number>> = {
  server_error: 500,
  invalid_request_error: 400,
  invalid_prompt: 400,
  context_length_exceeded: 400,
  bio_policy: 400,
  misalignment_policy_violation: 400,
};

/** Reads the `error` of a body, which the SDK takes out of it, or the body of a server that names it otherwise. */
function readError(body: unknown): VendorAnswer {
  const read = readGoogleError(body);
  return { ...read, status: read.status ?? streamedStatus[read.code ?? ''] };
}
