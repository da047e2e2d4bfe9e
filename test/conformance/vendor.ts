import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, expect, jest, test } from '@jest/globals';
import { stdSerializers } from 'pino';
import { AppError } from '../../server/errors/app-error.ts';
import type { ErrorCode } from '../../server/contract/errors.ts';
import type { ProviderId } from '../../server/contract/providers.ts';
import { VendorError } from '../../server/providers/shared/vendor-error.ts';
import type { VendorTimeouts } from '../../server/providers/shared/vendor-retry.ts';
import type { RecordedRequest } from '../fakes/vendor-server.ts';
import { until } from '../fakes/wait.ts';

/** The provider, and what is special in this suite: `npm run providers-table` reads them from the names. */
export type SuiteName = ProviderId | `${ProviderId}, ${string}`;

const limits = (milliseconds: number): VendorTimeouts => ({
  connectMs: milliseconds,
  answerMs: milliseconds,
  ownMs: milliseconds,
  reasoningMs: milliseconds,
  batchMs: milliseconds,
  idleMs: milliseconds,
  retryDelayMs: 1,
});

/** For tests that wait for none of them: a busy machine may stand still for seconds. */
export const patient = limits(10_000);

/** For tests whose subject is a vendor that says nothing, `inNoTime`. Connecting is never slow on purpose. */
const impatient: VendorTimeouts = { ...limits(1000), connectMs: 600_000 };

const realTimers = [
  ...(['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask'] as const),
  ...(['setImmediate', 'clearImmediate', 'setInterval', 'clearInterval'] as const),
];

/**
 * Lets the time limits of a call pass at once, while the network takes its own time.
 *
 * @param hasBegun Whether the vendor has come to the point from which it says nothing.
 */
export async function inNoTime<T>(call: () => Promise<T>, hasBegun: () => boolean): Promise<T> {
  jest.useFakeTimers({ doNotFake: realTimers });
  let isSettled = false;
  try {
    const settled = call().finally(() => (isSettled = true));
    settled.catch(() => undefined);
    await until('the call is under way', () => hasBegun() || isSettled);
    while (!isSettled) {
      for (let turns = 0; turns < 5; turns++) await turn();
      jest.advanceTimersByTime(100);
    }
    return await settled;
  } finally {
    jest.useRealTimers();
  }
}

/** Faults of any vendor; each fake shows them in its vendor's way. */
export type VendorFault = keyof typeof faults;

/** In the middle of a streamed answer. */
export type StreamFault = 'stall' | 'cut' | 'error-frame';

export interface Expected {
  code: ErrorCode;
  retryable: boolean;
}

const refused = { code: 'provider_error', retryable: false, requests: 1 } as const;
const broken = { code: 'provider_error', retryable: true, requests: 1 } as const;
const late = { code: 'provider_timeout', retryable: true, requests: 1 } as const;

/** With how often the vendor is asked while the fault lasts. `rate-limited` asks for 20 s, which is not waited for. */
const faults = {
  unauthorised: refused,
  'unknown-model': refused,
  'bad-request': refused,
  'out-of-credit': refused,
  'rate-limited': { ...broken, code: 'overloaded' },
  'server-error': { ...broken, requests: 3 },
  overloaded: { ...broken, requests: 3 },
  reset: { ...broken, requests: 3 },
  hang: late,
  'hang-after-headers': late,
  html: broken,
  garbage: broken,
} as const satisfies Record<string, Expected & { requests: number }>;

/** A vendor's fake, which is started anew for each test. */
export interface FakeVendor<Behaviour, Fault extends string = VendorFault> {
  start: (options: { delayMs?: number }) => Promise<{
    /** The base URL of the settings. */
    url: string;
    /** The next requests meet these, one each; then the vendor answers again. */
    script: (...behaviours: Behaviour[]) => void;
    requests: readonly RecordedRequest[];
    /** Calls that the vendor is still answering. */
    openRequests: () => number;
    close: () => Promise<void>;
  }>;
  /** The key, which no error may contain. */
  apiKey: string;
  /** It may be asked without a key. */
  isKeyless?: boolean;
  faults: Readonly<Record<Fault, Behaviour>>;
}

