import type { Settings } from '../contract/settings.ts';
import type { ModelMessage } from '../providers/language-model.ts';
import type { Question } from '../question/understand.ts';
import { estimateTokens } from '../text/estimate-tokens.ts';

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
 * of passages as are left; `undefined` tokens: as many as usual.
 */
export function fitContext(
  settings: Settings,
  question: Question,
  context: number | undefined,
): { question: Question; tokenLimit: number | undefined } {
  if (context === undefined) return { question, tokenLimit: undefined };
  const { chat } = settings;
  const told = estimateTokens([chat.system_prompt, chat.tone, question.text].join('\n'));
  const room = context * usable - reserveOf(settings, context) - ruleTokens - told;
  const turns = question.history.map(({ content }) => estimateTokens(content));
  let from = 0;
  let left = room - turns.reduce((sum, tokens) => sum + tokens, 0);
  for (; from < turns.length && left < minPassages; from++) left += turns[from]!;
  const history = from === 0 ? question.history : question.history.slice(from);
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
