import { buildRequest } from '../../server/chat/prompt.ts';
import { runModel } from '../../server/chat/run-model.ts';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import type { Usage } from '../../server/contract/chat.ts';
import type { OfferedTool } from '../../server/mcp/tools.ts';
import type { ModelMessage, ModelRequest } from '../../server/providers/language-model.ts';
import { costOf, priceAt, pricesOf } from '../../server/providers/model-price.ts';
import { understand } from '../../server/question/understand.ts';
import { createLog } from '../../server/runtime/log.ts';
import type { HistoryTurn } from '../../server/storage/chats.ts';
import { conversations, scriptedDay, shopTools, type Asked } from './cost-day.ts';
import {
  answerText,
  anthropicBiller,
  automaticBiller,
  scriptedModel,
  type Biller,
} from './cost-vendors.ts';
import { costOfQuestions } from './cost-questions.ts';
import type { Figures } from '../run.ts';

const anthropicModel = 'claude-sonnet-5-5';
const openAiModel = 'gpt-6.1-sol';
const day = Date.UTC(2026, 10, 23, 8);
const log = createLog('silent');

type Clock = { now: number };

/**
 * First a hundred questions; see `costOfQuestions`. Then the input that a scripted day is billed for: 100 conversations with follow-ups, with tools and without. Before: sources
 * and circumstances in the system prompt, and no marks for a cache. Tokens are estimated; prices are the table's.
 * `six_requests` is one answer with five calls.
 */
export async function run(): Promise<Figures> {
  return {
    ...(await costOfQuestions()),
    conversations,
    anthropic: {
      with_tools: await compare(`anthropic:${anthropicModel}`, shopTools),
      without_tools: await compare(`anthropic:${anthropicModel}`, []),
      six_requests: await compare(`anthropic:${anthropicModel}`, shopTools, sixRequests),
    },
    automatic: {
      with_tools: await compare(`openai:${openAiModel}`, shopTools),
      without_tools: await compare(`openai:${openAiModel}`, []),
    },
  };
}

const sixRequests = scriptedDay()
  .slice(0, 1)
  .map((asked) => ({ ...asked, calls: 5 }));

async function compare(
  id: string,
  tools: OfferedTool[],
  questions = scriptedDay(),
): Promise<Figures> {
  const isMarked = id.startsWith('anthropic:');
  const biller = (clock: Clock, marked: boolean) =>
    isMarked
      ? anthropicBiller(anthropicModel, () => clock.now, marked)
      : automaticBiller(() => clock.now);
  const before = await spend(questions, id, tools, (clock) => biller(clock, false), sourcesFirst);
  const after = await spend(
    questions,
    id,
    tools,
    (clock) => biller(clock, true),
    (request) => request,
  );
  const billed = (usage: Usage) => Math.round(equivalents(id, usage));
  return {
    prompt_tokens: after.prompt_tokens,
    billed_before: billed(before),
    billed_after: billed(after),
    saved_percent: 100 * (1 - billed(after) / billed(before)),
    usd_before: costOf(id, before, settingsDefaults.llm, day) ?? 0,
    usd_after: costOf(id, after, settingsDefaults.llm, day) ?? 0,
  };
}

/** Asks all questions, and returns the sum of their tokens. */
async function spend(
  questions: readonly Asked[],
  id: string,
  tools: OfferedTool[],
  billerAt: (clock: Clock) => Biller,
  arrange: (request: ModelRequest) => ModelRequest,
): Promise<Usage> {
  const clock = { now: day };
  let calls = 0;
  const model = scriptedModel(id, () => calls, billerAt(clock));
  const histories = new Map<number, HistoryTurn[]>();
  const total = { prompt_tokens: 0, completion_tokens: 0, cached_tokens: 0, cache_write_tokens: 0 };
  for (const asked of questions) {
    clock.now = day + asked.at;
    calls = tools.length > 0 ? asked.calls : 0;
    const history = histories.get(asked.conversation) ?? [];
    const request = arrange(requestOf(asked, history, tools, clock.now));
    const { signal } = new AbortController();
    let usage: Usage | undefined;
    for await (const event of runModel({ request, models: [model], tools, signal, log })) {
      if (event.type === 'usage') usage = event.usage;
    }
    total.prompt_tokens += usage?.prompt_tokens ?? 0;
    total.completion_tokens += usage?.completion_tokens ?? 0;
    total.cached_tokens += usage?.cached_tokens ?? 0;
    total.cache_write_tokens += usage?.cache_write_tokens ?? 0;
    const said = { role: 'assistant' as const, content: answerText, chunkIds: [] };
    const question = { role: 'user' as const, content: asked.text, chunkIds: [] };
    histories.set(asked.conversation, [...history, question, said]);
  }
  return total;
}

function requestOf(
  { text, passages }: Asked,
  history: HistoryTurn[],
  tools: OfferedTool[],
  now: number,
): ModelRequest {
  const page = '/visit/';
  const turns = history.slice(-settingsDefaults.chat.history_turns);
  return buildRequest({
    settings: settingsDefaults,
    question: understand(text, { history: turns, asked: { now, timeZone: 'UTC', page } }),
    siteName: 'The museum',
    passages: passages.map((passage, at) => ({ ...passage, n: at + 1 })),
    isWholeSite: false,
    tools,
  });
}

/** Returns the request as it was before: what belongs to the question stands in the system prompt. */
function sourcesFirst(request: ModelRequest): ModelRequest {
  const [system, ...others] = request.messages;
  const last = others.pop();
  const at = last?.content.lastIndexOf('\n\n') ?? -1;
  if (!system || !last || at < 0) return request;
  const messages: ModelMessage[] = [
    { role: 'system', content: `${system.content}\n\n${last.content.slice(0, at)}` },
    ...others,
    { role: 'user', content: last.content.slice(at + 2) },
  ];
  return { ...request, messages };
}

/** Tokens at the price of input that no cache has seen. */
function equivalents(
  id: string,
  { prompt_tokens, cached_tokens = 0, cache_write_tokens = 0 }: Usage,
): number {
  const price = priceAt(pricesOf(id, settingsDefaults.llm), day);
  if (!price) throw new Error(`The price of ${id} is not known.`);
  const { input, cached = input, cacheWrite = input } = price;
  const rest = prompt_tokens - cached_tokens - cache_write_tokens;
  return rest + (cached_tokens * cached + cache_write_tokens * cacheWrite) / input;
}
