import { cloudflareApi, type CloudflareConnection } from '../shared/cloudflare-api.ts';

/**
 * The token's permissions are "Workers AI: Read" and "Workers AI: Edit".
 * https://developers.cloudflare.com/workers-ai/get-started/rest-api/
 */
export function workersAiApi(connection: CloudflareConnection) {
  const api = cloudflareApi(connection, 'Workers AI', '/ai', true);
  return {
    ...api,

    /** Models are named `@cf/AUTHOR/NAME`, and are a path. */
    run: (model: string, body: unknown, signal: AbortSignal): Promise<Response> =>
      api.post(`/run/${encodeURI(model).replace(/[?#]/g, encodeURIComponent)}`, body, signal),
  };
}
export type WorkersAiApi = ReturnType<typeof workersAiApi>;
