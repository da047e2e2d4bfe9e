import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { collect, groundedRequest, questions } from './language-model.ts';
import type { SuiteName } from './suite-name.ts';
import type { ToolUseHarness } from './tool-use.ts';

/** Tests of a vendor that bills the tokens of a cached prompt apart. */
export function describeCachedUsage(
  name: SuiteName,
  makeHarness: () => Promise<ToolUseHarness>,
): void {
  describe(`usage with cache: ${name}`, () => {
    let harness: ToolUseHarness;
    beforeEach(async () => {
      harness = await makeHarness();
    });
    afterEach(() => harness.close());

    test.each([0, 1024])('tells that %i tokens came from the cache', async (cached_tokens) => {
      const usage = { prompt_tokens: 1234, completion_tokens: 56, cached_tokens };
      harness.answerWith({ text: ['Yes.'], usage });
      const events = await collect(harness.model, groundedRequest(questions.hours));
      expect(events).toContainEqual({ type: 'usage', usage: expect.objectContaining(usage) });
    });
  });
}
