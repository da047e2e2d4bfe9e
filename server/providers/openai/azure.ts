import { withoutSlash } from '../../net/without-slash.ts';

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
