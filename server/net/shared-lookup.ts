import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { LRUCache } from 'lru-cache';

/** Milliseconds: shorter than the time to live of most records, longer than a crowd's questions are apart. */
const fresh = 30_000;
const maxNames = 500;

export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

/**
 * Returns a resolver that asks once for a name that several calls need, and remembers the addresses for a moment. The
 * system looks up two names at a time (libuv's threads): with a slow name server each further question would wait for
 * those before it. A failure is not remembered. Whoever connects still judges each address.
 */
export function sharedLookup(
  resolve: Resolve = (hostname) => lookup(hostname, { all: true }),
): Resolve {
  const known = new LRUCache<string, Promise<LookupAddress[]>>({
    max: maxNames,
    perf: { now: () => performance.now() },
  });
  return (hostname) => {
    const before = known.get(hostname);
    if (before) return before;
    const asking = resolve(hostname);
    // While it is asked there is no end; then it counts from the answer.
    known.set(hostname, asking);
    asking.then(
      () => known.get(hostname) === asking && known.set(hostname, asking, { ttl: fresh }),
      () => known.get(hostname) === asking && known.delete(hostname),
    );
    return asking;
  };
}
