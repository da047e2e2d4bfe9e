import { inQuotes, reasonsOnlyElsewhere, supportedEfforts, usualEffort } from './openai-efforts.ts';
import { refuse, type Refusal } from './openai-refusal.ts';
import { conversationRefusal, toolsRefusal } from './openai-tool-rules.ts';

type Body = Record<string, unknown>;

/** https://developers.openai.com/docs/guides/error-codes */
export function authorisationRefusal(
  header: string | undefined,
  accepted: string,
): Refusal | undefined {
  const [scheme, key] = (header ?? '').split(' ');
  if (scheme !== 'Bearer' || !key) {
    return refuse(
      "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY).",
      { status: 401 },
    );
  }
  if (key === accepted) return undefined;
  const masked = `${key.slice(0, 8)}${'*'.repeat(12)}${key.slice(-4)}`;
  return refuse(
    `Incorrect API key provided: ${masked}. You can find your API key at https://platform.openai.com/account/api-keys.`,
    { status: 401, code: 'invalid_api_key' },
  );
}

/** https://developers.openai.com/api/reference/resources/chat/subresources/completions/methods/create */
const completionFields: ReadonlySet<string> = new Set(
  `messages model audio frequency_penalty function_call functions logit_bias logprobs
  max_completion_tokens max_tokens metadata modalities moderation n parallel_tool_calls prediction
  presence_penalty prompt_cache_key prompt_cache_options prompt_cache_retention reasoning_effort
  response_format safety_identifier seed service_tier stop store stream stream_options temperature
  tool_choice tools top_logprobs top_p user verbosity web_search_options`.split(/\s+/),
);
/** https://developers.openai.com/api/reference/resources/embeddings/methods/create */
const embeddingFields: ReadonlySet<string> = new Set(
  'input model dimensions encoding_format user'.split(' '),
);
const roles = ['system', 'assistant', 'user', 'function', 'tool', 'developer'];
/** https://developers.openai.com/api/reference/resources/chat/subresources/completions/methods/create */
const messageFields: ReadonlySet<string> = new Set(
  'role content name refusal audio function_call tool_calls tool_call_id'.split(' '),
);

/** Differences of another server of the same format. */
export interface Dialect {
  /** Fields of messages that OpenAI does not know. */
  messageFields?: readonly string[];
  /** The same of the calls in them. */
  callFields?: readonly string[];
  /** https://api-docs.deepseek.com/guides/thinking_mode */
  wantsReasoningBack?: boolean;
  /** Fields of requests that OpenAI does not know, and those of OpenAI's that the server does not know. */
  fields?: readonly string[];
  lacks?: readonly string[];
  /** In place of OpenAI's rules about reasoning. */
  reasoning?: (body: Body) => Refusal | undefined;
}

export function completionRefusal(
  body: Body,
  models: readonly string[],
  dialect: Dialect = {},
): Refusal | undefined {
  return (
    unknownFields(body, fieldsOf(dialect)) ??
    modelRefusal(body, models) ??
    messagesRefusal(body['messages'], dialect) ??
    conversationRefusal(body['messages'] as Body[], dialect.callFields) ??
    toolsRefusal(body) ??
    streamRefusal(body) ??
    limitRefusal(body) ??
    (
      dialect.reasoning ??
      (supportedEfforts(String(body['model'])) ? reasoningRefusal : plainRefusal)
    )(body)
  );
}

const fieldsOf = ({ fields = [], lacks = [] }: Dialect): ReadonlySet<string> =>
  new Set([...completionFields, ...fields]).difference(new Set(lacks));

function unknownFields(body: Body, known: ReadonlySet<string>): Refusal | undefined {
  const unknown = Object.keys(body).filter((name) => !known.has(name));
  if (unknown.length === 0) return undefined;
  return refuse(
    `Unrecognized request argument${unknown.length > 1 ? 's' : ''} supplied: ${unknown.join(', ')}`,
  );
}

export function modelRefusal(body: Body, models: readonly string[]): Refusal | undefined {
  const model = body['model'];
  if (typeof model !== 'string' || !model) return refuse('you must provide a model parameter');
  if (models.includes(model)) return undefined;
  return refuse(`The model \`${model}\` does not exist or you do not have access to it.`, {
    status: 404,
    code: 'model_not_found',
  });
}

function messagesRefusal(messages: unknown, dialect: Dialect): Refusal | undefined {
  if (messages === undefined) {
    return refuse("Missing required parameter: 'messages'.", {
      param: 'messages',
      code: 'missing_required_parameter',
    });
  }
  if (!Array.isArray(messages) || messages.length === 0) {
    return refuse(
      "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.",
      { param: 'messages', code: 'empty_array' },
    );
  }
  for (const [index, message] of (messages as Body[]).entries()) {
    const refusal = messageRefusal(message, `messages[${index}]`, dialect);
    if (refusal) return refusal;
  }
  return undefined;
}

function messageRefusal(message: Body, path: string, dialect: Dialect): Refusal | undefined {
  const { role, content } = message;
  for (const name of Object.keys(message)) {
    if (messageFields.has(name) || dialect.messageFields?.includes(name)) continue;
    const param = `${path}.${name}`;
    return refuse(`Unknown parameter: '${param}'.`, { param, code: 'unknown_parameter' });
  }
  if (dialect.wantsReasoningBack && message['tool_calls'] && !('reasoning_content' in message)) {
    return refuse('The `reasoning_content` in the thinking mode must be passed back to the API.', {
      code: 'invalid_request_error',
    });
  }
  if (!roles.includes(role as string)) {
    const supported = roles.map((name) => `'${name}'`).join(', ');
    return refuse(`Invalid value: '${String(role)}'. Supported values are: ${supported}.`, {
      param: `${path}.role`,
      code: 'invalid_value',
    });
  }
  if (typeof content === 'string' || Array.isArray(content)) return undefined;
  if (role === 'assistant' && content == null && message['tool_calls']) return undefined;
  return refuse(
    `Invalid type for '${path}.content': expected one of a string or array of objects, but got ${typeof content} instead.`,
    { param: `${path}.content`, code: 'invalid_type' },
  );
}

