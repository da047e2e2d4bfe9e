import { readError } from '../shared/read-error.ts';
import type { VendorConnection } from '../shared/vendor-access.ts';
import { vendorApi } from '../shared/vendor-api.ts';

/** Errors are `{"message": "…", "type": "…", "code": …}`, or FastAPI's `detail`: https://docs.mistral.ai/api */
export const mistralApi = (connection: VendorConnection) =>
  vendorApi(connection, {
    provider: 'mistral',
    toRoot: (url) => url.replace(/\/embeddings$/, ''),
    readError,
  });
