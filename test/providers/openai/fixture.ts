import { afterEach, beforeAll, beforeEach } from '@jest/globals';
import { chatCompletions } from '../../../server/providers/openai/chat-completions.ts';
import type { OpenAiConnection } from '../../../server/providers/openai/connection.ts';
import { openAiModel } from '../../../server/providers/openai/language-model.ts';
import { responsesModel } from '../../../server/providers/openai/responses.ts';
import type { ModelMessage, ModelRequest } from '../../../server/providers/language-model.ts';
import { groundedRequest, questions } from '../../conformance/language-model.ts';
import { patient } from '../../conformance/vendor.ts';
import {
  fakeApiKey,
  type OpenAiServer,
  type OpenAiServerOptions,
  startOpenAiServer,
} from '../../fakes/openai-server.ts';

export const request: ModelRequest = groundedRequest(questions.hours);

export const tool = (name: string, inputSchema: Record<string, unknown> = { type: 'object' }) => ({
  name,
  description: `The tool ${name}.`,
  inputSchema,
});

export const withTools: ModelRequest = {
  ...request,
  tools: [tool('find_stock'), tool('book')],
  toolChoice: 'auto',
};

/** A turn in which a model has called a tool. */
export const calledBefore: ModelMessage[] = [
  {
    role: 'assistant',
    content: '',
    toolCalls: [{ id: 'call_1', name: 'find_stock', input: {} }],
  },
  { role: 'tool', callId: 'call_1', name: 'find_stock', content: 'Three.', ok: true },
];

/** A fake of OpenAI's wires for each test of a `describe`, a clock, and models. */
export function useOpenAi(usual: OpenAiServerOptions = { models: { local: 0 } }) {
  // The first call loads the SDK, which no time limit of these tests should have to allow for.
  beforeAll(async () => void (await import('openai')));
  let server: OpenAiServer;
  let now = 0;
  const start = async (options: OpenAiServerOptions = {}) => {
    server = await startOpenAiServer({ ...usual, ...options });
  };
  beforeEach(() => start());
  afterEach(() => server.close());

  type Options = Partial<OpenAiConnection> & { path?: string };
  const at = (model: string, { path = '/v1', ...over }: Options) => ({
    provider: 'openai_compatible' as const,
    apiKey: fakeApiKey,
    baseUrl: server.origin + path,
    model,
    timeouts: patient,
    clock: () => now,
    ...over,
  });
  return {
    server: () => server,
    /** Another server in place of the usual one. */
    restart: async (options: OpenAiServerOptions) => {
      await server.close();
      await start(options);
    },
    script: (...behaviours: Parameters<OpenAiServer['script']>) => server.script(...behaviours),
    bodies: () => server.requests.map(({ body }) => body),
    passDay: () => void (now += 25 * 3600 * 1000),
    chat: (model = 'local', over: Options = {}) => chatCompletions(at(model, over)),
    responses: (model: string) => responsesModel(at(model, { provider: 'openai' })),
    /** By the API that the address has. */
    model: (model: string, over: Options) => openAiModel(at(model, over)),
  };
}
