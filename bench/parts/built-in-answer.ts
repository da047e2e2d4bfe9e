import { quotationText } from '../../server/chat/answer/quotation.ts';
import type { Retrieval } from '../../server/retrieval/retrieve.ts';
import { understand } from '../../server/question/understand.ts';
import { builtinAnswerer } from '../../server/providers/builtin/builtin.ts';

/** The built-in answerer's text if nothing answers the question. */
export const refusal = 'REFUSAL';

/** Returns the whole answer of the built-in answerer, which has the statements that the chat gives it. */
export async function builtInAnswer(
  question: string,
  { confidence, quote }: Pick<Retrieval, 'confidence' | 'quote'>,
): Promise<string> {
  const { signal } = new AbortController();
  const request = {
    messages: [],
    maxTokens: 1024,
    temperature: 0,
    reasoningEffort: null,
    tools: [],
    toolChoice: 'none' as const,
    grounding: {
      greeting: understand(question).greeting,
      quote: () => {
        const quotation = confidence.outcome === 'answer' ? quote() : null;
        const text = quotation ? quotationText(quotation, (title) => `${title}:`) : '';
        return Promise.resolve(text);
      },
    },
  };
  let text = '';
  for await (const event of builtinAnswerer().stream(request, { signal })) {
    if (event.type === 'text') text += event.text;
  }
  return text || refusal;
}
