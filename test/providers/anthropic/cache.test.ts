import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Usage } from '../../../server/contract/chat.ts';
import type { ModelRequest } from '../../../server/providers/language-model.ts';
import { runModel } from '../../../server/chat/run-model.ts';
import { anthropic } from '../../../server/providers/anthropic/anthropic.ts';
import { findTraits } from '../../../server/providers/model-traits.ts';
import { createLog } from '../../../server/runtime/log.ts';
import { answer, apiError } from '../../fakes/anthropic-behaviours.ts';
import { anthropicKey, startAnthropicServer } from '../../fakes/anthropic-server.ts';
import { collect, groundedRequest, questions } from '../../conformance/language-model.ts';

const model = 'claude-sonnet-5-5';
const log = createLog('silent');
const { signal } = new AbortController();
let server: Awaited<ReturnType<typeof startAnthropicServer>>;

beforeEach(async () => {
  server = await startAnthropicServer();
});
afterEach(() => server.close());

const make = () => anthropic({ apiKey: anthropicKey, baseUrl: server.url, model });

const words = (count: number, of: string) => Array.from({ length: count }, () => of).join(' ');

/** Twelve tools with descriptions and schemas as MCP servers have them. */
const tools = Array.from({ length: 12 }, (_, n) => ({
  label: `Tool ${n}`,
  definition: {
    name: `tool_${n}`,
    description: words(60, 'describes what it does'),
    inputSchema: { type: 'object', properties: { of: { description: words(20, 'a thing') } } },
  },
  call: () => Promise.resolve({ ok: true, content: words(60, 'in stock') }),
}));
const request = {
  ...groundedRequest(questions.hours),
  messages: [
    { role: 'system' as const, content: words(100, 'Keep to the sources.') },
    { role: 'user' as const, content: `${words(700, 'The museum is open.')} When?` },
  ],
};

const calling = answer({ toolCalls: [{ name: 'tool_1', input: {} }] });

async function ask(requests: number): Promise<Usage> {
  server.script(...Array.from({ length: requests - 1 }, () => calling), answer({ text: ['Ten.'] }));
  let usage: Usage | undefined;
  for await (const event of runModel({ request, models: [make()], tools, signal, log })) {
    if (event.type === 'usage') usage = event.usage;
  }
  if (!usage) throw new Error('no usage');
  return usage;
}

/** Tokens at the price of input that no cache has seen. */
function equivalents({ prompt_tokens, cached_tokens = 0, cache_write_tokens = 0 }: Usage): number {
  const { input, cached = input, cacheWrite = input } = findTraits('anthropic', model).prices![0]!;
  const rest = prompt_tokens - cached_tokens - cache_write_tokens;
  return rest + (cached_tokens * cached + cache_write_tokens * cacheWrite) / input;
}

describe('an answer of six requests', () => {
  test('is billed at most 40 % of its prompts', async () => {
    const usage = await ask(6);
    expect(server.requests).toHaveLength(6);
    expect(usage.prompt_tokens).toBeGreaterThan(20_000);
    expect(equivalents(usage) / usage.prompt_tokens).toBeLessThan(0.4);
  });

  test('costs less again when another visitor has asked shortly before', async () => {
    const first = await ask(6);
    expect(equivalents(await ask(6))).toBeLessThan(0.8 * equivalents(first));
  });
});

const conversation = [
  { role: 'system' as const, content: words(400, 'Keep to the sources.') },
  { role: 'user' as const, content: words(400, 'Is it open?') },
  { role: 'assistant' as const, content: 'Yes.' },
  { role: 'user' as const, content: words(700, 'The museum is open.') },
];
const offered = tools.map(({ definition }) => definition);

test.each<[string, Partial<ModelRequest>, boolean[]]>([
  ['without tools', {}, [false, false, false]],
  ['with tools', { tools: offered, toolChoice: 'auto' }, [false, true, true]],
  ['with tools that may not be called', { tools: offered }, [false, false, false]],
])(
  'the system prompt is marked, and the rest only where tools may be called: %s',
  async (_case, over, marks) => {
    await collect(make(), { ...request, messages: conversation, ...over });
    const { system, messages } = server.requests[0]!.body as Record<
      string,
      Record<string, unknown>[]
    >;
    const isMarked = (blocks: unknown) => 'cache_control' in (blocks as object[]).at(-1)!;
    expect(isMarked(system)).toBe(true);
    expect(messages!.map(({ content }) => isMarked(content))).toEqual(marks);
  },
);

test('a site in front of the first question is marked in place of the system prompt', async () => {
  const [system, question, ...others] = conversation;
  const site = `${words(900, 'All of the site.')}\n\n`;
  const first = { ...question!, content: site + question!.content, stable: site.length } as const;
  const messages = [system!, first, ...others] as ModelRequest['messages'];
  for (const over of [{}, { tools: offered, toolChoice: 'auto' as const }]) {
    await collect(make(), { ...request, messages, ...over });
  }
  for (const { body } of server.requests) {
    const sent = body as { system: unknown; messages: { content: object[] }[] };
    expect(sent.system).toBe(system!.content);
    const [marked, rest] = sent.messages[0]!.content;
    expect(marked).toMatchObject({ text: site, cache_control: { type: 'ephemeral' } });
    expect(rest).toEqual({ type: 'text', text: question!.content });
    expect(JSON.stringify(body).match(/cache_control/g)!.length).toBeLessThanOrEqual(4);
  }
});

test('a server without a cache is asked without marks', async () => {
  const refusal = 'system.0.cache_control: Extra inputs are not permitted';
  server.script(apiError(400, 'invalid_request_error', refusal), answer({ text: ['Ten.'] }));
  await collect(make(), request);
  const marked = server.requests.map(({ body }) => JSON.stringify(body).includes('cache_control'));
  expect(marked).toEqual([true, false]);
});
