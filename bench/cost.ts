import type { Usage } from '../server/contract/chat.ts';
import { settingsDefaults } from '../server/contract/settings-defaults.ts';
import { type Lesson, messageParams } from '../server/providers/anthropic/request.ts';
import type { ModelMessage, ModelRequest } from '../server/providers/language-model.ts';
import { costOf } from '../server/providers/model-price.ts';
import { estimateTokens } from '../server/text/estimate-tokens.ts';
import { promptCache } from '../test/fakes/anthropic-cache.ts';
import type { MessageRequest } from '../test/fakes/anthropic-rules.ts';
import { quantile, randomNumbers } from './parts/measure.ts';
import { type Prompt, startPromptOracle } from './parts/prompt-oracle.ts';
import { sampleSite, type Site } from './parts/sites.ts';
import { type Session, startWholeSite } from './parts/whole-site.ts';
import type { Figures } from './run.ts';

const questions = 100;
const day = Date.UTC(2026, 10, 26, 8);
const hours = 10 * 3_600_000;
const betweenTurns = 60_000;

/** A site that is whole in a prompt, and one that is searched. */
const sites = { now: 'vhs', now_searched: 'cycles' };

type Clock = () => number;

/** Bills a prompt. */
type Bill = (request: ModelRequest) => Usage;

/** Tokens of an answer: no sentence twice, because an answer that repeats itself is ended. */
const answerTokens = estimateTokens(
  [1, 2, 3, 4, 5, 6, 7, 8]
    .map((n) => `Hall ${n} opens at ten and costs nine fifty, as its page says [1]. `)
    .join(''),
);

const usageOf = (
  prompt_tokens: number,
  cached_tokens: number,
  cache_write_tokens: number,
): Usage => ({ prompt_tokens, completion_tokens: answerTokens, cached_tokens, cache_write_tokens });

/** Anthropic's cache, with the marks that the adapter sets. */
function anthropicBill(model: string, clock: Clock): Bill {
  const cache = promptCache(clock);
  return (request) => {
    const sent = messageParams(`anthropic:${model}`, model, request, new Set<Lesson>());
    const { read, written, rest } = cache(sent as unknown as MessageRequest);
    return usageOf(read + written + rest, read, written);
  };
}

/** Shortest prefix that is cached, and the steps in which it grows. */
const leastCached = 1024;
const step = 128;
const keptMs = 5 * 60_000;

const written = (message: ModelMessage) => JSON.stringify([message.role, message.content]);

function sharedStart(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at < most && a[at] === b[at]) at++;
  return at;
}

/**
 * A cache that finds the longest beginning of a prompt that it has read in the last minutes by itself, as OpenAI's.
 * https://developers.openai.com/api/docs/guides/prompt-caching
 */
function automaticBill(clock: Clock): Bill {
  const kept: { text: string; until: number }[] = [];
  return ({ messages, tools }) => {
    const text = [JSON.stringify(tools), ...messages.map(written)].join('\n');
    const now = clock();
    const known = kept.filter(({ until }) => until > now);
    const shared = Math.max(0, ...known.map((one) => sharedStart(one.text, text)));
    kept.push({ text, until: now + keptMs });
    const tokens = estimateTokens(text.slice(0, shared));
    const read = tokens < leastCached ? 0 : Math.floor(tokens / step) * step;
    return usageOf(estimateTokens(text), read, 0);
  };
}

const vendors: Record<string, { id: string; biller: (clock: Clock) => Bill }> = {
  anthropic: {
    id: 'anthropic:claude-sonnet-5-5',
    biller: (clock) => anthropicBill('claude-sonnet-5-5', clock),
  },
  openai: { id: 'openai:gpt-6.1-sol', biller: automaticBill },
  gemini: { id: 'gemini:gemini-3.8-flash', biller: automaticBill },
};

interface Call {
  at: number;
  prompt: Prompt;
}

/** Asks until a model has answered a hundred questions, in conversations that begin anywhere in ten hours of a day. */
async function recordedDay(site: Site): Promise<Call[]> {
  const oracle = await startPromptOracle();
  const whole = await startWholeSite(site, 'builtin');
  const next = randomNumbers(23);
  const calls: Call[] = [];
  let answered = 0;
  try {
    await whole.settings({ llm: oracle.llm });
    while (answered < questions) {
      for (const { pageUrl, turns } of site.conversations) {
        const session: Session = {};
        let at = day + next() * hours;
        for (const { question, standalone = question, patterns } of turns) {
          if (answered >= questions) break;
          const prompts = await oracle.promptsOf({ standalone, patterns }, () =>
            whole.ask(question, pageUrl, session),
          );
          for (const prompt of prompts) calls.push({ at, prompt });
          answered += prompts.filter(({ isRewrite }) => !isRewrite).length;
          at += betweenTurns;
        }
      }
    }
  } finally {
    await whole.stop();
    await oracle.close();
  }
  return calls.sort((a, b) => a.at - b.at);
}

/** Matches the site in front of the first question, where it is given whole. */
const wholeSite = /^All that the website says:\n[^]*?<\/sources-[0-9a-f]{8}>\n\n/;

const withStable = ({ role, content }: Prompt['messages'][number]) => {
  const stable = typeof content === 'string' ? wholeSite.exec(content)?.[0].length : undefined;
  return { role, content, ...(role === 'user' && stable !== undefined && { stable }) };
};

const requestOf = ({ messages }: Prompt) =>
  ({
    messages: messages.map(withStable) as ModelRequest['messages'],
    maxTokens: 1024,
    temperature: 0,
    reasoningEffort: null,
    tools: [],
    toolChoice: 'none',
  }) satisfies ModelRequest;

function spent({ id, biller }: (typeof vendors)[string], calls: readonly Call[]): number {
  let now = day;
  const bill = biller(() => now);
  let sum = 0;
  for (const { at, prompt } of calls) {
    now = at;
    const usage = bill(requestOf(prompt));
    const completion_tokens = prompt.isRewrite ? 15 : usage.completion_tokens;
    sum += costOf(id, { ...usage, completion_tokens }, settingsDefaults.llm, at) ?? 0;
  }
  return sum;
}

/**
 * Sums up what a hundred questions of a day cost at three vendors' list prices, with their caches: `now` for a site that is whole
 * in the prompt, `now_searched` for one that is searched. The prompts are recorded, tokens are estimated.
 */
export async function run(): Promise<Figures> {
  const figures: Figures = {};
  for (const [when, name] of Object.entries(sites)) {
    const calls = await recordedDay(sampleSite(name));
    const tokens = calls.map(({ prompt }) => estimateTokens(prompt.text));
    for (const [vendor, each] of Object.entries(vendors)) {
      figures[`usd_100_${vendor}_${when}`] = spent(each, calls);
    }
    figures[`prompt_tokens_median_${when}`] = quantile(tokens, 0.5);
  }
  return figures;
}
