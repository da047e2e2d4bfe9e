import { setTimeout as sleep } from 'node:timers/promises';
import type { LlmProvider } from '../../contract/providers.ts';
import type { Settings } from '../../contract/settings.ts';
import { isOwnServer } from '../../net/address-guard.ts';
import type { ModelMessage, ModelRequest } from '../../providers/language-model.ts';
import { modelOf } from '../../providers/model-price.ts';
import { findTraits } from '../../providers/model-traits.ts';
import type { Providers } from '../../providers/registry.ts';
import type { TooLong } from '../../providers/shared/vendor-error.ts';
import type { Question } from '../../question/question.ts';
import type { ScoredPassage } from '../../retrieval/pack-context.ts';
import { estimateTokens } from '../../text/estimate-tokens.ts';
import { buildRequest, cardOf, type PromptInput } from './prompt.ts';

/** Milliseconds: the owner may have given a server a larger context meanwhile. */
const lasts = 10 * 60 * 1000;
/** Milliseconds that a visitor waits for the list of models, and that it may take. */
const patience = { visitor: 300, list: 10_000 };

type Llm = Settings['llm'];
/** The built-in model has room for everything. */
type Vendor = Exclude<LlmProvider, 'builtin'>;

const idOf = (llm: Llm, vendor: Vendor) => `${vendor}:${modelOf(llm, vendor)}`;

/** Returns the tokens that the owner says, or the table. */
function knownContext(llm: Llm, vendor: Vendor): number | undefined {
  const own = llm.traits.find(({ model }) => model === idOf(llm, vendor))?.context;
  return own ?? findTraits(vendor, modelOf(llm, vendor), llm.openai_compatible.base_url).context;
}

interface ContextsDependencies {
  providers: Pick<Providers, 'models'>;
  /** Milliseconds. */
  clock: () => number;
}

/** Knows how many tokens of prompt and answer models have room for: as the owner, the table or their server says. */
export class ModelContexts {
  readonly #options: ContextsDependencies;
  readonly #known = new Map<string, { tokens: number | undefined; until: number }>();

  constructor(options: ContextsDependencies) {
    this.#options = options;
  }

  /** Keeps what a refusal says. @param id `provider:model` */
  learn(id: string, tokens: number | undefined): void {
    this.#known.set(id, { tokens, until: this.#options.clock() + lasts });
  }

  /** Returns the context of the smallest model that may be asked; undefined: none is known. */
  async smallest(settings: Settings): Promise<number | undefined> {
    const { llm } = settings;
    const vendors = [llm.provider, llm.fallback].filter((id) => id !== '' && id !== 'builtin');
    const unknown = vendors.filter(
      (vendor) =>
        vendor === 'openai_compatible' &&
        isOwnServer(llm[vendor].base_url) &&
        knownContext(llm, vendor) === undefined &&
        !this.#learned(llm, vendor),
    );
    if (unknown.length > 0) {
      const lists = unknown.map((vendor) => this.#list(settings, vendor).catch(() => undefined));
      await Promise.race([Promise.all(lists), sleep(patience.visitor)]);
    }
    const contexts = vendors.flatMap((vendor) => {
      const learned = this.#learned(llm, vendor)?.tokens;
      return [knownContext(llm, vendor) ?? [], learned ?? []].flat();
    });
    return contexts.length === 0 ? undefined : Math.min(...contexts);
  }

  #learned(llm: Llm, vendor: Vendor): { tokens: number | undefined } | undefined {
    const found = this.#known.get(idOf(llm, vendor));
    return found && found.until > this.#options.clock() ? found : undefined;
  }

  /** Reads the server's list. A server of one model answers with it, whatever name it is called by. */
  async #list(settings: Settings, vendor: Vendor): Promise<void> {
    const id = idOf(settings.llm, vendor);
    this.learn(id, undefined);
    const signal = AbortSignal.timeout(patience.list);
    const list = await this.#options.providers.models(settings, 'llm', vendor, signal);
    const model = modelOf(settings.llm, vendor);
    const found = list.find((one) => one.id === model) ?? (list.length === 1 ? list[0] : undefined);
    if (found?.context !== undefined) this.learn(id, found.context);
  }
}

/** Tokens of the rules, the time and the frames of the sources. */
const ruleTokens = 500;
/** Below it, earlier turns are left out: a passage of the usual size has a quarter of it. */
const minPassages = 1000;
/** An estimate may be too low. */
const usable = 0.85;
/** The part of a context that is kept free for the answer, if the owner wants no shorter ones. */
const answerPart = 1 / 4;

