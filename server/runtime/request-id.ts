import { AsyncLocalStorage } from 'node:async_hooks';
import { context, ROOT_CONTEXT } from '@opentelemetry/api';

/** The same form as in `plugin-shim/includes/contract.php`. */
const form = /^[A-Za-z0-9_-]{8,64}$/;

/** Whether a header names a request in the one form that is accepted: anybody can send any text. */
export const isRequestId = (text: unknown): text is string =>
  typeof text === 'string' && form.test(text);

const current = new AsyncLocalStorage<string>();

/** Returns the id of the request for which this code runs; undefined for background work. */
export const requestId = (): string | undefined => current.getStore();

/** Runs `work`, and all that it starts, for a request. */
export const forRequest = <T>(id: string, work: () => T): T => current.run(id, work);

/** Runs `work` for no request: what a request only wakes up belongs neither to its log lines nor to its trace. */
export const forNoRequest = <T>(work: () => T): T =>
  current.exit(() => context.with(ROOT_CONTEXT, work));
