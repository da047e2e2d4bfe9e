import { beforeAll } from '@jest/globals';
import { anthropic } from '../../../server/providers/anthropic/anthropic.ts';
import { describeCachedUsage } from '../../conformance/cached-usage.ts';
import { describeLanguageModel } from '../../conformance/language-model.ts';
import { patient } from '../../conformance/patience.ts';
import { describeReasoning } from '../../conformance/reasoning.ts';
import { describeToolUse } from '../../conformance/tool-use.ts';
import { describeVendorLanguageModel } from '../../conformance/vendor.ts';
import { answer, faults } from '../../fakes/anthropic-behaviours.ts';
import { anthropicKey, startAnthropicServer } from '../../fakes/anthropic-server.ts';

// The first call loads the SDK, which no time limit of these tests should have to allow for.
beforeAll(async () => void (await import('@anthropic-ai/sdk')));

describeLanguageModel('anthropic', async () => {
  const server = await startAnthropicServer({ delayMs: 2 });
  return {
    model: anthropic({ apiKey: anthropicKey, baseUrl: server.url, model: 'claude-sonnet-5' }),
    openCalls: server.openRequests,
    close: server.close,
  };
});

describeVendorLanguageModel('anthropic', async (timeouts) => {
  const server = await startAnthropicServer();
  const connection = { baseUrl: server.url, model: 'claude-haiku-4-5-20251001', timeouts };
  // Anthropic says `overloaded` with a status of its own; see anthropic.test.ts.
  const theirs = { ...faults, overloaded: faults['gateway-timeout'] };
  return {
    model: anthropic({ ...connection, apiKey: anthropicKey }),
    withoutKey: anthropic({ ...connection, apiKey: '' }),
    fail: (...wanted) => server.script(...wanted.map((fault) => theirs[fault])),
    requests: () => server.requests.length,
    openCalls: server.openRequests,
    apiKey: anthropicKey,
    close: server.close,
  };
});

for (const model of [
  'claude-opus-5-5',
  'claude-opus-4-8',
  'claude-sonnet-4-6',
  'claude-haiku-4-5-20251001',
]) {
  describeToolUse(`anthropic, ${model}`, async () => {
    const server = await startAnthropicServer();
    return {
      model: anthropic({ apiKey: anthropicKey, baseUrl: server.url, model, timeouts: patient }),
      answerWith: (...answers) => server.script(...answers.map((one) => answer(one))),
      close: server.close,
    };
  });
}

describeCachedUsage('anthropic', async () => {
  const server = await startAnthropicServer();
  return {
    model: anthropic({ apiKey: anthropicKey, baseUrl: server.url, model: 'claude-sonnet-5' }),
    answerWith: (...answers) => server.script(...answers.map((one) => answer(one))),
    close: server.close,
  };
});

/** Reasoning as a model is told, without and with it. */
for (const [model, off, on] of [
  ['claude-haiku-4-5-20251001', undefined, 'enabled'],
  ['claude-sonnet-5', 'disabled', 'adaptive'],
  ['claude-opus-5-5', 'low', 'adaptive'],
] as const) {
  const said = ({ thinking, output_config }: Record<string, unknown>) =>
    (thinking as { type: string } | undefined)?.type ??
    (output_config as { effort: string } | undefined)?.effort;
  describeReasoning(`anthropic, ${model}`, { said, off, on }, async () => {
    const server = await startAnthropicServer();
    return {
      model: anthropic({ apiKey: anthropicKey, baseUrl: server.url, model, timeouts: patient }),
      bodies: () => server.requests.map(({ body }) => body),
      close: server.close,
    };
  });
}
