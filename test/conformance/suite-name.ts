import type { ProviderId } from '../../server/contract/providers.ts';

/** The provider, and what is special in this suite: `npm run providers-table` reads them from the names. */
export type SuiteName = ProviderId | `${ProviderId}, ${string}`;
