import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { quantile, share } from '../parts/measure.ts';
import { type Prompt, startPromptOracle } from '../parts/prompt-oracle.ts';
import {
  allSites,
  type Conversation,
  documentOfPost,
  escaped,
  type Site,
  type Turn,
} from '../parts/sites.ts';
import { type Session, startWholeSite } from '../parts/whole-site.ts';
import type { BenchOptions, Figures } from '../run.ts';

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

/** Whether all that is expected is in the sources of the right pages. */
function isIn({ sources }: Prompt, { patterns, pages }: Turn): boolean {
  const ofPage = pages.map((url) => new RegExp(`${escaped(url)}(?![\\w/-])`));
  const told = sources
    .filter(({ text }) => ofPage.length === 0 || ofPage.some((page) => page.test(text)))
    .map(({ text }) => text)
    .join('\n');
  return patterns.every((pattern) => pattern.test(told));
}

/** Pairs of sites of one trade: a page of one answers questions about the other. */
const alike = [
  ['buecherei-de', 'bibliothek'],
  ['outdoor-en', 'cycles'],
];
/** Tokens. A prompt takes 4,000 tokens of sources; a site of the second number cannot be whole in it. */
const padded = 6000;
const tooLong = 5000;

const tokensOf = (posts: Site['posts']) =>
  posts.reduce((sum, post) => {
    const texts = documentOfPost(post).chunks.map(({ content }) => content);
    return sum + encode([post.title, ...texts].join('\n')).length;
  }, 0);

/** Posts first, then pages outside of the menu: a page such as the opening hours of another site competes. */
const weightOf = ({ post_type, prominent }: Site['posts'][number]) =>
  (post_type === 'page' ? 1 : 0) + (prominent ? 1 : 0);

/**
 * Returns the site with so much of other sites in its language that it is longer than a prompt may be; null if there
 * is not enough.
 */
function paddedSite(site: Site, all: readonly Site[]): Site | null {
  const { name, home, language, posts: own } = site;
  const isAlike = (other: Site) =>
    alike.some((pair) => pair.includes(name) && pair.includes(other.name));
  const others = all
    .filter((other) => other !== site && other.language === language && !isAlike(other))
    .flatMap((other) => other.posts)
    .sort((a, b) => weightOf(a) - weightOf(b));
  const posts = [...own];
  let missing = padded - tokensOf(own);
  for (const post of others) {
    if (missing <= 0) break;
    const id = posts.length + 1;
    posts.push({ ...post, id, permalink: `${home}/more/${id}/` });
    missing -= tokensOf([post]);
  }
  return tokensOf(posts) < tooLong ? null : { ...site, posts };
}

type Oracle = Awaited<ReturnType<typeof startPromptOracle>>;

/** Asks all of a site's questions, and returns those that it answers. */
async function askAll(site: Site, oracle: Oracle, embedder: string): Promise<Prompted[]> {
  const whole = await startWholeSite(site, embedder);
  const prompted: Prompted[] = [];
  try {
    await whole.settings({ llm: oracle.llm });
    for (const conversation of site.conversations) {
      const session: Session = {};
      for (const [at, turn] of conversation.turns.entries()) {
        const { question, standalone = question, patterns } = turn;
        const prompts = await oracle.promptsOf({ standalone, patterns }, () =>
          whole.ask(question, conversation.pageUrl, session),
        );
        if (patterns.length === 0) continue;
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
  const inPrompt = (of: readonly Prompted[]) => share(of, ({ isInPrompt }) => isInPrompt);
  const tokens = all.flatMap(({ prompt }) => (prompt ? [encode(prompt.text).length] : []));
  return {
    [`in_prompt_share${suffix}`]: inPrompt(all),
    [`in_prompt_share_followups${suffix}`]: inPrompt(all.filter(({ isFollowUp }) => isFollowUp)),
    [`prompt_tokens_median${suffix}`]: quantile(tokens, 0.5),
    [`prompt_tokens_max${suffix}`]: Math.max(0, ...tokens),
    [`source_tokens_max${suffix}`]: sourceTokens(all),
    [`refused_before_model${suffix}`]: all.filter(({ prompt }) => !prompt).length,
  };
}

function printMisses(site: Site, all: readonly Prompted[], judge: boolean): void {
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
  const all = allSites(data);
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
