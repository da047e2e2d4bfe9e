import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import type { Usage } from '../../server/contract/chat.ts';
import type { ModelRequest } from '../../server/providers/language-model.ts';
import { costOf } from '../../server/providers/model-price.ts';
import { estimateTokens } from '../../server/text/estimate-tokens.ts';
import { answerText, anthropicBiller, automaticBiller, type Biller } from './cost-vendors.ts';
import { random } from '../parts/words.ts';
import { startPromptOracle, type Prompt } from '../parts/prompt-oracle.ts';
import { promptedSites, type PromptedSite } from '../parts/prompted-sites.ts';
import type { Figures } from '../run.ts';
import { startWholeSite, type Session } from '../parts/whole-site.ts';

const questions = 100;
const day = Date.UTC(2026, 10, 26, 8);
const hours = 10 * 3_600_000;
const betweenTurns = 60_000;

/** A site that is whole in a prompt, and one that is searched. */
const sites = { now: 'vhs', now_searched: 'cycles' };

/**
 * As version 53a3281b asked for 180 questions of four sites: tokens of a prompt, the median, of which 200 are the same
 * each time, less than any vendor caches; and 18 requests for a question that stands alone.
 */
const before = { prompt: 721, rewrite: 228, rewrites: (18 / 180) * questions };

type Clock = () => number;
const vendors: Record<string, { id: string; biller: (clock: Clock) => Biller }> = {
  anthropic: {
    id: 'anthropic:claude-sonnet-5-5',
    biller: (clock) => anthropicBiller('claude-sonnet-5-5', clock, true),
  },
  openai: { id: 'openai:gpt-6.1-sol', biller: automaticBiller },
  gemini: { id: 'gemini:gemini-3.8-flash', biller: automaticBiller },
};

interface Call {
  at: number;
  prompt: Prompt;
}

/** Asks until a model has answered a hundred questions, in conversations that begin anywhere in ten hours of a day. */
async function recordedDay(site: PromptedSite): Promise<Call[]> {
  const oracle = await startPromptOracle();
  const whole = await startWholeSite(site, { embeddings: { provider: 'builtin' } });
  const next = random(23);
  const calls: Call[] = [];
  let answered = 0;
  try {
    await whole.settings({ llm: oracle.llm });
    while (answered < questions) {
      for (const { pageUrl, turns } of site.conversations) {
        const session: Session = {};
        let at = day + next() * hours;
        for (const { question, standalone = question, expected } of turns) {
          if (answered >= questions) break;
          const prompts = await oracle.promptsOf({ standalone, expected }, () =>
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

const usd = (id: string, usage: Usage, at: number) =>
  costOf(id, usage, settingsDefaults.llm, at) ?? 0;

function spent({ id, biller }: (typeof vendors)[string], calls: readonly Call[]): number {
  let now = day;
  const { bill } = biller(() => now);
  let sum = 0;
  for (const { at, prompt } of calls) {
    now = at;
    const usage = bill(requestOf(prompt));
    const completion_tokens = prompt.isRewrite ? 15 : usage.completion_tokens;
    sum += usd(id, { ...usage, completion_tokens }, at);
  }
  return sum;
}

function spentBefore(id: string): number {
  const answers = {
    prompt_tokens: questions * before.prompt,
    completion_tokens: questions * estimateTokens(answerText),
  };
  const rewrites = {
    prompt_tokens: before.rewrites * before.rewrite,
    completion_tokens: before.rewrites * 15,
  };
  return usd(id, answers, day) + usd(id, rewrites, day);
}

/**
 * Sums up what a hundred questions of a day cost at three vendors' list prices, with their caches: `now` for a site that is whole
 * in the prompt, `now_searched` for one that is searched, `before` for a prompt of version 53a3281b. The prompts are
 * recorded, tokens are estimated, answers are as long in all.
 */
export async function costOfQuestions(): Promise<Figures> {
  const all = promptedSites('');
  const figures: Figures = {};
  for (const [vendor, { id }] of Object.entries(vendors)) {
    figures[`usd_100_${vendor}_before`] = spentBefore(id);
  }
  for (const [when, name] of Object.entries(sites)) {
    const site = all.find((one) => one.name === name)!;
    const calls = await recordedDay(site);
    const tokens = calls.map(({ prompt }) => estimateTokens(prompt.text)).sort((a, b) => a - b);
    for (const [vendor, each] of Object.entries(vendors)) {
      figures[`usd_100_${vendor}_${when}`] = spent(each, calls);
    }
    figures[`prompt_tokens_median_${when}`] = tokens[Math.floor(tokens.length / 2)] ?? 0;
  }
  return figures;
}