const reserveOf = ({ chat }: Settings, context: number) =>
  Math.min(chat.max_tokens, Math.floor(context * answerPart));

/**
 * Makes a question fit into a model's context, where that is known: without the earliest turns, and with as many tokens
 * of passages as are left.
 */
export function fitContext(
  settings: Settings,
  question: Question,
  context: number | undefined,
): { question: Question; tokenLimit: number } {
  if (context === undefined) return { question, tokenLimit: Infinity };
  const { chat } = settings;
  const fixed = estimateTokens(
    [chat.system_prompt, chat.tone, cardOf(settings), question.text].join('\n'),
  );
  let left = context * usable - reserveOf(settings, context) - ruleTokens - fixed;
  const turns = question.history.map(({ content }) => estimateTokens(content));
  for (const tokens of turns) left -= tokens;
  let from = 0;
  for (; from < turns.length && left < minPassages; from++) left += turns[from]!;
  const history = question.history.slice(from);
  return { question: { ...question, history }, tokenLimit: Math.max(0, Math.floor(left)) };
}

/** Returns how many tokens the answer to a prompt may have: as many as the owner wants, if the context has room. */
export function answerTokens(
  settings: Settings,
  messages: readonly ModelMessage[],
  context: number | undefined,
): number {
  const { max_tokens } = settings.chat;
  if (context === undefined) return max_tokens;
  const prompt = estimateTokens(messages.map(({ content }) => content).join('\n')) / usable;
  return Math.min(max_tokens, Math.max(reserveOf(settings, context), Math.floor(context - prompt)));
}

/** Times that a refused request is shortened: with one half of one passage left, nothing is. */
const maxTries = 8;
/** Characters; a shorter beginning of a passage answers nothing. */
const minPassage = 400;

const tokensOf = ({ title, url, headingPath, content }: ScoredPassage) =>
  estimateTokens([title, url, headingPath, content].join('\n'));

/** The request of a question, and shorter ones for a model that refuses it for its length. */
export class FittingRequest {
  readonly #full: PromptInput;
  readonly request: ModelRequest;
  #input: PromptInput;
  #context: number | undefined;
  #tries = 0;

  /** @param context Tokens that the model is known to have room for. */
  constructor(input: PromptInput, context: number | undefined) {
    this.#full = input;
    const { question } = fitContext(input.settings, input.question, context);
    this.#input = { ...input, question };
    this.#context = context;
    this.request = this.#make();
  }

  /** Returns a request with fewer turns or passages; null if nothing is left to leave out. */
  shorten({ limit }: TooLong): ModelRequest | null {
    if (this.#tries++ === maxTries) return null;
    const isNews = limit !== undefined && limit < (this.#context ?? Infinity);
    if (isNews) this.#context = limit;
    const shorter = (isNews && this.#fitted(limit)) || this.#halved();
    if (!shorter) return null;
    this.#input = shorter;
    return this.#make();
  }

  #make(): ModelRequest {
    const request = buildRequest(this.#input);
    const maxTokens = answerTokens(this.#input.settings, request.messages, this.#context);
    return { ...request, maxTokens };
  }

  /** Returns what fits by the estimate, at least the best passage; null if that is no less. */
  #fitted(context: number): PromptInput | null {
    const { settings, passages: all } = this.#full;
    const { question, tokenLimit } = fitContext(settings, this.#full.question, context);
    let sum = 0;
    const passages = all.filter((each, at) => (sum += tokensOf(each)) <= tokenLimit || at === 0);
    const isShorter =
      passages.length < this.#input.passages.length ||
      question.history.length < this.#input.question.history.length;
    return isShorter ? { ...this.#input, question, passages } : null;
  }

  /** Leaves out half of the passages, then the conversation, then half of the last passage. */
  #halved(): PromptInput | null {
    const { passages, question } = this.#input;
    const [best] = passages;
    if (passages.length > 1) {
      return { ...this.#input, passages: passages.slice(0, Math.floor(passages.length / 2)) };
    }
    if (question.history.length > 0) {
      return { ...this.#input, question: { ...question, history: [] } };
    }
    if (!best || best.content.length < minPassage) return null;
    const content = best.content.slice(0, best.content.length / 2).toWellFormed();
    return { ...this.#input, passages: [{ ...best, content }] };
  }
}
