import type { GroundingPassage } from '../server/providers/language-model.ts';
import { understand } from '../server/question/understand.ts';
import { builtinAnswerer } from '../server/providers/builtin/builtin.ts';

/** The built-in answerer's text if nothing answers the question. */
export const refusal = 'REFUSAL';

/** The whole answer of the built-in answerer to these passages. */
export async function builtInAnswer(
  question: string,
  passages: readonly GroundingPassage[],
): Promise<string> {
  const { signal } = new AbortController();
  const request = {
    messages: [],
    maxTokens: 1024,
    temperature: 0,
    reasoningEffort: null,
    tools: [],
    toolChoice: 'none' as const,
    grounding: { question, greeting: understand(question).greeting, passages, refusal },
  };
  let text = '';
  for await (const event of builtinAnswerer().stream(request, { signal })) {
    if (event.type === 'text') text += event.text;
  }
  return text;
}
