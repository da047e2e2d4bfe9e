import { inQuotes, supportedEfforts, usualEffort } from './openai-efforts.ts';
import { refuse, type Refusal } from './openai-refusal.ts';
import { inputRefusal } from './openai-responses-items.ts';
import { lengthRefusal, nameRefusal, schemaRefusal, unknownField } from './openai-tool-rules.ts';

type Body = Record<string, unknown>;

/** https://developers.openai.com/api/reference/resources/responses/methods/create */
const fields: ReadonlySet<string> = new Set(
  `background context_management conversation include input instructions max_output_tokens max_tool_calls
  metadata model moderation parallel_tool_calls previous_response_id prompt prompt_cache_key
  prompt_cache_options prompt_cache_retention reasoning safety_identifier service_tier store stream
  stream_options temperature text tool_choice tools top_logprobs top_p truncation user`.split(
    /\s+/,
  ),
);

/** Returns OpenAI's refusal of a request to the Responses API; undefined: it would answer. */
export function responseRefusal(body: Body, models: readonly string[]): Refusal | undefined {
  return (
    unknownParameter(body) ??
    modelRefusal(body['model'], models) ??
    inputRefusal(body) ??
    toolsRefusal(body) ??
    limitRefusal(body) ??
    reasoningRefusal(body)
  );
}

function unknownParameter(body: Body): Refusal | undefined {
  const name = Object.keys(body).find((field) => !fields.has(field));
  if (name === undefined) return undefined;
  return refuse(`Unknown parameter: '${name}'.`, { param: name, code: 'unknown_parameter' });
}

function modelRefusal(model: unknown, models: readonly string[]): Refusal | undefined {
  if (typeof model === 'string' && models.includes(model)) return undefined;
  return refuse(`The requested model '${String(model)}' does not exist.`, {
    param: 'model',
    code: 'model_not_found',
  });
}

/** https://developers.openai.com/api/docs/guides/function-calling#strict-mode */
function toolsRefusal(body: Body): Refusal | undefined {
  const tools = body['tools'] as Body[] | undefined;
  if (tools === undefined) {
    if (body['tool_choice'] == null) return undefined;
    return refuse("Tool choice 'none' must be specified with 'tools' parameter.", {
      param: 'tool_choice',
    });
  }
  const refusal = lengthRefusal('tools', tools);
  if (refusal) return refusal;
  for (const [index, tool] of tools.entries()) {
    const wrong = toolRefusal(tool, `tools[${index}]`);
    if (wrong) return wrong;
  }
  const choice = body['tool_choice'];
  if (typeof choice !== 'string' || ['none', 'auto', 'required'].includes(choice)) return undefined;
  return refuse(
    `Invalid value: '${choice}'. Supported values are: 'none', 'auto', and 'required'.`,
    {
      param: 'tool_choice',
      code: 'invalid_value',
    },
  );
}

function toolRefusal(tool: Body, path: string): Refusal | undefined {
  if (tool['type'] !== 'function') {
    return refuse(`Invalid value: '${String(tool['type'])}'. Supported values are: 'function'.`, {
      param: `${path}.type`,
      code: 'invalid_value',
    });
  }
  const { name, parameters, strict } = tool;
  const param = `${path}.parameters`;
  const known = 'type name description parameters strict';
  return (
    (typeof name === 'string' ? undefined : missing(`${path}.name`)) ??
    unknownField(path, tool, known) ??
    nameRefusal(`${path}.name`, name) ??
    schemaRefusal(String(name), parameters as Body | undefined, param) ??
    (strict === false ? undefined : strictRefusal(String(name), parameters as Body, param))
  );
}

/** A schema is strict unless it is said not to be. */
function strictRefusal(name: string, schema: Body, param: string): Refusal | undefined {
  if (schema['additionalProperties'] === false) return undefined;
  return refuse(
    `Invalid schema for function '${name}': In context=(), 'additionalProperties' is required to be supplied and to be false.`,
    { param, code: 'invalid_function_parameters' },
  );
}

const missing = (param: string): Refusal =>
  refuse(`Missing required parameter: '${param}'.`, { param, code: 'missing_required_parameter' });

function limitRefusal(body: Body): Refusal | undefined {
  const limit = body['max_output_tokens'];
  if (limit != null && !(Number.isInteger(limit) && Number(limit) >= 16)) {
    return refuse(
      `Invalid 'max_output_tokens': integer below minimum value. Expected a value >= 16, but got ${Number(limit)} instead.`,
      { param: 'max_output_tokens', code: 'integer_below_min_value' },
    );
  }
  return undefined;
}

/** https://developers.openai.com/api/docs/guides/reasoning */
function reasoningRefusal(body: Body): Refusal | undefined {
  const model = String(body['model']);
  const supported = supportedEfforts(model);
  const { effort, summary, ...others } = (body['reasoning'] ?? {}) as Record<string, string | null>;
  const unknown = Object.keys(others)[0];
  if (unknown !== undefined) {
    const param = `reasoning.${unknown}`;
    return refuse(`Unknown parameter: '${param}'.`, { param, code: 'unknown_parameter' });
  }
  if (!supported) return plainRefusal(body);
  if (effort != null && !supported.includes(effort)) {
    return refuse(
      `Unsupported value: '${String(effort)}' is not supported with the '${model}' model. Supported values are: ${inQuotes(supported)}.`,
      { param: 'reasoning.effort', code: 'unsupported_value' },
    );
  }
  if (summary != null && !['auto', 'concise', 'detailed'].includes(summary)) {
    return refuse(`Invalid value: '${String(summary)}'.`, { param: 'reasoning.summary' });
  }
  const thinks = (effort ?? usualEffort(model)) !== 'none';
  const name = ['temperature', 'top_p'].find((one) => body[one] != null);
  return thinks && name !== undefined ? unsupported(name) : undefined;
}

/** https://github.com/pydantic/pydantic-ai/issues/2865 */
function plainRefusal(body: Body): Refusal | undefined {
  if (body['reasoning'] != null) return unsupported('reasoning.effort');
  const included = (body['include'] ?? []) as string[];
  if (!included.includes('reasoning.encrypted_content')) return undefined;
  return refuse('Encrypted content is not supported with this model.', { param: 'include' });
}

const unsupported = (param: string): Refusal =>
  refuse(`Unsupported parameter: '${param}' is not supported with this model.`, {
    param,
    code: 'unsupported_parameter',
  });
