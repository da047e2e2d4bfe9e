import type { ModelMessage } from '../language-model.ts';
import { isGemini3 } from './thinking.ts';

/** https://ai.google.dev/api/caching#Part */
export interface Part {
  text?: string;
  thoughtSignature?: string;
  functionCall?: { id: string; name: string; args: object };
  functionResponse?: { id: string; name: string; response: object };
}

export interface Content {
  role: 'user' | 'model';
  parts: Part[];
}

/** Takes the place of the signature of a call that another model made: https://ai.google.dev/gemini-api/docs/thought-signatures */
const unsigned = 'skip_thought_signature_validator';

/** Returns the messages but those of the system. Neighbours of one role are one content, as results must be. */
export function toContents(
  { id, model }: { id: string; model: string },
  messages: readonly ModelMessage[],
): Content[] {
  const contents: Content[] = [];
  for (const message of messages) {
    if (message.role === 'system') continue;
    const role = message.role === 'assistant' ? 'model' : 'user';
    const parts = partsOf(id, isGemini3(model), message);
    const last = contents.at(-1);
    if (parts.length === 0) continue;
    if (last?.role === role) last.parts.push(...parts);
    else contents.push({ role, parts });
  }
  return contents;
}

function partsOf(
  id: string,
  wantsSignatures: boolean,
  message: Exclude<ModelMessage, { role: 'system' }>,
): Part[] {
  if (message.role === 'tool') {
    const { callId, name, ok, content } = message;
    const response = ok ? { output: content } : { error: content };
    return [{ functionResponse: { id: callId, name, response } }];
  }
  const text = message.content ? [{ text: message.content }] : [];
  if (!('toolCalls' in message) || !message.toolCalls?.length) return text;
  const own = message.carried?.find(({ model }) => model === id)?.value;
  if (Array.isArray(own)) return own as Part[];
  const calls = message.toolCalls.map((call, index) => ({
    functionCall: { id: call.id, name: call.name, args: call.input ?? {} },
    // Only the first of parallel calls has one.
    ...(wantsSignatures && index === 0 && { thoughtSignature: unsigned }),
  }));
  return [...text, ...calls];
}
