import type { Behaviour } from './openai-behaviours.ts';
import type { CompletionRequest } from './openai-stream.ts';

/**
 * `[[fake:tool]]` in the question: calls the first tool without arguments, then answers with what came of it;
 * `[[fake:tool echo {"message":"hi"}]]`: the one whose name ends so, with these. `[[fake:tools]]`: all at once.
 */
export function toolBehaviour(request: CompletionRequest, question: string): Behaviour | undefined {
  const marker = /\[\[fake:(tools?)(?: ([\w-]+))?(?: (\{.*?\}))?\]\]/.exec(question);
  if (!marker) return undefined;
  const [, how, wanted = '', input = '{}'] = marker;
  const last = request.messages.findLastIndex(({ role }) => role !== 'tool');
  const results = request.messages.slice(last + 1).map(({ content }) => String(content));
  const offered = request.tool_choice === 'none' ? [] : (request.tools ?? []);
  const names = offered.map((tool) => tool.function.name).filter((name) => name.endsWith(wanted));
  const calling = names.length > 0 && results.length === 0;
  if (!calling) {
    const text = results.length > 0 ? `The tools say: ${results.join(' / ')}` : 'I have no tools.';
    return { kind: 'answer', text };
  }
  const called = how === 'tools' ? names : names.slice(0, 1);
  const parsed = JSON.parse(input) as Record<string, unknown>;
  return { kind: 'answer', toolCalls: called.map((name) => ({ name, input: parsed })) };
}
