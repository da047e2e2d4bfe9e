import type { Settings } from '../contract/settings.ts';
import { findTraits } from '../providers/find-traits.ts';
import type { Question } from '../question/understand.ts';
import { estimateTokens } from '../text/estimate-tokens.ts';

/** Tokens of the rules, the time and the frames of the sources. */
const ruleTokens = 500;
/** Below it, earlier turns are left out: a passage of the usual size has a quarter of it. */
const minPassages = 1000;
/** An estimate may be too low. */
const usable = 0.85;

/** Returns the context of the smallest model that may be asked; undefined: none is known. */
function smallestContext({ provider, fallback, traits, ...vendors }: Settings['llm']) {
  const known = [provider, fallback].flatMap((id) => {
    if (id === '' || id === 'builtin') return [];
    const { model } = vendors[id];
    const own = traits.find((one) => one.model === `${id}:${model}`)?.context;
    return own ?? findTraits(id, model).context ?? [];
  });
  return known.length === 0 ? undefined : Math.min(...known);
}

/**
 * Makes a question fit into a model's context, where that is known: without the earliest turns, and with as many tokens
 * of passages as are left; `undefined` tokens: as many as usual.
 */
export function fitContext(
  { chat, llm }: Settings,
  question: Question,
): { question: Question; tokenLimit: number | undefined } {
  const context = smallestContext(llm);
  if (context === undefined) return { question, tokenLimit: undefined };
  const told = estimateTokens([chat.system_prompt, chat.tone, question.text].join('\n'));
  const room = context * usable - chat.max_tokens - ruleTokens - told;
  const turns = question.history.map(({ content }) => estimateTokens(content));
  let from = 0;
  let left = room - turns.reduce((sum, tokens) => sum + tokens, 0);
  for (; from < turns.length && left < minPassages; from++) left += turns[from]!;
  const history = from === 0 ? question.history : question.history.slice(from);
  return { question: { ...question, history }, tokenLimit: Math.max(0, Math.floor(left)) };
}
