import { readError } from '../shared/read-error.ts';
import type { VendorConnection } from '../shared/vendor-access.ts';
import { vendorApi } from '../shared/vendor-api.ts';

/** Errors are `{"id": "…", "message": "…"}`: https://docs.cohere.com/reference/errors */
export const cohereApi = (connection: VendorConnection) =>
  vendorApi(connection, {
    provider: 'cohere',
    // Each path names its own version.
    toRoot: (url) => url.replace(/\/v[12](\/(embed|rerank))?$/, ''),
    readError,
  });
