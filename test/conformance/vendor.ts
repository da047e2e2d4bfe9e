import { afterEach, describe, expect, test } from '@jest/globals';
import { stdSerializers } from 'pino';
import { AppError } from '../../server/errors/app-error.ts';
import type { ErrorCode } from '../../server/contract/errors.ts';
import type { Embedder } from '../../server/providers/embedder.ts';
import type { LanguageModel } from '../../server/providers/language-model.ts';
import { VendorError } from '../../server/providers/shared/vendor-error.ts';
import type { VendorTimeouts } from '../../server/providers/shared/vendor-retry.ts';
import { collect, groundedRequest, questions, released, textOf } from './language-model.ts';
import { impatient, impatientLater, patient } from './patience.ts';
import type { SuiteName } from './suite-name.ts';

/** Faults of any vendor; each fake shows them in its vendor's way. */
type VendorFault =
  | 'unauthorised'
  | 'unknown-model'
  | 'bad-request'
  | 'out-of-credit'
  | 'rate-limited'
  | 'server-error'
  | 'overloaded'
  | 'reset'
  | 'hang'
  | 'hang-after-headers'
  | 'html'
  | 'garbage';

/** In the middle of a streamed answer. */
type StreamFault = 'stall' | 'cut' | 'cut-mid-frame' | 'error-frame' | 'invalid-json';

interface VendorHarness<Fault> {
  /** The next requests meet these, one each; then the vendor answers again. */
  fail: (...faults: Fault[]) => void;
  /** Requests so far. */
  requests: () => number;
  /** Calls that the vendor is still answering. */
  openCalls: () => number;
  /** The key, which no error may contain. */
  apiKey: string;
  close: () => Promise<void>;
}

export type VendorLanguageModelHarness = VendorHarness<VendorFault | StreamFault | 'huge'> & {
  model: LanguageModel;
  withoutKey: LanguageModel | null;
};

export type VendorEmbedderHarness = VendorHarness<VendorFault> & {
  embedder: Embedder;
  withoutKey: Embedder | null;
};

/** Makes a vendor and a client with these time limits. */
type MakeHarness<Harness> = (timeouts: VendorTimeouts) => Promise<Harness>;

interface Expected {
  code: ErrorCode;
  retryable: boolean;
  /** How often the vendor is asked while the fault lasts. */
  requests: number;
}

/** `rate-limited` asks for 20 s, which is not waited for. */
const faults: Record<VendorFault, Expected> = {
  unauthorised: { code: 'provider_error', retryable: false, requests: 1 },
  'unknown-model': { code: 'provider_error', retryable: false, requests: 1 },
  'bad-request': { code: 'provider_error', retryable: false, requests: 1 },
  'out-of-credit': { code: 'provider_error', retryable: false, requests: 1 },
  'rate-limited': { code: 'overloaded', retryable: true, requests: 1 },
  'server-error': { code: 'provider_error', retryable: true, requests: 3 },
  overloaded: { code: 'provider_error', retryable: true, requests: 3 },
  reset: { code: 'provider_error', retryable: true, requests: 3 },
  hang: { code: 'provider_timeout', retryable: true, requests: 1 },
  'hang-after-headers': { code: 'provider_timeout', retryable: true, requests: 1 },
  html: { code: 'provider_error', retryable: true, requests: 1 },
  garbage: { code: 'provider_error', retryable: true, requests: 1 },
};

const streamFaults: Record<StreamFault, Omit<Expected, 'requests'>> = {
  stall: { code: 'provider_timeout', retryable: true },
  cut: { code: 'provider_error', retryable: true },
  'cut-mid-frame': { code: 'provider_error', retryable: true },
  'error-frame': { code: 'provider_error', retryable: true },
  'invalid-json': { code: 'provider_error', retryable: true },
};

