import type http from 'node:http';
import { parseArgs } from 'node:util';
import { azureRefusal, azureRoutes, azureUnknown } from './azure-openai.ts';
import { groundedAnswer } from './grounded-answer.ts';
import { hashedEmbedding } from './hashed-embedding.ts';
import {
  answer,
  namedBehaviours,
  toolBehaviour,
  type Answer,
  type Behaviour,
} from './openai-behaviours.ts';
import {
  authorisationRefusal,
  completionRules,
  embeddingRefusal,
  estimateTokens,
  refuse,
  responseRefusal,
  type Dialect,
} from './openai-rules.ts';
import { asCompletion, streamResponse, type ResponseRequest } from './openai-responses-stream.ts';
import { streamCompletion, wholeCompletion, type CompletionRequest } from './openai-stream.ts';
import { sendJson, startVendorServer, type VendorServerOptions } from './vendor-server.ts';

type Routes = VendorServerOptions<Answer>['routes'];

export interface OpenAiServerOptions {
  /** 0, the default: any free port. */
  port?: number;
  /** The only key that is accepted; null: none is asked for. */
  apiKey?: string | null;
  /** Model → dimensions of its vectors; 0: it writes. In addition to the known ones. */
  models?: Record<string, number>;
  /** Parameters that this server does not know, as old compatible ones do not. */
  refuses?: string[];
  dialect?: Dialect;
  /** Speaks as Azure does: below other paths, with another header, of deployments. */
  azure?: true;
  /** Milliseconds before each piece of the default answer. */
  delayMs?: number;
  /** The behaviour for a request, when nothing is scripted; undefined: the usual one. */
  behave?: (request: CompletionRequest) => Behaviour | undefined;
}

export const fakeApiKey = 'fake-key';

/** https://developers.openai.com/api/docs/models */
const knownModels: Record<string, number> = {
  'gpt-4o-mini': 0,
  'gpt-4.1-mini': 0,
  'gpt-5-mini': 0,
  'gpt-5.1': 0,
  'gpt-6-astra': 0,
  'gpt-6-luna': 0,
  'o3-mini': 0,
  'text-embedding-3-small': 1536,
  'text-embedding-3-large': 3072,
  'text-embedding-ada-002': 1536,
};

export type OpenAiServer = Awaited<ReturnType<typeof startOpenAiServer>>;

/**
 * A server that speaks OpenAI's documented wire format and refuses what OpenAI refuses:
 * `/v1/responses`, `/v1/chat/completions`, `/v1/embeddings`, `/v1/models`. It answers from the numbered sources in the
 * prompt, unless a behaviour was scripted.
 */