/** How a client reaches a fake. */
export interface Reached {
  apiKey: string;
  baseUrl: string;
  timeouts: VendorTimeouts;
}

/** Starts a fake for the tests of a `describe`, and clients of it. */
export function vendorHarness<Behaviour, Fault extends string, Client>(
  fake: FakeVendor<Behaviour, Fault>,
  make: (at: Reached) => Client,
) {
  let close: (() => Promise<void>) | undefined;
  afterEach(() => close?.());
  return async (timeouts = patient, delayMs = 0) => {
    const server = await fake.start({ delayMs });
    ({ close } = server);
    const at = { apiKey: fake.apiKey, baseUrl: server.url, timeouts };
    return {
      server,
      client: make(at),
      withoutKey: fake.isKeyless ? null : make({ ...at, apiKey: '' }),
      fail: (...wanted: Fault[]) => server.script(...wanted.map((fault) => fake.faults[fault])),
      apiKey: fake.apiKey,
    };
  };
}

type Served = Pick<Awaited<ReturnType<FakeVendor<never>['start']>>, 'requests' | 'openRequests'>;

interface Harness<Client> {
  server: Served;
  client: Client;
  withoutKey: Client | null;
  fail: (...wanted: VendorFault[]) => void;
  apiKey: string;
}

/** The vendor is told at once; the network takes its moment. */
export const released = ({ openRequests }: Pick<Served, 'openRequests'>) =>
  until('the vendor sees that the call has ended', () => openRequests() === 0);

export const caught = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

/** Tests of a client that calls a vendor. */
export function testFaults<Client>(
  start: (timeouts?: VendorTimeouts) => Promise<Harness<Client>>,
  ask: (client: Client, signal: AbortSignal) => Promise<unknown>,
  { only = Object.keys(faults) as VendorFault[], sentences = {} } = {},
): void {
  const { signal } = new AbortController();

  test.each(only)('meets: %s', async (fault) => {
    const expected = faults[fault];
    const isLate = expected.code === 'provider_timeout';
    const { server, client, fail, apiKey } = await start(isLate ? impatient : patient);
    fail(...Array.from({ length: 3 }, () => fault));
    const call = () => caught(ask(client, signal));
    const error = await (isLate ? inNoTime(call, () => server.requests.length > 0) : call());
    expectAppError(error, expected, apiKey, sentences);
    expect(server.requests).toHaveLength(expected.requests);
    await released(server);
  });

  test('gets over: reset', async () => {
    const { server, client, fail } = await start();
    fail('reset', 'reset');
    await expect(ask(client, signal)).resolves.toBeDefined();
    expect(server.requests).toHaveLength(3);
  });

  test('does not call anybody without a key', async () => {
    const { server, withoutKey } = await start();
    if (!withoutKey) return;
    await expect(ask(withoutKey, signal)).rejects.toMatchObject({ code: 'not_configured' });
    expect(server.requests).toHaveLength(0);
  });

  test('frees the connection when it is aborted', async () => {
    const { server, client, fail } = await start();
    fail('hang');
    const controller = new AbortController();
    const reason = new Error('the visitor has left');
    const answer = ask(client, controller.signal);
    answer.catch(() => undefined);
    await until('the vendor is asked', () => server.requests.length > 0);
    controller.abort(reason);
    await expect(answer).rejects.toBe(reason);
    await released(server);
  });
}

type Sentences = Partial<Record<ErrorCode, string>>;

/** The visitor's sentence tells nothing of the vendor; the cause tells the owner, and no secret. */
export function expectAppError(
  error: unknown,
  expected: Expected,
  apiKey: string,
  sentences: Sentences = {},
): void {
  expect(error).toBeInstanceOf(AppError);
  const { code, retryable, message, cause } = error as AppError;
  expect({ code, retryable }).toEqual({ code: expected.code, retryable: expected.retryable });
  expect(message).toBe(sentences[expected.code] ?? new AppError(expected.code).message);
  expect(cause).toBeInstanceOf(VendorError);
  const logged = JSON.stringify(stdSerializers.err(error as Error));
  expect(logged).not.toContain(apiKey);
  expect(logged).not.toMatch(/authorization/i);
}
