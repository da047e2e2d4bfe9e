import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import { groundedAnswer } from './grounded-answer.ts';
import { hashedEmbedding } from './hashed-embedding.ts';
import { answer, type Answer, scripted } from './openai-behaviours.ts';
import { completionRules } from './openai-rules.ts';
import { type CompletionRequest, streamCompletion } from './openai-stream.ts';
import {
  commonFaults,
  type Misbehaviour,
  rawEvents,
  type ScriptedAnswer,
  sendJson,
  startVendorServer,
  type VendorRefusal,
} from './vendor-server.ts';

type Body = Record<string, unknown>;

export const geminiKey = 'fake-gemini-key';

interface FakeModel {
  methods: string[];
  /** Levels that it takes; absent: it has a budget. */
  levels?: string[];
  /** It takes neither: https://ai.google.dev/gemma/docs/core/gemma_on_gemini_api */
  plain?: true;
  dimensions?: number;
}

/** https://ai.google.dev/gemini-api/docs/models, https://ai.google.dev/gemini-api/docs/generate-content/thinking#thinking-levels */
const geminiModels: Record<string, FakeModel> = {
  'gemini-4-argon': { methods: ['generateContent'], levels: ['low', 'medium', 'high'] },
  'gemini-3.8-flash': { methods: ['generateContent'], levels: ['low', 'medium', 'high'] },
  'gemini-3.1-flash-lite': {
    methods: ['generateContent'],
    levels: ['minimal', 'low', 'medium', 'high'],
  },
  'gemini-2.5-flash': { methods: ['generateContent'] },
  'gemma-4-31b-it': { methods: ['generateContent'], plain: true },
  'gemini-3.1-flash-image': { methods: ['generateContent'], levels: ['minimal', 'high'] },
  'gemini-embedding-001': { methods: ['embedContent'], dimensions: 3072 },
  'gemini-embedding-2': { methods: ['embedContent'], dimensions: 3072 },
};

/** https://ai.google.dev/gemini-api/docs/troubleshooting */
const statuses: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
};

/** The compatible server sends an error in a list. */
export const refuse = (status: number, message: string, ...details: object[]): VendorRefusal => ({
  status,
  body: [
    {
      error: {
        code: status,
        message,
        status: statuses[status],
        ...(details.length > 0 && { details }),
      },
    },
  ],
});
const error = (...refusal: Parameters<typeof refuse>): Misbehaviour => ({
  kind: 'error',
  ...refuse(...refusal),
});

/** https://github.com/googleapis/googleapis/blob/master/google/rpc/error_details.proto */
const keyRefusal = refuse(400, 'API key not valid. Please pass a valid API key.', {
  '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
  reason: 'API_KEY_INVALID',
  domain: 'googleapis.com',
});

/** https://ai.google.dev/gemini-api/docs/troubleshooting */
export const geminiFaults = {
  ...commonFaults,
  stall: answer({ text: ['This answer '], then: 'stall' }),
  cut: answer({ text: ['This answer '], then: 'cut' }),
  'error-frame': rawEvents(
    { choices: [{ index: 0, delta: { role: 'assistant', content: 'This answer ' } }] },
    refuse(500, 'An internal error has occurred.').body as object,
  ),
  garbage: { kind: 'raw', contentType: 'text/event-stream', body: 'data: {"choices": [}\n\n' },
  unauthorised: { kind: 'error', ...keyRefusal },
  'unknown-model': error(404, 'models/none is not found for API version v1main.'),
  'bad-request': error(400, 'Request contains an invalid argument.'),
  'out-of-credit': error(429, 'Your prepayment credits are depleted.'),
  'rate-limited': error(429, 'You exceeded your current quota.', {
    '@type': 'type.googleapis.com/google.rpc.RetryInfo',
    retryDelay: '19.4s',
  }),
  'server-error': error(500, 'An internal error has occurred.'),
  overloaded: error(503, 'The model is overloaded. Please try again later.'),
} satisfies Record<string, Misbehaviour | Answer>;

