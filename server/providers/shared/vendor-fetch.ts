import type { LookupAddress } from 'node:dns';
import { AppError } from '../../errors/app-error.ts';
import type { AddressGuard } from '../../net/address-guard.ts';
import { boundedFetch } from '../../net/bounded-fetch.ts';
import { unlessAborted } from '../../net/unless-aborted.ts';
import { VendorError } from './vendor-error.ts';
import { vendorTimeouts } from './vendor-retry.ts';

/** Returns the permitted addresses of a URL's host. @throws AppError `blocked_address`; the resolver's error */
export type AddressesOf = (url: URL) => Promise<LookupAddress[]>;

/**
 * Maximum size of a response. 100 vectors of 4,096 numbers are 9 MB. OpenAI sends about 400 bytes for each
 * streamed token, and a model may write 128,000 tokens.
 */
const maxBytes = 64 * 2 ** 20;

/**
 * Returns the `fetch` of adapters; redirects are responses.
 *
 * @param addressesOf Absent: any address of the host, for hosts that the settings cannot name.
 */
export const vendorFetch = (connectMs: number, addressesOf?: AddressesOf): typeof fetch =>
  boundedFetch({ connectMs, maxBytes, ...(addressesOf && { addressesOf }) });

/** Says the same whether or not a server listens there, so that nobody can probe ports. */
function blocked(url: URL, cause: AppError): AppError {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  const words = `${cause.message} To allow it, start the sidecar with ITIH_FETCH_ALLOW=${url.hostname}:${port}.`;
  return new AppError('blocked_address', {
    cause: new VendorError(words, { failure: 'setup' }),
  });
}

/** Checks hosts that the settings name with a guard. The error tells the owner how to allow an address. */
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
