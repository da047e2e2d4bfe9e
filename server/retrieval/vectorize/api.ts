import { AppError } from '../../errors/app-error.ts';
import { CloudflareApi, type CloudflareConnection } from '../../providers/shared/cloudflare-api.ts';
import {
  VendorError,
  vendorGarbled,
  vendorNotConfigured,
  vendorTimedOut,
} from '../../providers/shared/vendor-error.ts';
import { guardCall, withRetries } from '../../providers/shared/vendor-retry.ts';

/** https://developers.cloudflare.com/vectorize/platform/limits/ */
export const vectorizeLimits = {
  dimensions: 1536,
  /** For replies without values and metadata. */
  topK: 100,
  /** The documented maximum is 5,000; these are 4 MB at most. */
  upsert: 200,
  /** Not in the documentation: more is error 40007, "max id count is 100". */
  deletion: 100,
} as const;

const label = 'Vectorize';
/** `vectorize.index.not_found` and `vectorize.index.deleted`, with status 404, 410 or 400. */
const missingCodes: ReadonlySet<string | undefined> = new Set(['3000', '3005']);
const duplicateCode = '3002';

const codeOf = (error: unknown) =>
  error instanceof AppError && error.cause instanceof VendorError ? error.cause.code : undefined;

/** Whether the error says that there is no index of this name. */
export const isIndexMissing = (error: unknown) => missingCodes.has(codeOf(error));

type Fields = Record<string, unknown>;
const fields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

/**
 * Version 2 of https://developers.cloudflare.com/api/resources/vectorize/subresources/indexes/. The token's permission is
 * "Vectorize: Edit".
 */
export function vectorizeApi(connection: CloudflareConnection & { indexName: string }) {
  const indexName = connection.indexName.trim();
  const api = new CloudflareApi(connection, label, '/vectorize/v2/indexes');
  const own = `/${encodeURIComponent(indexName)}`;
  const { answerMs } = api.timeouts;

  /** Sends a request with its retries, within the time limit of one answer. @throws AppError */
  async function ask(
    signal: AbortSignal,
    send: (signal: AbortSignal) => Promise<Response>,
  ): Promise<Fields> {
    api.requireConfigured();
    if (!indexName) throw vendorNotConfigured(label, 'no index name is set');
    const guard = guardCall(signal);
    guard.within(answerMs, () => vendorTimedOut(label, 'no answer came'));
    try {
      return await withRetries(async () => fields(await api.result(await send(guard.signal))), {
        ...api.timeouts,
        signal: guard.signal,
      });
    } catch (error) {
      throw guard.signal.aborted ? guard.signal.reason : error;
    } finally {
      guard.end();
    }
  }

  return {
    indexName,

    async describe(signal: AbortSignal): Promise<{ dimensions: number; metric: string }> {
      const { config } = await ask(signal, (inner) => api.get(own, inner));
      const { dimensions, metric } = fields(config);
      if (typeof dimensions !== 'number' || typeof metric !== 'string') {
        throw vendorGarbled(label, 'did not describe the index');
      }
      return { dimensions, metric };
    },

    /** Creates the index; false: it exists by now. */
    async create(dimensions: number, signal: AbortSignal): Promise<boolean> {
      const body = { name: indexName, config: { dimensions, metric: 'cosine' } };
      try {
        await ask(signal, (inner) => api.post('', body, inner));
        return true;
      } catch (error) {
        if (codeOf(error) === duplicateCode) return false;
        throw error;
      }
    },

    /** Adds or replaces vectors. @param lines JSON documents, one in each line */
    async upsert(lines: string, signal: AbortSignal): Promise<void> {
      await ask(signal, (inner) => api.postLines(`${own}/upsert`, lines, inner));
    },

    async deleteByIds(ids: readonly string[], signal: AbortSignal): Promise<void> {
      await ask(signal, (inner) => api.post(`${own}/delete_by_ids`, { ids }, inner));
    },

    /** Whether the vendor has processed this vector. */
    async has(id: string, signal: AbortSignal): Promise<boolean> {
      const found = await ask(signal, (inner) =>
        api.post(`${own}/get_by_ids`, { ids: [id] }, inner),
      );
      return Array.isArray(found) && found.length > 0;
    },

    /** Returns the ids of the nearest vectors in a namespace; their order is approximate. */
    async query(
      query: { vector: Float32Array; topK: number; namespace: string },
      signal: AbortSignal,
    ): Promise<string[]> {
      const body = { ...query, vector: Array.from(query.vector) };
      const { matches } = await ask(signal, (inner) => api.post(`${own}/query`, body, inner));
      if (!Array.isArray(matches)) throw vendorGarbled(label, 'answered without matches');
      return (matches as Fields[]).flatMap(({ id }) => (typeof id === 'string' ? id : []));
    },
  };
}
export type VectorizeApi = ReturnType<typeof vectorizeApi>;
