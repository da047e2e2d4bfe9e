import type { Log } from '../runtime/log.ts';
import type { OfferedTool } from '../mcp/tools.ts';
import type { ModelMessage, ToolCall } from '../providers/language-model.ts';

export type ToolEvent = {
  type: 'tool';
  id: string;
  name: string;
  label: string;
} & ({ state: 'start' } | { state: 'end'; ok: boolean });

type Result = Extract<ModelMessage, { role: 'tool' }>;

/** Calls of one turn. A model that wants more has lost its way; the rest are refused. */
const maxCalls = 16;

const failed = (content: string) => Promise.resolve({ ok: false, content });

/**
 * Makes the calls of one turn, all at once, and tells when each begins and ends. What fails is a result
 * that the model reads, so there is one for every call, in their order.
 *
 * @param number Of the first call, so that those of one answer are told apart.
 * @throws the signal's reason
 */
export async function* callTools(
  calls: readonly ToolCall[],
  tools: readonly OfferedTool[],
  { number, signal, log }: { number: number; signal: AbortSignal; log: Log },
): AsyncGenerator<ToolEvent, Result[]> {
  const nobodyWaits = new AbortController();
  const options = { signal: AbortSignal.any([signal, nobodyWaits.signal]) };
  const ended: ToolEvent[] = [];
  let wake = () => {};

  const asked = calls.map((call) => ({
    call,
    tool: tools.find(({ definition }) => definition.name === call.name),
  }));
  const making = asked.map(async ({ call, tool }, index): Promise<Result> => {
    const { id: callId, name, input } = call;
    const started = performance.now();
    const { ok, content } = await (!tool
      ? failed('There is no tool of this name.')
      : index >= maxCalls
        ? failed('Too many calls at once.')
        : input === null
          ? failed('The arguments are not a JSON object.')
          : tool.call(input, options));
    log.info({ tool: name, ok, ms: Math.round(performance.now() - started) }, 'tool called');
    if (tool) ended.push({ ...event(tool, number + index), state: 'end', ok });
    wake();
    return { role: 'tool', callId, name, content, ok };
  });
  const made = Promise.all(making);
  // Nobody may be listening when the visitor leaves, and a rejection that nobody hears ends the process.
  made.catch(() => undefined);

  try {
    let open = 0;
    for (const [index, { tool }] of asked.entries()) {
      if (!tool) continue;
      open++;
      yield { ...event(tool, number + index), state: 'start' };
    }
    while (open > 0) {
      const { promise, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      if (ended.length === 0) await Promise.race([promise, made]);
      for (let next = ended.shift(); next; next = ended.shift(), open--) yield next;
    }
    return await made;
  } finally {
    nobodyWaits.abort();
  }
}

const event = ({ definition, label }: OfferedTool, number: number) => ({
  type: 'tool' as const,
  id: `tool-${number}`,
  name: definition.name,
  label,
});
