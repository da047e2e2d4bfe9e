import { describe } from '@jest/globals';
import { gemini, geminiEmbedder } from '../../../server/providers/gemini/gemini.ts';
import { describeCachedUsage } from '../../conformance/cached-usage.ts';
import { describeEmbedder } from '../../conformance/embedder.ts';
import { describeLanguageModel } from '../../conformance/language-model.ts';
import { patient } from '../../conformance/patience.ts';
import { describeReasoning } from '../../conformance/reasoning.ts';
import { describeToolUse } from '../../conformance/tool-use.ts';
import { describeVendorEmbedder, describeVendorLanguageModel } from '../../conformance/vendor.ts';
import { geminiFaults, geminiKey, startGeminiServer } from '../../fakes/gemini-server.ts';

const model = 'gemini-3.8-flash';

describeLanguageModel('gemini', async () => {
  const server = await startGeminiServer({ delayMs: 2 });
  return {
    model: gemini({ apiKey: geminiKey, baseUrl: server.url, model }),
    openCalls: server.openRequests,
    close: server.close,
  };
});

describeVendorLanguageModel('gemini', async (timeouts) => {
  const server = await startGeminiServer();
  const connection = { baseUrl: server.url, model, timeouts };
  return {
    model: gemini({ ...connection, apiKey: geminiKey }),
    withoutKey: gemini({ ...connection, apiKey: '' }),
    fail: (...faults) => server.script(...faults.map((fault) => geminiFaults[fault])),
    requests: () => server.requests.length,
    openCalls: server.openRequests,
    apiKey: geminiKey,
    close: server.close,
  };
});

describe.each(['gemini-3.8-flash', 'gemini-3.1-flash-lite', 'gemini-2.5-flash'])('%s', (name) => {
  describeToolUse('gemini', async () => {
    const server = await startGeminiServer();
    return {
      model: gemini({ apiKey: geminiKey, baseUrl: server.url, model: name, timeouts: patient }),
      answerWith: (...answers) =>
        server.script(...answers.map((answer) => ({ kind: 'answer' as const, ...answer }))),
      close: server.close,
    };
  });
});

describe.each([
  { name: 'gemini-embedding-001', dimensions: 768 },
  { name: 'gemini-embedding-2', dimensions: 0 },
])('$name', ({ name, dimensions }) => {
  describeEmbedder('gemini', async () => {
    const server = await startGeminiServer();
    const at = { apiKey: geminiKey, baseUrl: server.url, model: name, dimensions };
    return { embedder: geminiEmbedder(at), close: server.close };
  });
});

describeVendorEmbedder('gemini', async (timeouts) => {
  const server = await startGeminiServer();
  const at = { baseUrl: server.url, model: 'gemini-embedding-2', dimensions: 0, timeouts };
  return {
    embedder: geminiEmbedder({ ...at, apiKey: geminiKey }),
    withoutKey: geminiEmbedder({ ...at, apiKey: '' }),
    fail: (...faults) => server.script(...faults.map((fault) => geminiFaults[fault])),
    requests: () => server.requests.length,
    openCalls: server.openRequests,
    apiKey: geminiKey,
    close: server.close,
  };
});

describeCachedUsage('gemini', async () => {
  const server = await startGeminiServer();
  return {
    model: gemini({ apiKey: geminiKey, baseUrl: server.url, model }),
    answerWith: (...answers) =>
      server.script(...answers.map((answer) => ({ kind: 'answer' as const, ...answer }))),
    close: server.close,
  };
});

/** Thinking as a model is told, without and with it. */
for (const [name, off, on] of [
  ['gemini-2.5-flash', 0, 1024],
  ['gemini-3.1-flash-lite', 'minimal', 'low'],
  ['gemini-3.8-flash', 'low', 'low'],
] as const) {
  const said = ({ generationConfig }: Record<string, unknown>) => {
    const { thinkingConfig } = generationConfig as {
      thinkingConfig?: { thinkingLevel?: string; thinkingBudget?: number };
    };
    return thinkingConfig?.thinkingLevel ?? thinkingConfig?.thinkingBudget;
  };
  describeReasoning(`gemini, ${name}`, { said, off, on }, async () => {
    const server = await startGeminiServer();
    return {
      model: gemini({ apiKey: geminiKey, baseUrl: server.url, model: name, timeouts: patient }),
      bodies: () => server.requests.map(({ body }) => body),
      close: server.close,
    };
  });
}
