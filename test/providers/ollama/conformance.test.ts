import { describe } from '@jest/globals';
import { ollama } from '../../../server/providers/ollama/ollama.ts';
import { describeLanguageModel } from '../../conformance/language-model.ts';
import { patient } from '../../conformance/patience.ts';
import { describeReasoning } from '../../conformance/reasoning.ts';
import { describeToolUse } from '../../conformance/tool-use.ts';
import { describeVendorLanguageModel } from '../../conformance/vendor.ts';
import { ollamaFaults, startOllamaServer } from '../../fakes/ollama-server.ts';

describeLanguageModel('ollama', async () => {
  const server = await startOllamaServer({ delayMs: 2 });
  return {
    model: ollama({ apiKey: '', baseUrl: server.url, model: 'llama3.2:3b' }),
    openCalls: server.openRequests,
    close: server.close,
  };
});

describeVendorLanguageModel('ollama', async (timeouts) => {
  const apiKey = 'fake-key-of-ollama';
  const server = await startOllamaServer({ apiKey });
  return {
    model: ollama({ apiKey, baseUrl: server.url, model: 'llama3.2:3b', timeouts }),
    withoutKey: null,
    fail: (...faults) => server.script(...faults.map((fault) => ollamaFaults[fault])),
    requests: () => server.requests.length,
    openCalls: server.openRequests,
    apiKey,
    close: server.close,
  };
});

describe.each([
  { name: 'ollama', model: 'qwen3:8b', version: 'documented' },
  { name: 'ollama, with levels of thinking', model: 'gpt-oss:20b', version: 'new' },
  { name: 'ollama, of before it knew thinking', model: 'qwen3:8b', version: 'old' },
] as const)('$name', ({ name, model, version }) => {
  describeToolUse(name, async () => {
    const server = await startOllamaServer({ version });
    return {
      model: ollama({ apiKey: '', baseUrl: server.url, model, timeouts: patient }),
      answerWith: (...answers) =>
        server.script(...answers.map((answer) => ({ kind: 'answer' as const, ...answer }))),
      close: server.close,
    };
  });
});

for (const [model, off, on] of [
  ['qwen3:8b', false, true],
  ['gpt-oss:20b', 'low', 'low'],
] as const) {
  describeReasoning(`ollama, ${model}`, { said: ({ think }) => think, off, on }, async () => {
    const server = await startOllamaServer();
    return {
      model: ollama({ apiKey: '', baseUrl: server.url, model, timeouts: patient }),
      bodies: () => server.requests.map(({ body }) => body),
      close: server.close,
    };
  });
}