/** Calls come whole and without an index, the first with a signature: https://github.com/googleapis/python-genai/issues/2868 */
export const geminiAnswer = ({ toolCalls, ...said }: ScriptedAnswer): Answer => {
  const extra = { google: { thought_signature: 'c2lnbmVk' } };
  const calls = toolCalls?.map((call, n) => ({ ...call, ...(n === 0 && { extra }) }));
  return scripted(said, {
    ...(calls && { toolCalls: calls }),
    reasoningField: 'thought',
    callStyle: { index: 'none', pieces: 'whole' },
    finish: 'stop',
  });
};

interface Message {
  role: string;
  name?: unknown;
  tool_calls?: { extra_content?: { google?: { thought_signature?: string } } }[];
}

/** https://github.com/zed-industries/zed/issues/44875, https://github.com/iBUHub/AIStudioToAPI/issues/154 */
function toolsRefusal({ tools = [] }: { tools?: { function: { parameters?: unknown } }[] }) {
  for (const [index, { function: called }] of tools.entries()) {
    const parameters = JSON.stringify(called.parameters);
    const unknown = /"(const|\$ref)":|"(type)":\[/.exec(parameters)?.slice(1).find(Boolean);
    const where = `tools[0].function_declarations[${index}].parameters`;
    if (unknown) {
      const words = `Invalid JSON payload received. Unknown name "${unknown}" at '${where}': Cannot find field.`;
      return refuse(400, words);
    }
    const { properties = {}, required = [] } = called.parameters as {
      properties?: object;
      required?: string[];
    };
    if (required.some((name) => !(name in properties))) {
      return refuse(400, `* GenerateContentRequest.${where}.required[0]: property is not defined`);
    }
  }
  return undefined;
}

/** https://github.com/earendil-works/pi/issues/9455, https://github.com/RooCodeInc/Roo-Code/issues/10700 */
function thinkingRefusal(body: Body, { levels, plain }: FakeModel) {
  const { extra_body: extra, reasoning_effort: effort } = body as {
    extra_body?: { google?: { thinking_config?: Body } };
    reasoning_effort?: unknown;
  };
  const config = extra?.google?.thinking_config;
  if (!config) return undefined;
  if (effort !== undefined) {
    const words =
      'Expected one of either `reasoning_effort` or custom `thinking_config`; found both.';
    return refuse(400, words);
  }
  if (plain) return refuse(400, 'Thinking is not enabled for this model.');
  const { thinking_level: level, thinking_budget: budget } = config;
  if (level === undefined) return undefined;
  if (!levels) return refuse(400, 'Thinking level is not supported for this model.');
  if (budget !== undefined) {
    return refuse(400, 'You can only set only one of thinking budget and thinking level.');
  }
  if (levels.includes(level as string)) return undefined;
  const words = `Thinking level ${(level as string).toUpperCase()} is not supported for this model. Please retry with other thinking level.`;
  return refuse(400, words);
}

/** https://ai.google.dev/gemini-api/docs/thought-signatures: the first call of each step in the turn. */
function turnsRefusal(messages: readonly Message[], { levels }: FakeModel) {
  if (messages.some(({ role, name }) => role === 'tool' && !name)) {
    return refuse(400, '* GenerateContentRequest.contents[1]: Name cannot be empty.');
  }
  const turn = messages.slice(messages.findLastIndex(({ role }) => role === 'user'));
  for (const { tool_calls: [first] = [] } of levels ? turn : []) {
    const signature = first?.extra_content?.google?.thought_signature;
    if (first && signature === undefined) {
      const words =
        'Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly.';
      return refuse(400, words);
    }
    if (first && signature !== 'c2lnbmVk' && signature !== 'skip_thought_signature_validator') {
      return refuse(400, 'Corrupted thought signature.');
    }
  }
  return undefined;
}

const writers = Object.keys(geminiModels).flatMap((name) => [name, `models/${name}`]);
const openAiRules = completionRules(writers, {
  fields: ['extra_body'],
  callFields: ['extra_content'],
  reasoning: () => undefined,
});

function completionRefusal(body: Body, model: FakeModel): VendorRefusal | undefined {
  const refused = openAiRules(body);
  if (refused) {
    const { message } = (refused.body as { error: { message: string } }).error;
    return refuse(refused.status, message);
  }
  return (
    toolsRefusal(body) ??
    thinkingRefusal(body, model) ??
    turnsRefusal(body['messages'] as Message[], model)
  );
}

/** https://ai.google.dev/api/embeddings; 100 at once: https://github.com/lancedb/lancedb/pull/3618 */
function embedRefusal(body: Body, name: string): VendorRefusal | undefined {
  const schema = z.looseObject({
    requests: z
      .array(
        z.strictObject({
          model: z.literal(`models/${name}`),
          content: z.unknown().optional(),
          taskType: z.unknown().optional(),
          outputDimensionality: z.number().min(1).max(3072).optional(),
        }),
      )
      .max(100),
  });
  const issue = schema.safeParse(body).error?.issues[0];
  return issue && refuse(400, `* BatchEmbedContentsRequest: ${issue.message}`);
}

const nameOf = (model: unknown) => String(model).replace(/^models\//, '');

/**
 * A server that speaks the documented OpenAI compatibility of the Gemini API, its list of models and its embeddings,
 * and refuses what it refuses. It answers from the numbered sources in the prompt unless a behaviour was scripted.
 */
export async function startGeminiServer(options: { delayMs?: number } = {}) {
  const server = await startVendorServer<Answer>({
    authorise: ({ headers }) =>
      (headers['x-goog-api-key'] ?? headers.authorization?.replace(/^Bearer /, '')) === geminiKey
        ? undefined
        : keyRefusal,
    unknownRoute: () => refuse(404, 'Requested entity was not found.'),
    unparsable: refuse(400, 'Invalid JSON payload received.'),
    routes: {
      'GET /v1beta/models': (_body, reply, _refuse, request) =>
        reply((response) => listModels(response, request.url ?? '')),
      'POST /v1beta/models/*': (body, reply, refusing, request) => {
        const [name = '', method] = (request.url ?? '').split('/').at(-1)!.split(':');
        if (!geminiModels[name] || method !== 'batchEmbedContents') {
          return refusing(refuse(404, `models/${name} is not found for API version v1beta.`));
        }
        const refusal = embedRefusal(body, name);
        return refusal ? refusing(refusal) : reply((response) => embed(response, body, name));
      },
      'POST /v1beta/openai/chat/completions': (body, reply, refusing) => {
        const model = geminiModels[nameOf(body['model'])];
        if (!model)
          return refusing(refuse(404, 'models/none is not found for API version v1main.'));
        const refusal = completionRefusal(body, model);
        if (refusal) return refusing(refusal);
        const usual = answer({ delayMs: options.delayMs ?? 0 });
        return reply((response, said = usual) => complete(response, body, said));
      },
    },
  });
  return { ...server, url: server.origin };
}

/** Shows thoughts only if asked to, and calls only tools that it may call. */
function complete(response: ServerResponse, body: Body, { toolCalls, ...said }: Answer) {
  const request = body as unknown as CompletionRequest & {
    extra_body?: { google: { thinking_config: { include_thoughts?: boolean } } };
  };
  const isShown = request.extra_body?.google.thinking_config.include_thoughts === true;
  const mayCall = request.tools !== undefined && request.tool_choice !== 'none';
  const shown = {
    ...said,
    ...(mayCall && toolCalls && { toolCalls }),
    reasoning: isShown ? (said.reasoning ?? []) : [],
  };
  return streamCompletion(response, request, shown, groundedAnswer(request.messages));
}

/** https://ai.google.dev/api/models: three on a page. */
function listModels(response: ServerResponse, url: string) {
  const from = Number(new URL(url, 'http://fake').searchParams.get('pageToken') ?? 0);
  const all = Object.entries(geminiModels).map(([name, { methods }]) => ({
    name: `models/${name}`,
    displayName: name.replaceAll('-', ' '),
    supportedGenerationMethods: methods,
  }));
  const nextPageToken = from + 3 < all.length ? String(from + 3) : undefined;
  sendJson(response, 200, { models: all.slice(from, from + 3), nextPageToken });
}

/** Vectors with fewer dimensions are not of length 1. */
function embed(response: ServerResponse, body: Body, name: string) {
  const requests = body['requests'] as {
    content: { parts: { text: string }[] };
    outputDimensionality?: number;
  }[];
  const embeddings = requests.map(({ content, outputDimensionality }) => {
    const length = outputDimensionality ?? geminiModels[name]!.dimensions!;
    const text = content.parts.map((part) => part.text).join(' ');
    return { values: [...hashedEmbedding(text, length)].map((value) => value / 2) };
  });
  sendJson(response, 200, { embeddings });
}
