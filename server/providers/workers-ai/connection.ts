import { createHash } from 'node:crypto';
import { cloudflareApi, type CloudflareConnection } from '../shared/cloudflare-api.ts';

/** Characters. */
const affinityLength = 32;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * The token's permissions are "Workers AI: Read" and "Workers AI: Edit".
 * https://developers.cloudflare.com/workers-ai/get-started/rest-api/
 */
export function workersAiApi(connection: CloudflareConnection) {
  const api = cloudflareApi(connection, 'Workers AI', '/ai', true);
  return {
    ...api,

    /**
     * Models are named `@cf/AUTHOR/NAME`, and are a path.
     *
     * @param prefix The beginning of the prompt: requests with the same one go to the same instance, which has it in
     *   its cache. https://developers.cloudflare.com/workers-ai/features/prompt-caching
     */
    run: (model: string, body: unknown, signal: AbortSignal, prefix = ''): Promise<Response> =>
      api.post(
        `/run/${encodeURI(model).replace(/[?#]/g, encodeURIComponent)}`,
        body,
        signal,
        prefix === '' ? {} : { 'x-session-affinity': sha256(prefix).slice(0, affinityLength) },
      ),
  };
}
export type WorkersAiApi = ReturnType<typeof workersAiApi>;
