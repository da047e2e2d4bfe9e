import type { IncomingMessage, ServerResponse } from 'node:http';
import { groundedAnswer } from './grounded-answer.ts';
import { hashedEmbedding } from './hashed-embedding.ts';
import { answer, type Answer } from './openai-behaviours.ts';
import { streamCompletion, wholeCompletion, type CompletionRequest } from './openai-stream.ts';
import { commonFaults, sendJson, startVendorServer, type Misbehaviour } from './vendor-server.ts';
import {
  authorisationRefusal,
  completionRefusal,
  embeddingRefusal,
  knownModels,
  noRoute,
  noSuchModel,
  refuse,
  textsToEmbed,
} from './workers-ai-rules.ts';

export const fakeToken = 'fake-token-of-workers-ai';
export const fakeAccount = 'fake-account';

const error = (status: number, code: number, message: string, headers = {}): Misbehaviour => ({
  kind: 'error',
  ...refuse(status, { code, message }),
  headers,
});
const raw = (body: string): Misbehaviour => ({
  kind: 'raw',
  contentType: 'text/event-stream',
  body,
});
const begun = 'data: {"choices":[{"index":0,"delta":{"content":"This answer "}}]}\n\n';

/** https://developers.cloudflare.com/workers-ai/platform/errors/ */
export const workersAiFaults = {
  ...commonFaults,
  stall: answer({ text: ['This answer '], then: 'stall' }),
  cut: answer({ text: ['This answer '], then: 'cut' }),
  'error-frame': raw(
    `${begun}data: {"errors":[{"code":3007,"message":"Request timeout"}],"success":false}\n\n`,
  ),
  html: { ...raw('<!doctype html><p>It works!\n\n'), contentType: 'text/html' } as Misbehaviour,
  garbage: raw('data: {"choices": [}\n\n'),
  unauthorised: error(401, 10000, 'Authentication error'),
  'unknown-model': error(400, 5007, 'AiError: No such model @cf/none/none or task'),
  'bad-request': error(413, 3006, 'Request is too large'),
  'out-of-credit': error(
    429,
    3036,
    'You have used up your daily free allocation of 10,000 neurons. Please upgrade to Cloudflare’s Workers Paid plan if you would like to continue usage.',
  ),
  'rate-limited': error(429, 3040, 'No more data centers to forward the request to', {
    'retry-after': '20',
  }),
  'server-error': error(500, 10013, 'An unknown error has occurred.'),
  overloaded: error(503, 10013, 'The service is temporarily unavailable.'),
} satisfies Record<string, Misbehaviour | Answer>;

interface Options {
  /** Answers as a whole even where a stream is asked for. */
  isWhole?: boolean;
  /** Milliseconds before each piece of the default answer. */
  delayMs?: number;
}

/**
 * A server that speaks Workers AI's documented wire format and refuses what it refuses:
 * `/accounts/{id}/ai/v1/chat/completions`, `/run/{model}` for vectors, and `/models/search`. It answers from the
 * numbered sources in the prompt, unless a behaviour was scripted.
 */
export async function startWorkersAiServer({ isWhole = false, delayMs = 0 }: Options = {}) {
  const root = `/client/v4/accounts/${fakeAccount}/ai`;

  const server = await startVendorServer<Answer>({
    headers: { 'cf-ray': 'fake-ray' },
    authorise: ({ headers }) => authorisationRefusal(headers.authorization, fakeToken),
    unknownRoute: (_method, path) => noRoute(path),
    unparsable: refuse(400, { code: 3003, message: 'Request is missing headers or body: body' }),
    routes: {
      [`GET ${root}/models/search`]: (_body, reply, _refusing, request) =>
        reply((response) => listModels(response, queryOf(request))),
      [`POST ${root}/v1/chat/completions`]: (body, reply, refusing) => {
        const refusal = completionRefusal(body);
        if (refusal) return refusing(refusal);
        const asked = body as unknown as CompletionRequest;
        const usual = answer({ delayMs });
        return reply((response, scripted = usual) => complete(response, asked, scripted, isWhole));
      },
      [`POST ${root}/run/*`]: (body, reply, refusing, request) => {
        const name = decodeURI(pathOf(request).slice(`${root}/run/`.length));
        const { dimensions, ...model } = knownModels[name] ?? {};
        if (dimensions === undefined) return refusing(noSuchModel(name));
        const refusal = embeddingRefusal(body, name, model);
        return refusal ? refusing(refusal) : reply((response) => embed(response, body, dimensions));
      },
    },
  });
  return { ...server, url: `${server.origin}/client/v4` };
}

const pathOf = (request: IncomingMessage) => new URL(request.url ?? '', 'http://fake').pathname;
const queryOf = (request: IncomingMessage) =>
  new URL(request.url ?? '', 'http://fake').searchParams;

/** Calls only offered tools. */
async function complete(
  response: ServerResponse,
  request: CompletionRequest,
  { toolCalls, ...scripted }: Answer,
  isWhole: boolean,
) {
  const said = { ...scripted, ...(toolCalls && request.tools?.length && { toolCalls }) };
  const fallback = groundedAnswer(request.messages);
  if (request.stream && !isWhole) return streamCompletion(response, request, said, fallback);
  sendJson(response, 200, wholeCompletion(request, said, fallback));
}

/** https://developers.cloudflare.com/api/resources/ai/subresources/models/methods/list/ */
function listModels(response: ServerResponse, query: URLSearchParams) {
  const task = query.get('task');
  const perPage = Number(query.get('per_page') ?? 50);
  const page = Number(query.get('page') ?? 1);
  const all = Object.entries(knownModels)
    .filter(([, model]) => task === null || model.task === task)
    .map(([name, model]) => ({
      name,
      source: 1,
      task: { name: model.task },
      tags: [],
      properties: model.tellsDimensions
        ? [{ property_id: 'output_dimensions', value: String(model.dimensions) }]
        : [{ property_id: 'context_window', value: '24000' }],
    }));
  const result = all.slice((page - 1) * perPage, page * perPage);
  const result_info = {
    count: result.length,
    page,
    per_page: perPage,
    total_count: all.length,
  };
  sendJson(response, 200, { result, success: true, errors: [], messages: [], result_info });
}

function embed(response: ServerResponse, body: Record<string, unknown>, dimensions: number) {
  const texts = textsToEmbed(body);
  // Not of length 1: the pages promise none.
  const data = texts.map((text) =>
    [...hashedEmbedding(text, dimensions)].map((value) => 2 * value),
  );
  const result = { shape: [texts.length, dimensions], data };
  sendJson(response, 200, { result, success: true, errors: [], messages: [] });
}
