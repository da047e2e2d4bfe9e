import { readError } from '../shared/read-error.ts';
import type { VendorConnection } from '../shared/vendor-access.ts';
import { vendorApi } from '../shared/vendor-api.ts';

/**
 * The base URL is that of the path `/rerank`: of vLLM, llama.cpp and LocalAI with `/v1` at its end, of Text Embeddings
 * Inference without.
 */
export const compatibleApi = (connection: VendorConnection) =>
  vendorApi(connection, {
    provider: 'compatible',
    label: 'The reranking server',
    toRoot: (url) => url.replace(/\/rerank(ing)?$/, ''),
    readError,
  });
