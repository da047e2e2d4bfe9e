import { readError } from '../shared/read-error.ts';
import type { VendorConnection } from '../shared/vendor-access.ts';
import { vendorApi } from '../shared/vendor-api.ts';

/** Errors are `{"detail": "…"}`: https://docs.voyageai.com/docs/error-codes */
export const voyageApi = (connection: VendorConnection) =>
  vendorApi(connection, {
    provider: 'voyage',
    toRoot: (url) => url.replace(/\/(embeddings|rerank)$/, ''),
    readError,
  });
