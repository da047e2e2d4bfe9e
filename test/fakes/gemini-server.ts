import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { embedRefusal, geminiModels, generateRefusal, keyRefusal, refuse } from './gemini-rules.ts';
import { groundedAnswer } from './grounded-answer.ts';
import { hashedEmbedding } from './hashed-embedding.ts';
import {
  breakOff,
  inWords,
  sendJson,
  commonFaults,
  startVendorServer,
  streamWriter,
  type Misbehaviour,
  type ScriptedAnswer,
  type StreamFault,
  type StreamFaults,
} from './vendor-server.ts';

export const geminiKey = 'fake-gemini-key';

/** How the fake answers one request for text. */
export interface GeminiAnswer extends ScriptedAnswer {
  kind: 'answer';
  finishReason?: string;
  blockReason?: string;
  usageMetadata?: object;
  /** The fault after `text`, instead of the end. */
  then?: StreamFault;
}

export const geminiAnswer = (options: Omit<GeminiAnswer, 'kind'>): GeminiAnswer => ({
  kind: 'answer',
  ...options,
});
const error = (...refusal: Parameters<typeof refuse>): Misbehaviour => ({
  kind: 'error',
  ...refuse(...refusal),
});

/** https://ai.google.dev/gemini-api/docs/troubleshooting */
export const geminiFaults = {
  ...commonFaults,
  stall: geminiAnswer({ text: ['This answer '], then: 'stall' }),
  cut: geminiAnswer({ text: ['This answer '], then: 'cut' }),
  'error-frame': geminiAnswer({ text: ['This answer '], then: 'error frame' }),
  garbage: { kind: 'raw', contentType: 'text/event-stream', body: 'data: {"candidates": [}\n\n' },
  unauthorised: { kind: 'error', ...keyRefusal },
  'unknown-model': error(404, 'models/none is not found for API version v1beta.'),
  'bad-request': error(400, 'Request contains an invalid argument.'),
  'out-of-credit': error(429, 'Your prepayment credits are depleted.'),
  // Streams answer errors as a list.
  'rate-limited': {
    kind: 'error',
    status: 429,
    body: [
      refuse(429, 'You exceeded your current quota.', {
        '@type': 'type.googleapis.com/google.rpc.RetryInfo',
        retryDelay: '19.4s',
      }).body,
    ],
  },
  'server-error': error(500, 'An internal error has occurred.'),
  overloaded: error(503, 'The model is overloaded. Please try again later.'),
} satisfies Record<string, Misbehaviour | GeminiAnswer>;

interface GenerateRequest {
  contents: { role: string; parts: { text?: string }[] }[];
  systemInstruction?: { parts: { text: string }[] };
  tools?: unknown[];
  toolConfig?: { functionCallingConfig?: { mode?: string } };
  generationConfig?: { thinkingConfig?: { includeThoughts?: boolean } };
}

/**
 * A server that speaks the documented wire format of the Gemini API and refuses what it refuses. It answers from
 * the numbered sources in the prompt unless a behaviour was scripted.
 */
export async function startGeminiServer(options: { delayMs?: number } = {}) {
  const server = await startVendorServer<GeminiAnswer>({
    authorise: ({ headers }) => (headers['x-goog-api-key'] === geminiKey ? undefined : keyRefusal),
    unknownRoute: () => refuse(404, 'Requested entity was not found.'),
    unparsable: refuse(400, 'Invalid JSON payload received.'),
    routes: {
      'GET /v1beta/models': (_body, reply, _refuse, request) =>
        reply((response) => listModels(response, request.url ?? '')),
      'POST /v1beta/models/*': (body, reply, refusing, request) => {
        const { pathname, searchParams } = new URL(request.url ?? '', 'http://fake');
        const [name = '', method = ''] = pathname.split('/').at(-1)!.split(':');
        if (!geminiModels[name]) {
          return refusing(refuse(404, `models/${name} is not found for API version v1beta.`));
        }
        if (method === 'batchEmbedContents') {
          const refusal = embedRefusal(body, name);
          return refusal ? refusing(refusal) : reply((response) => embed(response, body, name));
        }
        if (method !== 'streamGenerateContent' || searchParams.get('alt') !== 'sse') {
          return refusing(refuse(404, 'Requested entity was not found.'));
        }
        const refusal = generateRefusal(body, name);
        if (refusal) return refusing(refusal);
        const asked = body as unknown as GenerateRequest;
        return reply((response, scripted) =>
          stream(response, asked, scripted ?? usual(asked, options.delayMs ?? 0), name),
        );
      },
    },
  });
  return { ...server, url: server.origin };
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
function embed(response: ServerResponse, body: Record<string, unknown>, name: string) {
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

function usual({ contents, systemInstruction }: GenerateRequest, delayMs: number): GeminiAnswer {
  const textOf = (parts: { text?: string }[]) => parts.map(({ text = '' }) => text).join('');
  const messages = contents.map(({ role, parts }) => ({ role, content: textOf(parts) }));
  const system = { role: 'system', content: textOf(systemInstruction?.parts ?? []) };
  return geminiAnswer({ text: inWords(groundedAnswer([system, ...messages])), delayMs });
}

/** https://ai.google.dev/api/generate-content#GenerateContentResponse, https://ai.google.dev/gemini-api/docs/thought-signatures */
async function stream(
  response: ServerResponse,
  request: GenerateRequest,
  scripted: GeminiAnswer,
  modelVersion: string,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const raw = streamWriter(response, scripted.writeBytes);
  const chunk = (fields: object) =>
    raw(`data: ${JSON.stringify({ ...fields, modelVersion, responseId: 'fake' })}\r\n\r\n`);
  const candidate = (fields: object) => chunk({ candidates: [{ ...fields, index: 0 }] });
  for (const part of partsOf(request, scripted)) {
    if (scripted.delayMs) await delay(scripted.delayMs);
    if (response.destroyed) return;
    await candidate({ content: { role: 'model', parts: [part] } });
  }
  if (scripted.then) return breakOff(response, scripted.then, faultFrames);
  const { usage, blockReason, finishReason = 'STOP' } = scripted;
  const usageMetadata = scripted.usageMetadata ?? {
    promptTokenCount: usage?.prompt_tokens ?? 26,
    candidatesTokenCount: usage?.completion_tokens ?? 282,
    ...(usage?.cached_tokens !== undefined && { cachedContentTokenCount: usage.cached_tokens }),
  };
  await (blockReason
    ? chunk({ promptFeedback: { blockReason }, usageMetadata })
    : chunk({
        candidates: [{ content: { role: 'model', parts: [{ text: '' }] }, finishReason, index: 0 }],
        usageMetadata,
      }));
  response.end();
}

/** Shows thoughts only if asked to, and calls only tools that it may call. */
function* partsOf(request: GenerateRequest, scripted: GeminiAnswer) {
  const { reasoning = [], text = [], toolCalls = [] } = scripted;
  if (request.generationConfig?.thinkingConfig?.includeThoughts) {
    for (const thought of reasoning) yield { text: thought, thought: true };
  }
  for (const said of text) yield { text: said };
  const isOff = request.toolConfig?.functionCallingConfig?.mode === 'NONE';
  if (isOff || !request.tools?.length) return;
  for (const [index, { name, input }] of toolCalls.entries()) {
    const functionCall = { id: `fc${index}`, name, args: input };
    yield { functionCall, ...(index === 0 && { thoughtSignature: 'c2lnbmVk' }) };
  }
}

const faultFrames: StreamFaults = {
  'error frame': `data: ${JSON.stringify(refuse(503, 'The model is overloaded.').body)}\n\n`,
};