function streamRefusal(body: Body): Refusal | undefined {
  if (body['stream_options'] == null || body['stream'] === true) return undefined;
  return refuse("The 'stream_options' parameter is only allowed when 'stream' is enabled.", {
    param: 'stream_options',
  });
}

function limitRefusal(body: Body): Refusal | undefined {
  if (body['max_tokens'] != null && body['max_completion_tokens'] != null) {
    return refuse(
      "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.",
    );
  }
  for (const name of ['max_tokens', 'max_completion_tokens']) {
    const value = body[name];
    if (value == null || (Number.isInteger(value) && Number(value) >= 1)) continue;
    return refuse(`Invalid '${name}': integer below minimum value. Expected a value >= 1.`, {
      param: name,
      code: 'integer_below_min_value',
    });
  }
  const temperature = body['temperature'];
  if (temperature == null || (Number(temperature) >= 0 && Number(temperature) <= 2))
    return undefined;
  return refuse("Invalid 'temperature': decimal above maximum value. Expected a value <= 2.", {
    param: 'temperature',
    code: 'decimal_above_max_value',
  });
}

/** https://developers.openai.com/api/docs/guides/reasoning */
function reasoningRefusal(body: Body): Refusal | undefined {
  if (body['max_tokens'] != null) {
    return refuse(
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      { param: 'max_tokens', code: 'unsupported_parameter' },
    );
  }
  const temperature = body['temperature'];
  if (temperature != null && temperature !== 1) {
    return refuse(
      `Unsupported value: 'temperature' does not support ${Number(temperature)} with this model. Only the default (1) value is supported.`,
      { param: 'temperature', code: 'unsupported_value' },
    );
  }
  return topRefusal(body) ?? effortRefusal(body);
}

function topRefusal(body: Body): Refusal | undefined {
  if (body['top_p'] == null) return undefined;
  return refuse("Unsupported parameter: 'top_p' is not supported with this model.", {
    param: 'top_p',
    code: 'unsupported_parameter',
  });
}

/** https://developers.openai.com/api/docs/guides/reasoning, https://github.com/openai/openai-openapi/issues/541 */
function effortRefusal(body: Body): Refusal | undefined {
  const model = String(body['model']);
  const effort = body['reasoning_effort'];
  const supported = supportedEfforts(model) ?? [];
  if (effort != null && !supported.includes(effort as string)) {
    return refuse(
      `Unsupported value: 'reasoning_effort' does not support '${JSON.stringify(effort)}' with this model. Supported values are: ${inQuotes(supported)}.`,
      { param: 'reasoning_effort', code: 'unsupported_value' },
    );
  }
  const thinks = (effort ?? usualEffort(model)) !== 'none';
  if (!reasonsOnlyElsewhere(model) || !body['tools'] || !thinks) return undefined;
  return refuse(
    `Function tools with reasoning_effort are not supported for ${model} in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.`,
    { param: 'reasoning_effort' },
  );
}

function plainRefusal(body: Body): Refusal | undefined {
  const effort = body['reasoning_effort'];
  if (effort == null) return undefined;
  // Groq's, which also take a temperature: https://console.groq.com/docs/reasoning
  const isOss = String(body['model']).includes('gpt-oss');
  if (isOss && ['low', 'medium', 'high'].includes(effort as string)) return undefined;
  return refuse('Unrecognized request argument supplied: reasoning_effort');
}

export function embeddingRefusal(body: Body, models: readonly string[]): Refusal | undefined {
  return (
    unknownFields(body, embeddingFields) ??
    modelRefusal(body, models) ??
    inputRefusal(body['input'], body['model']) ??
    shapeRefusal(body)
  );
}

function inputRefusal(input: unknown, model: unknown): Refusal | undefined {
  const texts: unknown[] = Array.isArray(input) ? input : [input];
  const valid =
    texts.length > 0 && texts.every((text) => typeof text === 'string' && text.length > 0);
  if (!valid || texts.length > (model === 'text-embedding-v4' ? 10 : 2048)) {
    return refuse(
      "'$.input' is invalid. Please check the API reference: https://platform.openai.com/docs/api-reference.",
    );
  }
  const tokens = (texts as string[]).reduce((sum, text) => sum + estimateTokens(text), 0);
  if (tokens <= 300_000) return undefined;
  return refuse(
    `Invalid 'input': maximum request size is 300000 tokens per request, you requested ${tokens}.`,
    { param: 'input', code: 'max_tokens_per_request' },
  );
}

/** The second: https://help.aliyun.com/en/model-studio/text-embedding-synchronous-api */
const shortens = /^text-embedding-(3|v4)/;

function shapeRefusal(body: Body): Refusal | undefined {
  if (body['dimensions'] != null && !shortens.test(String(body['model']))) {
    return refuse('This model does not support specifying dimensions.');
  }
  const format = body['encoding_format'];
  if (format == null || format === 'float' || format === 'base64') return undefined;
  return refuse(
    `'${JSON.stringify(format)}' is not one of ['float', 'base64'] - 'encoding_format'`,
  );
}

/** About four characters of English to a token. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4);
}
