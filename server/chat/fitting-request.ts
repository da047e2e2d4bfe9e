import type { Settings } from '../contract/settings.ts';
import type { ModelRequest } from '../providers/language-model.ts';
import type { TooLong } from '../providers/shared/vendor-error.ts';
import { estimateTokens } from '../text/estimate-tokens.ts';
import { answerTokens, fitContext } from './fit-context.ts';
import { buildRequest, type NumberedPassage, type PromptInput } from './prompt.ts';

/** Times that a refused request is shortened: with one half of one passage left, nothing is. */
const maxTries = 8;
/** Characters; a shorter beginning of a passage answers nothing. */
const minPassage = 400;

const tokensOf = ({ title, url, headingPath, content }: NumberedPassage) =>
  estimateTokens([title, url, headingPath, content].join('\n'));

/** Returns the first passages that have so many tokens together, at least the best. */
function within(passages: readonly NumberedPassage[], tokens: number): readonly NumberedPassage[] {
  let sum = 0;
  const kept = passages.filter((passage) => (sum += tokensOf(passage)) <= tokens);
  return kept.length > 0 ? kept : passages.slice(0, 1);
}

/** The request of a question, and shorter ones for a model that refuses it for its length. */
export class FittingRequest {
  readonly #settings: Settings;
  readonly #whole: PromptInput;
  readonly #first: ModelRequest;
  #input: PromptInput;
  #context: number | undefined;
  #tries = 0;

  /** @param context Tokens that the model is known to have room for. */
  constructor(input: PromptInput, context: number | undefined) {
    this.#settings = input.settings;
    this.#whole = input;
    const { question } = fitContext(input.settings, input.question, context);
    this.#input = { ...input, question };
    this.#context = context;
    this.#first = this.#make();
  }

  get request(): ModelRequest {
    return this.#first;
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
    const maxTokens = answerTokens(this.#settings, request.messages, this.#context);
    return { ...request, maxTokens };
  }

  /** Returns what fits by the estimate; null if that is no less. */
  #fitted(context: number): PromptInput | null {
    const { question, tokenLimit } = fitContext(this.#settings, this.#whole.question, context);
    const passages = within(this.#whole.passages, tokenLimit ?? Infinity);
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
