import { AsyncLocalStorage } from 'node:async_hooks';

const listeners = new AsyncLocalStorage<() => void>();

/**
 * Calls `sent` when a request of `work` has a connection, over which it is sent. A vendor's SDK is between the caller
 * and the request, and says nothing of it.
 */
export const whenSent = <T>(sent: () => void, work: () => T): T => listeners.run(sent, work);

/** Returns the listener of the work that is being done. */
export const sentListener = (): (() => void) | undefined => listeners.getStore();
