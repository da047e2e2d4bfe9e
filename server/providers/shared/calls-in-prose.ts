import type { ModelMessage } from '../language-model.ts';

/** A result, for a format without a field that says whether the call succeeded. */
export const resultText = ({ ok, content }: Extract<ModelMessage, { role: 'tool' }>): string =>
  ok ? content : `Error: ${content}`;

/**
 * The conversation with its calls and their results as text, for a model that knows no tools: templates drop
 * what has another role. Users and assistants take turns, which some templates insist on.
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
