/** How a vendor writes an answer. */
export interface Wire {
  contentType: string;
  begin: string;
  /** The text of a delta is written between two halves; they take turns. */
  halves: string[][];
  end: (deltas: number) => string;
}

/** Padding, of another length in each chunk, as OpenAI's documentation says. */
const padding = 'aZ0bY1cX2dW3eV4f';
const data = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
const named = (value: { type: string }) => `event: ${value.type}\n${data(value)}`;
const halvesOf = (frame: (n: number) => string) =>
  Array.from({ length: 16 }, (_, n) => frame(n).split('|'));

/** https://developers.openai.com/api/reference/resources/chat/subresources/completions/streaming-events */
function completions(): Wire {
  const about = {
    id: 'chatcmpl-0000000000000000000000000000',
    object: 'chat.completion.chunk',
    created: 1_767_600_000,
    model: 'fake',
    service_tier: 'default',
    system_fingerprint: 'fp_0000000000',
  };
  const frame = (delta: object, finish_reason: string | null, n = 0) =>
    data({
      ...about,
      choices: [{ index: 0, delta, logprobs: null, finish_reason }],
      usage: null,
      obfuscation: padding.slice(n),
    });
  return {
    contentType: 'text/event-stream',
    begin: frame({ role: 'assistant', content: '', refusal: null }, null),
    halves: halvesOf((n) => frame({ content: ' |' }, null, n)),
    end(deltas) {
      const usage = { prompt_tokens: 100, completion_tokens: deltas, total_tokens: 100 + deltas };
      return `${frame({}, 'stop')}${data({ ...about, choices: [], usage })}data: [DONE]\n\n`;
    },
  };
}

/** https://developers.openai.com/api/reference/resources/responses/streaming-events */
function responses(): Wire {
  const item_id = 'msg_00000000000000000000000000000000000000000000000000';
  const at = { item_id, output_index: 0, content_index: 0 };
  const message = { id: item_id, type: 'message', role: 'assistant', status: 'completed' };
  const response = { id: 'resp_0', object: 'response', model: 'fake', store: false };
  return {
    contentType: 'text/event-stream',
    begin: named({
      type: 'response.created',
      ...{ sequence_number: 0, response: { ...response, status: 'in_progress', output: [] } },
    }),
    halves: halvesOf((n) =>
      named({
        type: 'response.output_text.delta',
        ...{ ...at, delta: ' |', logprobs: [], obfuscation: padding.slice(n), sequence_number: n },
      }),
    ),
    end(deltas) {
      const usage = { input_tokens: 100, output_tokens: deltas, total_tokens: 100 + deltas };
      const item = {
        ...message,
        content: [{ type: 'output_text', text: ' word', annotations: [] }],
      };
      return (
        named({ type: 'response.output_item.done', ...{ output_index: 0, item } }) +
        named({
          type: 'response.completed',
          ...{ response: { ...response, status: 'completed', output: [item], usage } },
        })
      );
    },
  };
}

/** https://platform.claude.com/docs/en/build-with-claude/streaming */
function messages(): Wire {
  const message = { id: 'msg_0', type: 'message', role: 'assistant', model: 'fake', content: [] };
  const usage = { input_tokens: 100, output_tokens: 1 };
  return {
    contentType: 'text/event-stream',
    begin:
      named({ type: 'message_start', ...{ message: { ...message, usage } } }) +
      named({
        type: 'content_block_start',
        ...{ index: 0, content_block: { type: 'text', text: '' } },
      }),
    halves: halvesOf(() =>
      named({
        type: 'content_block_delta',
        ...{ index: 0, delta: { type: 'text_delta', text: ' |' } },
      }),
    ),
    end: (deltas) =>
      named({ type: 'content_block_stop', ...{ index: 0 } }) +
      named({
        type: 'message_delta',
        ...{ delta: { stop_reason: 'end_turn' }, usage: { output_tokens: deltas } },
      }) +
      named({ type: 'message_stop' }),
  };
}

/** https://docs.ollama.com/capabilities/streaming */
function chat(): Wire {
  const line = (content: string, rest: object) =>
    `${JSON.stringify({
      model: 'fake',
      created_at: '2026-01-05T08:00:00.123456Z',
      message: { role: 'assistant', content },
      ...rest,
    })}\n`;
  return {
    contentType: 'application/x-ndjson',
    begin: '',
    halves: halvesOf(() => line(' |', { done: false })),
    end: (deltas) =>
      line('', { done: true, done_reason: 'stop', prompt_eval_count: 100, eval_count: deltas }),
  };
}

/** By the end of the path. */
export const wires: Record<string, Wire> = {
  '/chat/completions': completions(),
  '/responses': responses(),
  '/messages': messages(),
  '/api/chat': chat(),
};