/** Tests of a language model that calls a vendor, in addition to `describeLanguageModel`. */
export function describeVendorLanguageModel(
  name: SuiteName,
  makeHarness: MakeHarness<VendorLanguageModelHarness>,
): void {
  describe(`language model of a vendor: ${name}`, () => {
    const ask = ({ model }: VendorLanguageModelHarness) =>
      collect(model, groundedRequest(questions.hours));
    const start = describeFaults(makeHarness, ask);

    test.each(Object.entries(streamFaults))('tells of: %s', async (fault, expected) => {
      const harness = await start(fault === 'stall' ? impatientLater : patient);
      harness.fail(fault as StreamFault);
      const { events, error } = await listen(harness.model);
      expectAppError(error, expected, harness.apiKey);
      expect(textOf(events)).not.toBe('');
      expect(events.some(({ type }) => type === 'finish')).toBe(false);
      expect(harness.requests()).toBe(1);
      await released(harness);
    });

    test('ends an answer without end as one that has reached its length', async () => {
      const harness = await start();
      harness.fail('huge');
      const { events, error } = await listen(harness.model);
      expect(error).toBeUndefined();
      expect(textOf(events)).toHaveLength(65_536);
      expect(events.at(-1)).toEqual({ type: 'finish', reason: 'length' });
      expect(harness.requests()).toBe(1);
      await released(harness);
    });

    test('frees the connection when it is aborted before the first token', async () => {
      const harness = await start();
      harness.fail('hang');
      const controller = new AbortController();
      const reason = new Error('the visitor has left');
      const answer = collect(harness.model, groundedRequest(questions.hours), controller.signal);
      setTimeout(() => controller.abort(reason), 30);
      await expect(answer).rejects.toBe(reason);
      await released(harness);
    });
  });
}

/** Tests of an embedder that calls a vendor, in addition to `describeEmbedder`. */
export function describeVendorEmbedder(
  name: SuiteName,
  makeHarness: MakeHarness<VendorEmbedderHarness>,
): void {
  describe(`embedder of a vendor: ${name}`, () => {
    const ask = ({ embedder }: VendorEmbedderHarness, signal = new AbortController().signal) =>
      embedder.embed(['a text'], { purpose: 'query', signal });
    const start = describeFaults(makeHarness, ask);

    test('frees the connection when it is aborted', async () => {
      const harness = await start();
      harness.fail('hang');
      const controller = new AbortController();
      const reason = new Error('no longer needed');
      const answer = ask(harness, controller.signal);
      setTimeout(() => controller.abort(reason), 30);
      await expect(answer).rejects.toBe(reason);
      await released(harness);
    });
  });
}

function describeFaults<
  Harness extends VendorHarness<VendorFault> & { withoutKey: LanguageModel | Embedder | null },
>(makeHarness: MakeHarness<Harness>, ask: (harness: Harness) => Promise<unknown>) {
  let close: (() => Promise<void>) | undefined;
  const start = async (timeouts = patient): Promise<Harness> => {
    const harness = await makeHarness(timeouts);
    close = harness.close;
    return harness;
  };
  afterEach(() => close?.());

  test.each(Object.entries(faults))('meets: %s', async (fault, expected) => {
    const harness = await start(expected.code === 'provider_timeout' ? impatient : patient);
    harness.fail(...Array.from({ length: 3 }, () => fault as VendorFault));
    const error = await ask(harness).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    const isEmbedder = 'embedder' in harness;
    expectAppError(error, expected, harness.apiKey, isEmbedder ? ofEmbedder : {});
    expect(harness.requests()).toBe(expected.requests);
    await released(harness);
  });

  test.each(['server-error', 'overloaded', 'reset'] as const)('gets over: %s', async (fault) => {
    const harness = await start();
    harness.fail(fault, fault);
    await expect(ask(harness)).resolves.toBeDefined();
    expect(harness.requests()).toBe(3);
  });

  test('does not call anybody without a key', async () => {
    const harness = await start();
    const { withoutKey } = harness;
    if (!withoutKey) return;
    const { signal } = new AbortController();
    const answer =
      'embed' in withoutKey
        ? withoutKey.embed(['a text'], { purpose: 'query', signal })
        : collect(withoutKey, groundedRequest(questions.hours));
    await expect(answer).rejects.toMatchObject({ code: 'not_configured' });
    expect(harness.requests()).toBe(0);
  });

  return start;
}

async function listen(model: LanguageModel) {
  const events: Awaited<ReturnType<typeof collect>> = [];
  const { signal } = new AbortController();
  try {
    for await (const event of model.stream(groundedRequest(questions.hours), { signal })) {
      events.push(event);
    }
  } catch (error) {
    return { events, error };
  }
  return { events, error: undefined };
}

/** An owner who reads them looks at the right model. */
export const ofEmbedder: Partial<Record<ErrorCode, string>> = {
  provider_timeout: 'The embedding model took too long.',
  provider_error: 'The embedding model could not answer.',
};

/** The visitor's sentence tells nothing of the vendor; the cause tells the owner, and no secret. */
export function expectAppError(
  error: unknown,
  expected: { code: ErrorCode; retryable: boolean },
  apiKey: string,
  sentences: Partial<Record<ErrorCode, string>> = {},
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
