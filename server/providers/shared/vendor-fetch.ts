import type { LookupAddress } from 'node:dns';
import { AppError } from '../../errors/app-error.ts';
import type { AddressGuard } from '../../net/address-guard.ts';
import { boundedFetch } from '../../net/bounded-fetch.ts';
import { unlessAborted } from '../../net/unless-aborted.ts';
import { VendorError } from './vendor-error.ts';
import { vendorTimeouts } from './vendor-retry.ts';

/** The addresses that a URL may be called at, and no others. @throws AppError `blocked_address`; the resolver's error */
export type AddressesOf = (url: URL) => Promise<LookupAddress[]>;

/**
 * 100 vectors of 4,096 numbers are 9 MB. OpenAI spends some 400 bytes on a streamed token, and a model may
 * write 128,000 of them.
 */
const maxBytes = 64 * 2 ** 20;

/**
 * The `fetch` of adapters; redirects are answers.
 *
 * @param addressesOf Absent: the vendor's own address, or one that the environment gives.
 */
export const vendorFetch = (connectMs: number, addressesOf?: AddressesOf): typeof fetch =>
  boundedFetch({ connectMs, maxBytes, ...(addressesOf && { addressesOf }) });

/** The same sentence whether or not anything listens there. */
function blocked(url: URL, cause: AppError): AppError {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  const words = `${cause.message} To allow it, start the sidecar with ITIH_FETCH_ALLOW=${url.hostname}:${port}.`;
  return new AppError('blocked_address', { cause: new VendorError(words) });
}

/** The addresses that a guard lets pass for what the settings name. An owner reads why one is blocked. */
export function addressesBy(guard: AddressGuard): AddressesOf {
  return async (url) => {
    const inTime = AbortSignal.timeout(vendorTimeouts.connectMs);
    try {
      return (await unlessAborted(guard.addressesOf(url, true), inTime)).addresses;
    } catch (error) {
      if (error instanceof AppError) throw blocked(url, error);
      if (!inTime.aborted) throw error;
      throw Object.assign(new Error('The name was not found in time.'), { code: 'ETIMEDOUT' });
    }
  };
}
