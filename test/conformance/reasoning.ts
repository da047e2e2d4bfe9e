import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { LanguageModel } from '../../server/providers/language-model.ts';
import { collect, groundedRequest, questions } from './language-model.ts';
import type { SuiteName } from './suite-name.ts';

export interface ReasoningHarness {
  model: LanguageModel;
  /** Bodies of the requests so far. */
  bodies: () => readonly Record<string, unknown>[];
  close: () => Promise<void>;
}

interface Reasoning {
  /** Returns what a request says of reasoning. */
  said: (body: Record<string, unknown>) => unknown;
  /** The least that the model takes, for an answer whose reasoning nobody is shown. */
  off: unknown;
  /** For a low effort. */
  on: unknown;
}

/** Tests of a language model that reasons. */
export function describeReasoning(
  name: SuiteName,
  { said, off, on }: Reasoning,
  makeHarness: () => Promise<ReasoningHarness>,
): void {
  describe(`reasoning on and off: ${name}`, () => {
    let harness: ReasoningHarness;
    beforeEach(async () => {
      harness = await makeHarness();
    });
    afterEach(() => harness.close());

    test.each([
      ['asks for the least when nobody is shown it', null, off],
      ['asks for it when it is shown', 'low', on],
    ] as const)('%s', async (_name, reasoningEffort, expected) => {
      await collect(harness.model, { ...groundedRequest(questions.hours), reasoningEffort });
      expect(harness.bodies().map(said)).toEqual([expected]);
    });
  });
}
