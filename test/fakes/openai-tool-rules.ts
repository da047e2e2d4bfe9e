import { refuse, type Refusal } from './openai-refusal.ts';

type Body = Record<string, unknown>;

const length = (value: unknown) => (typeof value === 'string' ? value.length : 0);

export function tooLong(path: string, value: unknown, longest: number): Refusal | undefined {
  if (length(value) <= longest) return undefined;
  return refuse(
    `Invalid '${path}': string too long. Expected a string with maximum length ${longest}, but got a string with length ${length(value)} instead.`,
    { param: path, code: 'string_above_max_length' },
  );
}

export function nameRefusal(path: string, name: unknown): Refusal | undefined {
  if (typeof name === 'string' && /^[a-zA-Z0-9_-]+$/.test(name)) return tooLong(path, name, 64);
  return refuse(
    `Invalid '${path}': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
    { param: path, code: 'invalid_value' },
  );
}

export function unknownField(path: string, body: Body, known: string): Refusal | undefined {
  const name = Object.keys(body).find((field) => !known.split(' ').includes(field));
  if (name === undefined) return undefined;
  const param = `${path}.${name}`;
  return refuse(`Unknown parameter: '${param}'.`, { param, code: 'unknown_parameter' });
}

export function lengthRefusal(path: string, list: unknown[]): Refusal | undefined {
  if (list.length === 0) {
    return refuse(
      `Invalid '${path}': empty array. Expected an array with minimum length 1, but got an empty array instead.`,
      { param: path, code: 'empty_array' },
    );
  }
  if (list.length <= 128) return undefined;
  return refuse(
    `Invalid '${path}': array too long. Expected an array with maximum length 128, but got an array with length ${list.length} instead.`,
    { param: path, code: 'array_above_max_length' },
  );
}

/** https://developers.openai.com/api/docs/guides/function-calling */
export function toolsRefusal(body: Body): Refusal | undefined {
  const tools = body['tools'];
  if (tools == null) return withoutTools(body);
  const refusal = lengthRefusal('tools', tools as unknown[]);
  if (refusal) return refusal;
  for (const [index, tool] of (tools as Body[]).entries()) {
    const wrong = toolRefusal(tool, `tools[${index}]`);
    if (wrong) return wrong;
  }
  const choice = body['tool_choice'];
  if (typeof choice !== 'string' || ['none', 'auto', 'required'].includes(choice)) return undefined;
  return refuse(
    `Invalid value: '${choice}'. Supported values are: 'none', 'auto', and 'required'.`,
    { param: 'tool_choice', code: 'invalid_value' },
  );
}

function withoutTools(body: Body): Refusal | undefined {
  const name = ['tool_choice', 'parallel_tool_calls'].find((one) => body[one] != null);
  if (name === undefined) return undefined;
  return refuse(
    `Invalid value for '${name}': '${name}' is only allowed when 'tools' are specified.`,
    { param: name },
  );
}

function toolRefusal(tool: Body, path: string): Refusal | undefined {
  if (tool['type'] !== 'function') {
    const param = `${path}.type`;
    return refuse(`Invalid value: '${String(tool['type'])}'. Supported values are: 'function'.`, {
      param,
      code: 'invalid_value',
    });
  }
  const { name, description, parameters } = tool['function'] as Body;
  return (
    unknownField(path, tool, 'type function') ??
    unknownField(
      `${path}.function`,
      tool['function'] as Body,
      'name description parameters strict',
    ) ??
    nameRefusal(`${path}.function.name`, name) ??
    tooLong(`${path}.function.description`, description, 1024) ??
    schemaRefusal(String(name), parameters as Body | undefined, `${path}.function.parameters`)
  );
}

const schemaTypes = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];

/**
 * https://github.com/openai/openai-agents-python/issues/449, https://github.com/langchain-ai/langchainjs/issues/9804,
 * https://github.com/sigoden/aichat/pull/1049
 */
export function schemaRefusal(
  name: string,
  schema: Body | undefined,
  param: string,
): Refusal | undefined {
  if (schema === undefined) return undefined;
  const invalid = (why: string) =>
    refuse(`Invalid schema for function '${name}': ${why}`, {
      param,
      code: 'invalid_function_parameters',
    });
  if (schema['type'] !== 'object') {
    const type = JSON.stringify(schema['type'] ?? 'None');
    return invalid(`schema must be a JSON Schema of 'type: "object"', got 'type: ${type}'.`);
  }
  if (['oneOf', 'anyOf', 'allOf', 'enum', 'not'].some((keyword) => keyword in schema)) {
    return invalid(
      "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level.",
    );
  }
  if (!schema['properties']) return invalid('In context=(), object schema missing properties.');
  for (const [field, part] of Object.entries(schema['properties'] as Record<string, Body>)) {
    const context = `In context=('properties', '${field}')`;
    const types = [part['type'] ?? []].flat();
    if (types.some((type) => !schemaTypes.includes(type as string))) {
      return invalid(
        `${JSON.stringify(part['type'])} is not valid under any of the given schemas.`,
      );
    }
    if (types.includes('array') && !part['items']) {
      return invalid(`${context}, array schema missing items.`);
    }
  }
  return undefined;
}

/** Calls and their results. https://developers.openai.com/api/docs/guides/function-calling */
export function conversationRefusal(
  messages: readonly Body[],
  callFields: readonly string[] = [],
): Refusal | undefined {
  let waiting = new Set<string>();
  let answered = new Set<string>();
  for (const [index, message] of messages.entries()) {
    const path = `messages[${index}]`;
    if (message['role'] === 'tool') {
      const refusal = resultRefusal(message, index, waiting, answered);
      if (refusal) return refusal;
      waiting.delete(message['tool_call_id'] as string);
      answered.add(message['tool_call_id'] as string);
      continue;
    }
    if (waiting.size > 0) return unanswered(waiting, index);
    const calls = message['tool_calls'];
    if (calls === undefined) continue;
    const refusal = callsRefusal(calls as Body[], `${path}.tool_calls`, callFields);
    if (refusal) return refusal;
    waiting = new Set((calls as { id: string }[]).map(({ id }) => id));
    answered = new Set();
  }
  return waiting.size > 0 ? unanswered(waiting, messages.length) : undefined;
}

/** https://github.com/BerriAI/litellm/issues/10083 */
function unanswered(ids: ReadonlySet<string>, index: number): Refusal {
  return refuse(
    `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${[...ids].join(', ')}`,
    { param: `messages.[${index}].role` },
  );
}

/** https://github.com/miurla/morphic/issues/136 */
function resultRefusal(
  message: Body,
  index: number,
  waiting: ReadonlySet<string>,
  answered: ReadonlySet<string>,
): Refusal | undefined {
  const id = message['tool_call_id'];
  const param = `messages.[${index}].tool_call_id`;
  if (typeof id !== 'string') {
    return refuse(
      "Missing parameter 'tool_call_id': messages with role 'tool' must have a 'tool_call_id'.",
      { param },
    );
  }
  if (waiting.size + answered.size === 0) {
    return refuse(
      "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
      { param: `messages.[${index}].role` },
    );
  }
  if (waiting.has(id)) return undefined;
  return answered.has(id)
    ? refuse(`Duplicate value for 'tool_call_id' of '${id}' in message[${index}].`, { param })
    : refuse(
        `Invalid parameter: 'tool_call_id' of '${id}' not found in 'tool_calls' of previous message.`,
        { param },
      );
}

function callsRefusal(
  calls: readonly Body[],
  path: string,
  callFields: readonly string[],
): Refusal | undefined {
  const seen = new Set<unknown>();
  for (const [index, call] of calls.entries()) {
    const at = `${path}[${index}]`;
    const { name, arguments: written } = call['function'] as Body;
    if (typeof call['id'] !== 'string' || call['type'] !== 'function') {
      return refuse(`Missing required parameter: '${at}.id' or '${at}.type'.`, {
        param: at,
        code: 'missing_required_parameter',
      });
    }
    if (seen.has(call['id'])) {
      return refuse(`Duplicate value for 'tool_call_id' of '${call['id']}'.`, { param: at });
    }
    seen.add(call['id']);
    if (typeof written !== 'string') {
      return refuse(
        `Invalid type for '${at}.function.arguments': expected a string, but got ${typeof written} instead.`,
        { param: `${at}.function.arguments`, code: 'invalid_type' },
      );
    }
    const refusal =
      tooLong(`${at}.id`, call['id'], 40) ??
      nameRefusal(`${at}.function.name`, name) ??
      unknownField(at, call, ['id type function', ...callFields].join(' '));
    if (refusal) return refusal;
  }
  return lengthRefusal(path, calls as unknown[]);
}
