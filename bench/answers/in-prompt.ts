import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { startPromptOracle, type Prompt } from '../parts/prompt-oracle.ts';
import { paddedSite, promptedSites, type PromptedSite } from '../parts/prompted-sites.ts';
import type { BenchOptions, Figures } from '../run.ts';
import { startWholeSite, type Session } from '../parts/whole-site.ts';

type Conversation = PromptedSite['conversations'][number];
type Turn = Conversation['turns'][number];

/** A question that the site answers, and what the language model was given for it. */
interface Prompted {
  conversation: Conversation;
  turn: Turn;
  isFollowUp: boolean;
  /** Absent: the model was not asked for an answer. */
  prompt: Prompt | undefined;
  rewrites: number;
  isInPrompt: boolean;
}

const escaped = (text: string) => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');

/** Whether all that is expected is in the sources of the right pages. */
function isIn({ sources }: Prompt, { expected, pages }: Turn): boolean {
  const ofPage = pages.map((url) => new RegExp(`${escaped(url)}(?![\\w/-])`));
  const told = sources
    .filter(({ text }) => ofPage.length === 0 || ofPage.some((page) => page.test(text)))
    .map(({ text }) => text)
    .join('\n');
  return expected.every((pattern) => pattern.test(told));
}

type Oracle = Awaited<ReturnType<typeof startPromptOracle>>;

/** Asks all of a site's questions, and returns those that it answers. */
async function askAll(site: PromptedSite, oracle: Oracle, embedder: string): Promise<Prompted[]> {
  const whole = await startWholeSite(site, { embeddings: { provider: embedder } });
  const prompted: Prompted[] = [];
  try {
    await whole.settings({ llm: oracle.llm });
    for (const conversation of site.conversations) {
      const session: Session = {};
      for (const [at, turn] of conversation.turns.entries()) {
        const { question, standalone = question, expected } = turn;
        const prompts = await oracle.promptsOf({ standalone, expected }, () =>
          whole.ask(question, conversation.pageUrl, session),
        );
        if (expected.length === 0) continue;
        const prompt = prompts.findLast(({ isRewrite }) => !isRewrite);
        const rewrites = prompts.filter(({ isRewrite }) => isRewrite).length;
        const isInPrompt = prompt !== undefined && isIn(prompt, turn);
        prompted.push({ conversation, turn, isFollowUp: at > 0, prompt, rewrites, isInPrompt });
      }
    }
  } finally {
    await whole.stop();
  }
  return prompted;
}

const share = (all: readonly Prompted[]) =>
  all.filter(({ isInPrompt }) => isInPrompt).length / all.length;
const refused = (all: readonly Prompted[]) => all.filter(({ prompt }) => !prompt).length;

function tokens(all: readonly Prompted[]): { median: number; max: number } {
  const counts = all.flatMap(({ prompt }) => (prompt ? [encode(prompt.text).length] : []));
  counts.sort((a, b) => a - b);
  return { median: counts[Math.floor(counts.length / 2)] ?? 0, max: counts.at(-1) ?? 0 };
}

/** Tokens of the longest sources of a prompt, without their titles, addresses and tags. */
const sourceTokens = (all: readonly Prompted[]): number =>
  Math.max(
    0,
    ...all.map(({ prompt }) => {
      const texts = prompt?.sources.map(({ text }) => text.split('\n\n').slice(1).join('\n\n'));
      return encode(texts?.join('\n') ?? '').length;
    }),
  );

function figuresOf(all: readonly Prompted[], suffix = ''): Record<string, number> {
  const { median, max } = tokens(all);
  return {
    [`in_prompt_share${suffix}`]: share(all),
    [`in_prompt_share_followups${suffix}`]: share(all.filter(({ isFollowUp }) => isFollowUp)),
    [`prompt_tokens_median${suffix}`]: median,
    [`prompt_tokens_max${suffix}`]: max,
    [`source_tokens_max${suffix}`]: sourceTokens(all),
    [`refused_before_model${suffix}`]: refused(all),
  };
}

function printMisses(site: PromptedSite, all: readonly Prompted[], judge: boolean): void {
  for (const { conversation, turn, prompt, isInPrompt } of all) {
    if (isInPrompt || (conversation.set === 'judge' && !judge)) continue;
    const why = prompt ? `not in ${prompt.sources.length} sources` : 'the model was not asked';
    console.log(`Miss: ${site.name}, ${conversation.kind}: ${turn.question} (${why})`);
  }
}

/** Prints so many prompts, of all sites and kinds, for a reader. */
function printPrompts(all: readonly Prompted[], count: number, judge: boolean): void {
  const shown = all.filter(
    ({ conversation, prompt }) => prompt && (judge || conversation.set === 'tune'),
  );
  const step = Math.max(1, Math.floor(shown.length / count));
  for (let n = 0; n < Math.min(count, shown.length); n++) {
    const { prompt, turn, isInPrompt } = shown[n * step]!;
    const line = `===== Prompt ${n + 1}: ${turn.question} (answer ${isInPrompt ? 'in' : 'not in'} it)`;
    console.log(`\n${line}\n\n${prompt!.text}`);
  }
}

/**
 * Whether the answer is in the prompt: every question of the sample sites, and of those in the folder `--data`, is
 * asked with a language model that remembers what it is given. `searched`: the same with as much of other sites around
 * it that the site cannot be whole in a prompt. The embedder is the only setting that is not the default.
 */
export async function inPrompt(options: BenchOptions): Promise<Figures> {
  const { data, embedder, verbose, judge, prompts } = options;
  const oracle = await startPromptOracle();
  const all = promptedSites(data);
  const whole: Prompted[] = [];
  const searched: Prompted[] = [];
  const sites: Figures = {};
  const without: string[] = [];
  try {
    for (const site of all) {
      const own = await askAll(site, oracle, embedder);
      whole.push(...own);
      const padded = paddedSite(site, all);
      const isLong = padded?.posts.length === site.posts.length;
      const around = isLong ? own : padded ? await askAll(padded, oracle, embedder) : [];
      searched.push(...around);
      if (!padded) without.push(site.name);
      sites[site.name] = { ...figuresOf(own), ...(padded && figuresOf(around, '_searched')) };
      if (verbose) printMisses(site, own, judge);
      if (verbose && padded) printMisses({ ...site, name: `${site.name} searched` }, around, judge);
    }
  } finally {
    await oracle.close();
  }
  if (!whole.some(({ prompt }) => prompt?.sources.length)) {
    throw new Error('No prompt has a source: the oracle does not understand its format.');
  }
  if (prompts > 0) printPrompts([...whole, ...searched], prompts, judge);
  return {
    answerable: whole.length,
    ...figuresOf(whole),
    ...figuresOf(searched, '_searched'),
    searched_without: without.join(', '),
    rewrites: whole.reduce((sum, { rewrites }) => sum + rewrites, 0),
    prompts: sites,
  };
}
