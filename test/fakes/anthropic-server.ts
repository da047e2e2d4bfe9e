import type http from 'node:http';
import { answer, errorBody, type Answer } from './anthropic-behaviours.ts';
import { cacheRefusal, promptCache } from './anthropic-cache.ts';
import { anthropicModels } from './anthropic-models.ts';
import {
  headerRefusal,
  invalid,
  messageRefusal,
  prefixOf,
  thinkingOf,
  type Issued,
  type MessageRequest,
} from './anthropic-rules.ts';
import { blocksOf, streamMessage } from './anthropic-stream.ts';
import { groundedAnswer } from './grounded-answer.ts';
import { inWords, sendJson, startVendorServer } from './vendor-server.ts';

export const anthropicKey = 'fake-anthropic-key';

export interface AnthropicServerOptions {
  /** Milliseconds before each piece of the default answer. */
  delayMs?: number;
  /** Models on one page of the list, unless the request asks for fewer. */
  pageSize?: number;
}

/**
 * A server that speaks Anthropic's documented wire format and refuses what Anthropic refuses:
 * `/v1/messages`, streamed, and `/v1/models`. It answers from the numbered sources in the prompt, unless an
 * answer was scripted.
 */
export async function startAnthropicServer(options: AnthropicServerOptions = {}) {
  const issued: Issued = new Map();
  const bill = promptCache();

  async function write(
    response: http.ServerResponse,
    request: MessageRequest,
    scripted: Answer,
  ): Promise<void> {
    const said = scripted.text ?? (scripted.toolCalls || scripted.stop ? [] : grounded(request));
    const blocks = blocksOf(request, scripted, said);
    const content = blocks.map(({ block }) => block);
    for (const { type, id } of content) {
      if (type !== 'tool_use') continue;
      const { model } = request;
      issued.set(String(id), { model, thinking: thinkingOf(content), prefix: prefixOf(request) });
    }
    await streamMessage(response, request, scripted, blocks, bill(request));
  }

  const usual = answer({ delayMs: options.delayMs ?? 0 });
  const server = await startVendorServer<Answer>({
    headers: { 'request-id': 'req_fake' },
    authorise: (request) => headerRefusal(request, anthropicKey),
    unknownRoute: () => ({ status: 404, body: errorBody('not_found_error', 'Not found') }),
    unparsable: invalid('The request body is not valid JSON'),
    routes: {
      'GET /v1/models': (_body, reply, _refuse, request) =>
        reply((response) => listModels(response, request.url ?? '', options.pageSize ?? 1000)),
      'POST /v1/messages': (body, reply, refuse) => {
        const request = body as unknown as MessageRequest;
        const refusal = messageRefusal(body, issued) ?? cacheRefusal(request);
        if (refusal) return refuse(refusal);
        return reply((response, scripted = usual) => write(response, request, scripted));
      },
    },
  });
  return { ...server, url: server.origin };
}

function grounded({ system, messages }: MessageRequest): string[] {
  return inWords(groundedAnswer([{ role: 'system', content: system }, ...messages]));
}

/** https://platform.claude.com/docs/en/api/models/list */
function listModels(response: http.ServerResponse, url: string, pageSize: number): void {
  const { searchParams } = new URL(url, 'http://fake');
  const ids = Object.keys(anthropicModels);
  const from = ids.indexOf(searchParams.get('after_id') ?? '') + 1;
  const size = Math.min(Number(searchParams.get('limit') ?? 20), pageSize);
  const page = ids.slice(from, from + size);
  sendJson(response, 200, {
    data: page.map((id) => ({
      type: 'model',
      id,
      display_name: anthropicModels[id]!.name,
      created_at: '2026-01-01T00:00:00Z',
    })),
    has_more: from + size < ids.length,
    first_id: page[0] ?? null,
    last_id: page.at(-1) ?? null,
  });
}
