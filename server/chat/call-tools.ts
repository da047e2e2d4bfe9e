import type { Log } from '../runtime/log.ts';
import { inSpan } from '../runtime/spans.ts';
import type { OfferedTool } from '../mcp/tools.ts';
import type { ModelMessage, ToolCall } from '../providers/language-model.ts';

export type ToolEvent = {
  type: 'tool';
  id: string;
  name: string;
  label: string;
} & ({ state: 'start' } | { state: 'end'; ok: boolean });

type Result = Extract<ModelMessage, { role: 'tool' }>;

/** Calls in one turn; the others are refused. */
const maxCalls = 16;

const failed = (content: string) => Promise.resolve({ ok: false, content });

/**
 * Makes the calls of one turn at the same time and yields when each begins and ends. A failure is a result
 * for the model to read. Returns one result for every call, in their order.
 *
 * @param number Number of the first call in this answer.
 * @throws the signal's reason
 */
export async function* callTools(
  calls: readonly ToolCall[],
  tools: readonly OfferedTool[],
  { number, signal, log }: { number: number; signal: AbortSignal; log: Log },
): AsyncGenerator<ToolEvent, Result[]> {
  const left = new AbortController();
  const options = { signal: AbortSignal.any([signal, left.signal]) };
  const asked = calls.map((call) => tools.find(({ definition }) => definition.name === call.name));
  const event = ({ definition, label }: OfferedTool, index: number) => ({
    type: 'tool' as const,
    id: `tool-${number + index}`,
    name: definition.name,
    label,
  });

  const running = calls.map(async ({ id: callId, name, input }, index) => {
    const tool = asked[index];
    const started = performance.now();
    const { ok, content } = await (!tool
      ? failed('There is no tool of this name.')
      : index >= maxCalls
        ? failed('Too many calls at once.')
        : input === null
          ? failed('The arguments are not a JSON object.')
          : inSpan(`execute_tool ${name}`, () => tool.call(input, options), {
              'gen_ai.operation.name': 'execute_tool',
              'gen_ai.tool.name': name,
            }));
    log.info({ tool: name, ok, ms: Math.round(performance.now() - started) }, 'tool called');
    const result: Result = { role: 'tool', callId, name, content, ok };
    return { index, result };
  });
  const all = Promise.all(running);
  // Nobody may be listening when the visitor leaves; an unhandled rejection ends the process.
  all.catch(() => undefined);

  try {
    for (const [index, tool] of asked.entries()) {
      if (tool) yield { ...event(tool, index), state: 'start' };
    }
    const open = new Map(running.entries());
    while (open.size > 0) {
      const { index, result } = await Promise.race(open.values());
      open.delete(index);
      const tool = asked[index];
      if (tool) yield { ...event(tool, index), state: 'end', ok: result.ok };
    }
    return (await all).map(({ result }) => result);
  } finally {
    left.abort();
  }
}
