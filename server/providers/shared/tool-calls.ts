import type { ModelMessage, ToolCall } from '../language-model.ts';

/** Returns the text of a result, for a format without a field that says whether the call succeeded. */
export const resultText = ({ ok, content }: Extract<ModelMessage, { role: 'tool' }>): string =>
  ok ? content : `Error: ${content}`;

/**
 * Writes calls and their results as text, for a model that knows no tools: its template would drop messages with
 * the role `tool`. Joins neighbouring user messages, because some templates insist on turns.
 */
export function callsInProse(messages: readonly ModelMessage[]): ModelMessage[] {
  const turns: ModelMessage[] = [];
  for (const message of messages.map(inProse)) {
    const last = turns.at(-1);
    if (message.role === 'user' && last?.role === 'user') {
      turns[turns.length - 1] = { role: 'user', content: `${last.content}\n\n${message.content}` };
    } else {
      turns.push(message);
    }
  }
  return turns;
}

function inProse(message: ModelMessage): ModelMessage {
  if (message.role === 'tool') {
    return { role: 'user', content: `The tool ${message.name} answers:\n${resultText(message)}` };
  }
  if (message.role !== 'assistant' || !message.toolCalls?.length) return message;
  const calls = message.toolCalls.map(
    ({ name, input }) => `I ask the tool ${name}: ${JSON.stringify(input ?? {})}`,
  );
  return { role: 'assistant', content: [message.content, ...calls].filter(Boolean).join('\n\n') };
}

/**
 * Reads the number of the function that Gemini refuses. Its compatible server, too, makes one tool with several
 * functions of all. https://github.com/iBUHub/AIStudioToAPI/issues/154
 */
export const refusedFunction = (said: string): string | undefined =>
  /\btools\[0\]\.function_?declarations\[(\d+)\]/i.exec(said)?.[1];

/** Reads a call's arguments, which may be JSON or an object. An empty text means no arguments. */
export function toolInput(written: unknown): ToolCall['input'] {
  if (typeof written === 'string') return written.trim() === '' ? {} : toolInput(parse(written));
  const isObject = typeof written === 'object' && written !== null && !Array.isArray(written);
  return isObject ? (written as Record<string, unknown>) : null;
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? null : value;
  } catch {
    return null;
  }
}
