import { describe } from '@jest/globals';
import { workersAi } from '../../../server/providers/workers-ai/workers-ai.ts';
import { describeCachedUsage } from '../../conformance/cached-usage.ts';
import { describeLanguageModel } from '../../conformance/language-model.ts';
import { patient } from '../../conformance/patience.ts';
import { describeReasoning } from '../../conformance/reasoning.ts';
import { describeToolUse } from '../../conformance/tool-use.ts';
import { describeVendorLanguageModel } from '../../conformance/vendor.ts';
import {
  fakeAccount,
  fakeToken,
  startWorkersAiServer,
  workersAiFaults,
} from '../../fakes/workers-ai-server.ts';

const llama = '@cf/meta/llama-3.3-70b-instruct-fp8-fast';
const glm = '@cf/zai-org/glm-4.7-flash';

describe.each([
  { name: 'workers_ai', model: llama, form: 'own' },
  { name: 'workers_ai, like chat completions', model: glm, form: 'completions' },
] as const)('$name', ({ name, model, form }) => {
  describeLanguageModel(name, async () => {
    const server = await startWorkersAiServer({ form, delayMs: 2 });
    return {
      model: workersAi({ apiKey: fakeToken, accountId: fakeAccount, baseUrl: server.url, model }),
      openCalls: server.openRequests,
      close: server.close,
    };
  });

  describeVendorLanguageModel(name, async (timeouts) => {
    const server = await startWorkersAiServer({ form });
    const connection = { accountId: fakeAccount, baseUrl: server.url, model, timeouts };
    return {
      model: workersAi({ ...connection, apiKey: fakeToken }),
      withoutKey: workersAi({ ...connection, apiKey: '' }),
      fail: (...faults) => server.script(...faults.map((fault) => workersAiFaults[fault])),
      requests: () => server.requests.length,
      openCalls: server.openRequests,
      apiKey: fakeToken,
      close: server.close,
    };
  });
});

describe.each([
  { model: '@cf/qwen/qwen3-30b-a3b-fp8', form: 'own' },
  { model: glm, form: 'completions' },
  { model: llama, form: 'whole' },
  { model: '@cf/openai/gpt-oss-20b', form: 'unstreamed' },
] as const)('$form', ({ model, form }) => {
  describeToolUse(`workers_ai, answers ${form}`, async () => {
    const server = await startWorkersAiServer({ form });
    return {
      model: workersAi({
        apiKey: fakeToken,
        accountId: fakeAccount,
        baseUrl: server.url,
        model,
        timeouts: patient,
      }),
      // A model without streaming uses up an answer to say so.
      answerWith: (...answers) =>
        server.script(
          ...answers.flatMap((answer, index) => {
            const scripted = { kind: 'answer' as const, ...answer };
            return form === 'unstreamed' && index === 0 ? [scripted, scripted] : [scripted];
          }),
        ),
      close: server.close,
    };
  });
});

describeCachedUsage('workers_ai', async () => {
  const server = await startWorkersAiServer({ form: 'completions' });
  const connection = { apiKey: fakeToken, accountId: fakeAccount, baseUrl: server.url };
  return {
    model: workersAi({ ...connection, model: glm, timeouts: patient }),
    answerWith: (...answers) =>
      server.script(...answers.map((answer) => ({ kind: 'answer' as const, ...answer }))),
    close: server.close,
  };
});

const qwen = '@cf/qwen/qwen3-30b-a3b-fp8';
const said = ({ chat_template_kwargs, reasoning_effort }: Record<string, unknown>) =>
  reasoning_effort ?? chat_template_kwargs;
describeReasoning('workers_ai', { said, off: { enable_thinking: false }, on: 'low' }, async () => {
  const server = await startWorkersAiServer({ form: 'own' });
  const connection = { apiKey: fakeToken, accountId: fakeAccount, baseUrl: server.url };
  return {
    model: workersAi({ ...connection, model: qwen, timeouts: patient }),
    bodies: () => server.requests.map(({ body }) => body),
    close: server.close,
  };
});