export async function startOpenAiServer(options: OpenAiServerOptions = {}) {
  const apiKey = options.apiKey === undefined ? fakeApiKey : options.apiKey;
  const models = { ...knownModels, ...options.models };
  for (const name of Object.keys(namedBehaviours)) models[`fake-${name}`] = 0;
  const writers = Object.keys(models).filter((model) => models[model] === 0);
  const embedders = Object.keys(models).filter((model) => models[model] !== 0);
  const unknown = (body: Record<string, unknown>) => {
    const extra = options.refuses?.find((name) => name in body);
    if (extra === undefined) return undefined;
    const details = { param: extra, code: 'unknown_parameter' };
    return refuse(`Unknown parameter: '${extra}'.`, details);
  };
  const completionRefusal = completionRules(writers, options.dialect);

  function listModels(response: http.ServerResponse) {
    const listed = Object.keys(models).filter((id) => !id.startsWith('fake-'));
    const data = listed.map((id) => ({
      id,
      object: 'model',
      created: 1_686_935_002,
      owned_by: 'openai',
    }));
    sendJson(response, 200, { object: 'list', data });
  }

  function embed(response: http.ServerResponse, body: Record<string, unknown>) {
    const model = String(body['model']);
    const dimensions = Number(body['dimensions'] ?? models[model]);
    const texts = (Array.isArray(body['input']) ? body['input'] : [body['input']]) as string[];
    const tokens = texts.reduce((sum, text) => sum + estimateTokens(text), 0);
    const data = texts.map((text, index) => {
      const vector = hashedEmbedding(text, dimensions);
      const base64 = () => Buffer.from(vector.buffer).toString('base64');
      const embedding = body['encoding_format'] === 'base64' ? base64() : [...vector];
      return { object: 'embedding', index, embedding };
    });
    const usage = { prompt_tokens: tokens, total_tokens: tokens };
    sendJson(response, 200, { object: 'list', data, model, usage });
  }

  const server = await startVendorServer<Answer>({
    port: options.port ?? 0,
    headers: { 'x-request-id': 'req_fake' },
    named: (body) => options.behave?.(requestOf(body) as CompletionRequest) ?? named(body),
    authorise(request) {
      if (options.azure) return azureRefusal(request, apiKey, Object.keys(models));
      const { authorization } = request.headers;
      return apiKey === null ? undefined : authorisationRefusal(authorization, apiKey);
    },
    unknownRoute: (method, path) =>
      options.azure ? azureUnknown : refuse(`Invalid URL (${method} ${path})`, { status: 404 }),
    unparsable: refuse('We could not parse the JSON body of your request.'),
    routes: (options.azure ? azureRoutes : (own: Routes) => own)({
      'GET /v1/models': (_body, reply) => reply(listModels),
      'POST /v1/embeddings': (body, reply, reject) => {
        const refusal = unknown(body) ?? embeddingRefusal(body, embedders);
        return refusal ? reject(refusal) : reply((response) => embed(response, body));
      },
      'POST /v1/chat/completions': (body, reply, reject) => {
        const refusal = unknown(body) ?? completionRefusal(body);
        if (refusal) return reject(refusal);
        const request = body as unknown as CompletionRequest;
        const usual = answer({ delayMs: options.delayMs ?? 0 });
        return reply((response, scripted = usual) => complete(response, request, scripted));
      },
      'POST /v1/responses': (body, reply, reject) => {
        const refusal = unknown(body) ?? responseRefusal(body, writers);
        if (refusal) return reject(refusal);
        const request = body as unknown as ResponseRequest;
        const fallback = groundedAnswer(asCompletion(request).messages);
        const usual = answer({ delayMs: options.delayMs ?? 0 });
        return reply((response, scripted = usual) =>
          streamResponse(response, request, scripted, fallback),
        );
      },
    }),
  });
  return {
    ...server,
    /** The base URL, with `/v1`. */
    url: `${server.origin}/v1`,
  };
}

const requestOf = (body: Record<string, unknown>): Partial<CompletionRequest> =>
  'input' in body && 'stream' in body ? asCompletion(body as unknown as ResponseRequest) : body;

/** `[[fake:stall]]` in the last message, or the question that it answers, or the model `fake-stall`. */
function named(body: Record<string, unknown>): Behaviour | undefined {
  const request = requestOf(body);
  const { model, messages = [] } = request;
  const last = messages.findLast(({ role }) => role !== 'tool' && role !== 'assistant');
  const said =
    typeof last?.content === 'string' ? last.content : JSON.stringify(last?.content ?? '');
  const marker = /\[\[fake:([\w-]+)\]\]/.exec(said);
  return (
    namedBehaviours[marker?.[1] ?? ''] ??
    namedBehaviours[model?.replace(/^fake-/, '') ?? ''] ??
    toolBehaviour({ model: '', ...request, messages }, said)
  );
}

async function complete(
  response: http.ServerResponse,
  request: CompletionRequest,
  behaviour: Answer,
): Promise<void> {
  const fallback = groundedAnswer(request.messages);
  if (request.stream) return streamCompletion(response, request, behaviour, fallback);
  sendJson(response, 200, wholeCompletion(request, behaviour, fallback));
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '0' },
      key: { type: 'string', default: fakeApiKey },
      delay: { type: 'string', default: '20' },
    },
  });
  const server = await startOpenAiServer({
    port: Number(values.port),
    apiKey: values.key,
    delayMs: Number(values.delay),
  });
  process.stdout.write(`${server.url}\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void server.close().then(() => process.exit(0)));
  }
}
