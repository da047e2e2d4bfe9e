import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';

/** Returns a `lookup` for node:net that always answers with the given addresses. */
export const pinnedLookup =
  (addresses: LookupAddress[]): LookupFunction =>
  (hostname, options, callback) => {
    const [first] = addresses;
    if (!first) callback(Object.assign(new Error(hostname), { code: 'ENOTFOUND' }), '');
    else if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  };
