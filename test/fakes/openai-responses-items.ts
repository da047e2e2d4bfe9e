import { refuse, type Refusal } from './openai-refusal.ts';
import { nameRefusal, tooLong, unknownField } from './openai-tool-rules.ts';

type Body = Record<string, unknown>;

const fieldsOf: Readonly<Record<string, string>> = {
  message: 'type role content id status phase',
  function_call: 'type id call_id name arguments status',
  function_call_output: 'type id call_id output status',
  reasoning: 'type id summary content encrypted_content status',
};

/** The fake's encrypted reasoning: of one item, and nobody else's. */
export const encrypted = (id: string): string => `gAAAA-fake-${id}`;
/** An item's id tells the reasoning before it: `fc_…_of_rs_…`. */
export const itemId = (kind: 'msg' | 'fc', number: number, reasoning: string | undefined): string =>
  `${kind}_${number}${reasoning === undefined ? '' : `_of_${reasoning}`}`;

/** https://developers.openai.com/api/reference/resources/responses/methods/create */
export function inputRefusal(body: Body): Refusal | undefined {
  const { input, store } = body;
  if (typeof input === 'string') return undefined;
  if (!Array.isArray(input)) {
    return refuse(
      "Missing required parameter: 'input'. One of \"input\" or \"previous_response_id\" or 'prompt' or 'conversation_id' must be provided.",
      { param: 'input', code: 'missing_required_parameter' },
    );
  }
  const items = input as Body[];
  for (const [index, item] of items.entries()) {
    const refusal = itemRefusal(item, `input[${index}]`) ?? pairRefusal(items, index, store);
    if (refusal) return refusal;
  }
  return callsRefusal(items);
}

function itemRefusal(item: Body, path: string): Refusal | undefined {
  const { type = 'message' } = item as { type?: string };
  const known = fieldsOf[type];
  if (known === undefined) {
    return refuse(`Invalid value: '${type}'.`, { param: `${path}.type`, code: 'invalid_value' });
  }
  return unknownField(path, item, known) ?? contentRefusal(item, type, path);
}

function contentRefusal(item: Body, type: string, path: string): Refusal | undefined {
  const missing = (name: string) =>
    refuse(`Missing required parameter: '${path}.${name}'.`, {
      param: `${path}.${name}`,
      code: 'missing_required_parameter',
    });
  switch (type) {
    case 'message':
      if (!['user', 'assistant', 'system', 'developer'].includes(item['role'] as string)) {
        return refuse(`Invalid value: '${String(item['role'])}'.`, { param: `${path}.role` });
      }
      return item['content'] == null ? missing('content') : partRefusal(item, path);
    case 'reasoning':
      return Array.isArray(item['summary']) ? undefined : missing('summary');
    case 'function_call':
      if (typeof item['arguments'] !== 'string') return missing('arguments');
      return callIdRefusal(item, path) ?? nameRefusal(`${path}.name`, item['name']);
    default:
      return typeof item['output'] === 'string' ? callIdRefusal(item, path) : missing('output');
  }
}

/** https://developers.openai.com/api/docs/guides/migrate-to-responses */
function partRefusal({ role, content }: Body, path: string): Refusal | undefined {
  if (!Array.isArray(content)) return undefined;
  const supported = role === 'assistant' ? ['output_text', 'refusal'] : ['input_text'];
  const parts = content as { type: string }[];
  const type = parts.find((part) => !supported.includes(part.type))?.type;
  if (type === undefined) return undefined;
  const names = supported.map((name) => `'${name}'`).join(' and ');
  return refuse(`Invalid value: '${type}'. Supported values are: ${names}.`, {
    param: `${path}.content[0]`,
    code: 'invalid_value',
  });
}

function callIdRefusal(item: Body, path: string): Refusal | undefined {
  if (typeof item['call_id'] === 'string' && item['call_id'] !== '') {
    return tooLong(`${path}.call_id`, item['call_id'], 64);
  }
  return refuse(`Missing required parameter: '${path}.call_id'.`, {
    param: `${path}.call_id`,
    code: 'missing_required_parameter',
  });
}

/**
 * Reasoning and the item after it belong together, and are known by their content alone to a vendor that stores
 * nothing. https://github.com/continuedev/continue/issues/8933, https://github.com/TanStack/ai/issues/1212,
 * https://github.com/can1357/oh-my-pi/pull/50
 */
function pairRefusal(items: readonly Body[], index: number, store: unknown): Refusal | undefined {
  const {
    type = 'message',
    id = '',
    encrypted_content: content,
  } = (items[index] ?? {}) as Record<string, string | undefined>;
  if (type === 'reasoning') {
    if (content == null && store === false) {
      return refuse(
        `Item with id '${id}' not found. Items are not persisted when \`store\` is set to false. Try again with \`store\` set to true, or remove this item from your input.`,
        { status: 404, param: 'input' },
      );
    }
    if (content !== encrypted(id)) {
      return refuse(
        `The encrypted content for item ${id} could not be verified. Reason: Encrypted content could not be decrypted or parsed.`,
        { code: 'invalid_encrypted_content' },
      );
    }
    const { type: next, role } = items[index + 1] ?? {};
    if (next === 'function_call' || next === 'reasoning' || role === 'assistant') return undefined;
    return refuse(
      `Item '${id}' of type 'reasoning' was provided without its required following item.`,
      { param: 'input' },
    );
  }
  const needed = /_of_(rs_.*)$/.exec(id)?.[1];
  const before = items.slice(0, index);
  if (needed === undefined || before.some((one) => one['id'] === needed)) return undefined;
  return refuse(
    `Item '${id}' of type '${type}' was provided without its required 'reasoning' item: '${needed}'.`,
    { param: 'input' },
  );
}

/** https://github.com/continuedev/continue/issues/10092, https://github.com/openai/openai-agents-python/issues/673 */
function callsRefusal(items: readonly Body[]): Refusal | undefined {
  const waiting = new Set<string>();
  for (const { type, call_id: id } of items as { type?: string; call_id: string }[]) {
    if (type === 'function_call') waiting.add(id);
    if (type === 'function_call_output' && !waiting.delete(id)) {
      return refuse(`No tool call found for function call output with call_id ${id}.`, {
        param: 'input',
      });
    }
  }
  const [left] = waiting;
  if (left === undefined) return undefined;
  return refuse(`No tool output found for function call ${left}.`, { param: 'input' });
}
