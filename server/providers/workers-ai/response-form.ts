import type { WorkersAiChunk } from './reader.ts';

/** A whole answer in OpenAI's newer format. https://developers.cloudflare.com/workers-ai/models/gpt-oss-120b/ */
export interface ResponseObject {
  output?: readonly (Item | null)[] | null;
  status?: unknown;
  usage?: { input_tokens?: unknown; output_tokens?: unknown } | null;
}

interface Item {
  type?: unknown;
  content?: readonly ({ text?: unknown } | null)[] | null;
  name?: unknown;
  arguments?: unknown;
}

interface ResponseEvent extends ResponseObject {
  type?: unknown;
  delta?: unknown;
  response?: ResponseObject | null;
}

const textOf = (items: readonly Item[], type: string): string =>
  items
    .filter((item) => item.type === type)
    .flatMap(({ content }) => content ?? [])
    .map((part) => (typeof part?.text === 'string' ? part.text : ''))
    .join('');

function toWhole({ output, status, usage }: ResponseObject, isStreamed: boolean): WorkersAiChunk {
  const items = (output ?? []).filter((item) => item !== null);
  const said = {
    content: textOf(items, 'message'),
    reasoning: textOf(items, 'reasoning'),
  };
  const tool_calls = items.flatMap(({ type, name, arguments: written }) =>
    type === 'function_call' ? [{ name, arguments: written }] : [],
  );
  const finish_reason = status === 'incomplete' ? 'length' : 'stop';
  return {
    choices: [{ message: { ...(!isStreamed && said), tool_calls }, finish_reason }],
    ...(usage && {
      usage: { prompt_tokens: usage.input_tokens, completion_tokens: usage.output_tokens },
    }),
  };
}

/** Turns answers in the format of the Responses API, as some models give them, into those of chat completions. */
export function responseForm() {
  let isStreamed = false;
  return (said: WorkersAiChunk): WorkersAiChunk => {
    const event = said as ResponseEvent;
    const { type, delta, output, response } = event;
    if (Array.isArray(output)) return toWhole(event, isStreamed);
    switch (type) {
      case 'response.output_text.delta':
        isStreamed = true;
        return { response: delta };
      case 'response.reasoning_text.delta':
        isStreamed = true;
        return { choices: [{ delta: { reasoning: delta } }] };
      case 'response.completed':
      case 'response.incomplete':
        return toWhole(response ?? {}, isStreamed);
      default:
        return said;
    }
  };
}
