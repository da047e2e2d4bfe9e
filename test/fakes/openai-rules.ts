import { z } from 'zod';
import { inQuotes, reasonsOnlyElsewhere, supportedEfforts, usualEffort } from './openai-efforts.ts';
import type { VendorRefusal } from './vendor-server.ts';

type Body = Record<string, unknown>;
type Rule = (body: Body) => VendorRefusal | undefined;

/** https://developers.openai.com/docs/guides/error-codes */
export function refuse(
  message: string,
  details: { status?: number; param?: string; code?: string } = {},
): VendorRefusal {
  const { status = 400, param = null, code = null } = details;
  return { status, body: { error: { message, type: 'invalid_request_error', param, code } } };
}

/** Returns a path as OpenAI writes it: `messages[0].role`. */
const pathOf = (path: readonly PropertyKey[]): string =>
  path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');

const sizeCodes: Record<string, string> = {
  'too_big string': 'string_above_max_length',
  'too_big array': 'array_above_max_length',
  'too_big number': 'decimal_above_max_value',
  'too_small array': 'empty_array',
  'too_small number': 'integer_below_min_value',
};

/** Returns the first thing that a schema does not take, in OpenAI's words. */
function refusalBy(schema: z.ZodType, body: Body): VendorRefusal | undefined {
  const issue = schema.safeParse(body).error?.issues[0];
  if (!issue) return undefined;
  const param = pathOf(issue.path);
  switch (issue.code) {
    case 'custom':
      return refuse(issue.message, { ...(param && { param }), ...issue.params });
    case 'unrecognized_keys': {
      const unknown = pathOf([...issue.path, issue.keys[0]!]);
      return refuse(`Unknown parameter: '${unknown}'.`, {
        param: unknown,
        code: 'unknown_parameter',
      });
    }
    case 'invalid_type':
      return issue.message.endsWith('received undefined')
        ? refuse(`Missing required parameter: '${param}'.`, {
            param,
            code: 'missing_required_parameter',
          })
        : refuse(`Invalid type for '${param}': ${issue.message}.`, { param, code: 'invalid_type' });
    default: {
      const code = 'origin' in issue ? sizeCodes[`${issue.code} ${issue.origin}`] : undefined;
      return refuse(`Invalid '${param}': ${issue.message}.`, {
        param,
        code: code ?? 'invalid_value',
      });
    }
  }
}

/** Fields that are known, and of which nothing is checked. */
const anyOf = (names: string | readonly string[]) =>
  Object.fromEntries(
    (typeof names === 'string' ? names.split(/\s+/) : names).map((name) => [
      name,
      z.unknown().optional(),
    ]),
  );

const toolName = z
  .string()
  .regex(/^[a-zA-Z0-9_-]+$/)
  .max(64);
const toolChoice = z.union([z.enum(['none', 'auto', 'required']), z.looseObject({})]).nullish();
const schemaType = z.enum(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);

/**
 * https://github.com/openai/openai-agents-python/issues/449, https://github.com/langchain-ai/langchainjs/issues/9804,
 * https://github.com/sigoden/aichat/pull/1049
 */
const parametersSchema = z.looseObject({
  type: z.literal('object'),
  properties: z.record(
    z.string(),
    z.union([
      z.boolean(),
      z
        .looseObject({ type: z.union([schemaType, z.array(schemaType)]).optional() })
        .refine(
          ({ type, items }) => ![type].flat().includes('array') || items,
          'items are missing',
        ),
    ]),
  ),
  ...Object.fromEntries(
    ['oneOf', 'anyOf', 'allOf', 'enum', 'not'].map((name) => [name, z.never().optional()]),
  ),
});

/** https://developers.openai.com/api/docs/guides/function-calling */
function checkFunction(
  { name, parameters }: { name: string; parameters?: unknown },
  context: z.RefinementCtx,
  schema: z.ZodType = parametersSchema.optional(),
): void {
  const wrong = schema.safeParse(parameters).error?.issues[0];
  if (!wrong) return;
  context.addIssue({
    code: 'custom',
    path: ['parameters'],
    message: `Invalid schema for function '${name}': In context=(${pathOf(wrong.path)}), ${wrong.message}.`,
    params: { code: 'invalid_function_parameters' },
  });
}

/** Parameters that are only allowed together with another one. */
const together =
  (other: string, ...names: string[]) =>
  (body: Body, context: z.RefinementCtx): void => {
    const name = names.find((one) => body[one] != null);
    if (name === undefined || Boolean(body[other])) return;
    const message = `Invalid value for '${name}': '${name}' is only allowed when '${other}' are specified.`;
    context.addIssue({ code: 'custom', path: [name], message });
  };

/** https://developers.openai.com/docs/guides/error-codes */
export function authorisationRefusal(
  header: string | undefined,
  accepted: string,
): VendorRefusal | undefined {
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
  reasoning?: Rule;
}

const limit = z.int().min(1).nullish();

const completionFields = {
  model: z.string().min(1),
  max_tokens: limit,
  max_completion_tokens: limit,
  temperature: z.number().min(0).max(2).nullish(),
  tools: z
    .array(
      z.strictObject({
        type: z.literal('function'),
        function: z
          .strictObject({
            name: toolName,
            description: z.string().max(1024).optional(),
            ...anyOf('parameters strict'),
          })
          .superRefine((called, context) => checkFunction(called, context)),
      }),
    )
    .min(1)
    .max(128)
    .nullish(),
  tool_choice: toolChoice,
  stream: z.boolean().nullish(),
  ...anyOf(
    `audio frequency_penalty function_call functions logit_bias logprobs metadata modalities moderation n
    parallel_tool_calls prediction presence_penalty prompt_cache_key prompt_cache_options prompt_cache_retention
    reasoning_effort response_format safety_identifier seed service_tier stop store stream_options
    top_logprobs top_p user verbosity web_search_options`,
  ),
};

function messageSchema({ messageFields = [], callFields = [], wantsReasoningBack }: Dialect) {
  const call = z.strictObject({
    id: z.string().max(40),
    type: z.literal('function'),
    function: z.looseObject({ name: toolName, arguments: z.string() }),
    ...anyOf(callFields),
  });
  return z
    .strictObject({
      role: z.enum(['system', 'assistant', 'user', 'function', 'tool', 'developer']),
      content: z.union([z.string(), z.array(z.unknown())]).nullish(),
      tool_calls: z.array(call).min(1).max(128).optional(),
      tool_call_id: z.string().optional(),
      ...anyOf('name refusal audio function_call'),
      ...anyOf(messageFields),
    })
    .superRefine((message, context) => {
      const { role, content, tool_calls: calls } = message;
      if (content == null && !(role === 'assistant' && calls)) {
        const words = 'Invalid type: expected one of a string or array of objects.';
        context.addIssue({ code: 'custom', path: ['content'], message: words });
      }
      if (wantsReasoningBack && calls && !('reasoning_content' in message)) {
        const words =
          'The `reasoning_content` in the thinking mode must be passed back to the API.';
        context.addIssue({ code: 'custom', message: words });
      }
    });
}

/**
 * Returns the refusals of a request for a completion.
 * https://developers.openai.com/api/reference/resources/chat/subresources/completions/methods/create
 */
export function completionRules(models: readonly string[], dialect: Dialect = {}): Rule {
  const { fields = [], lacks = [] } = dialect;
  const shape = { ...completionFields, messages: z.array(messageSchema(dialect)).min(1) };
  const known = Object.entries(shape).filter(([name]) => !lacks.includes(name));
  const schema = z
    .strictObject({ ...Object.fromEntries(known), ...anyOf(fields) })
    .superRefine(together('tools', 'tool_choice', 'parallel_tool_calls'))
    .superRefine(together('stream', 'stream_options'))
    .refine(
      (body: Body) => body['max_tokens'] == null || body['max_completion_tokens'] == null,
      "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.",
    );
  return (body) =>
    unrecognised(body, schema) ??
    refusalBy(schema, body) ??
    modelRefusal(body, models) ??
    conversationRefusal(body['messages'] as Message[]) ??
    (dialect.reasoning ?? reasoningRefusal)(body);
}

/** The old APIs have words of their own for what they do not know. */
function unrecognised(body: Body, { shape }: { shape: object }): VendorRefusal | undefined {
  const unknown = Object.keys(body).filter((name) => !(name in shape));
  if (unknown.length === 0) return undefined;
  const plural = unknown.length > 1 ? 's' : '';
  return refuse(`Unrecognized request argument${plural} supplied: ${unknown.join(', ')}`);
}

function modelRefusal({ model }: Body, models: readonly string[]): VendorRefusal | undefined {
  if (models.includes(model as string)) return undefined;
  const message = `The model \`${String(model)}\` does not exist or you do not have access to it.`;
  return refuse(message, { status: 404, code: 'model_not_found' });
}

interface Message {
  role: string;
  tool_calls?: { id: string }[];
  tool_call_id?: string;
}

/** Each call has one result. https://developers.openai.com/api/docs/guides/function-calling */
function conversationRefusal(messages: readonly Message[]): VendorRefusal | undefined {
  const waiting = new Set<string>();
  const answered = new Set<string>();
  // https://github.com/BerriAI/litellm/issues/10083
  const unanswered = (index: number) =>
    refuse(
      `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${[...waiting].join(', ')}`,
      { param: `messages.[${index}].role` },
    );
  for (const [index, { role, tool_calls, tool_call_id: id = '' }] of messages.entries()) {
    if (role === 'tool') {
      // https://github.com/miurla/morphic/issues/136
      const param = `messages.[${index}].tool_call_id`;
      if (answered.has(id))
        return refuse(`Duplicate value for 'tool_call_id' of '${id}'.`, { param });
      if (!waiting.delete(id)) {
        const message = `Invalid parameter: 'tool_call_id' of '${id}' not found in 'tool_calls' of previous message.`;
        return refuse(message, { param });
      }
      answered.add(id);
      continue;
    }
    if (waiting.size > 0) return unanswered(index);
    if (!tool_calls) continue;
    answered.clear();
    for (const call of tool_calls) waiting.add(call.id);
    if (waiting.size < tool_calls.length) return refuse("Duplicate value for 'tool_call_id'.");
  }
  return waiting.size > 0 ? unanswered(messages.length) : undefined;
}

const unsupported = (param: string, instead = '') =>
  refuse(`Unsupported parameter: '${param}' is not supported with this model.${instead}`, {
    param,
    code: 'unsupported_parameter',
  });

/** https://developers.openai.com/api/docs/guides/reasoning, https://github.com/openai/openai-openapi/issues/541 */
function reasoningRefusal(body: Body): VendorRefusal | undefined {
  const { temperature, reasoning_effort: effort } = body;
  const model = String(body['model']);
  const supported = supportedEfforts(model);
  if (!supported) return plainRefusal(body);
  if (body['max_tokens'] != null) {
    return unsupported('max_tokens', " Use 'max_completion_tokens' instead.");
  }
  if (temperature != null && temperature !== 1) {
    return refuse(
      `Unsupported value: 'temperature' does not support ${Number(temperature)} with this model. Only the default (1) value is supported.`,
      { param: 'temperature', code: 'unsupported_value' },
    );
  }
  if (body['top_p'] != null) return unsupported('top_p');
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

function plainRefusal({ model, reasoning_effort: effort }: Body): VendorRefusal | undefined {
  if (effort == null) return undefined;
  // Groq's, which also take a temperature: https://console.groq.com/docs/reasoning
  const isOss = String(model).includes('gpt-oss');
  if (isOss && ['low', 'medium', 'high'].includes(effort as string)) return undefined;
  return refuse('Unrecognized request argument supplied: reasoning_effort');
}

const input = z.string().min(1);
/** https://developers.openai.com/api/reference/resources/embeddings/methods/create */
const embedding = z.strictObject({
  model: z.string().min(1),
  input: z.union([input, z.array(input).min(1).max(2048)]),
  encoding_format: z.enum(['float', 'base64']).nullish(),
  ...anyOf('dimensions user'),
});
/** The second: https://help.aliyun.com/en/model-studio/text-embedding-synchronous-api */
const shortens = /^text-embedding-(3|v4)/;

export function embeddingRefusal(body: Body, models: readonly string[]): VendorRefusal | undefined {
  const refusal =
    unrecognised(body, embedding) ?? refusalBy(embedding, body) ?? modelRefusal(body, models);
  if (refusal) return refusal;
  const texts = [body['input']].flat() as string[];
  if (body['model'] === 'text-embedding-v4' && texts.length > 10) {
    return refuse("'$.input' is invalid. Please check the API reference.");
  }
  const tokens = texts.reduce((sum, text) => sum + estimateTokens(text), 0);
  if (tokens > 300_000) {
    const message = `Invalid 'input': maximum request size is 300000 tokens per request, you requested ${tokens}.`;
    return refuse(message, { param: 'input', code: 'max_tokens_per_request' });
  }
  if (body['dimensions'] == null || shortens.test(String(body['model']))) return undefined;
  return refuse('This model does not support specifying dimensions.');
}

const callId = z.string().min(1).max(64);
const parts = (...types: [string, ...string[]]) =>
  z.union([z.string(), z.array(z.looseObject({ type: z.enum(types) }))]);
const ofAll = { id: z.string().optional(), ...anyOf('status') };
/** https://developers.openai.com/api/docs/guides/migrate-to-responses */
const message = { type: z.literal('message'), ...ofAll, ...anyOf('phase') };
const item = z.discriminatedUnion('type', [
  z.discriminatedUnion('role', [
    z.strictObject({
      ...message,
      role: z.literal('assistant'),
      content: parts('output_text', 'refusal'),
    }),
    z.strictObject({
      ...message,
      role: z.enum(['user', 'system', 'developer']),
      content: parts('input_text'),
    }),
  ]),
  z.strictObject({
    type: z.literal('function_call'),
    call_id: callId,
    name: toolName,
    arguments: z.string(),
    ...ofAll,
  }),
  z.strictObject({
    type: z.literal('function_call_output'),
    call_id: callId,
    output: z.string(),
    ...ofAll,
  }),
  z.strictObject({
    type: z.literal('reasoning'),
    summary: z.array(z.unknown()),
    encrypted_content: z.string().nullish(),
    ...ofAll,
    ...anyOf('content'),
  }),
]);
type Item = z.infer<typeof item>;

/** https://developers.openai.com/api/reference/resources/responses/methods/create */
const responseSchema = z
  .strictObject({
    model: z.string(),
    input: z.array(item),
    max_output_tokens: z.int().min(16).nullish(),
    reasoning: z
      .strictObject({
        effort: z.string().nullish(),
        summary: z.enum(['auto', 'concise', 'detailed']).nullish(),
      })
      .nullish(),
    tools: z
      .array(
        z
          .strictObject({
            type: z.literal('function'),
            name: toolName,
            ...anyOf('description parameters strict'),
          })
          .superRefine((tool, context) => {
            checkFunction(tool, context);
            // https://developers.openai.com/api/docs/guides/function-calling#strict-mode: unless it is said not to be.
            const isStrict = (tool as Body)['strict'] !== false;
            const strict = z.looseObject({ additionalProperties: z.literal(false) });
            if (isStrict) checkFunction(tool, context, strict);
          }),
      )
      .min(1)
      .max(128)
      .optional(),
    tool_choice: toolChoice,
    include: z.array(z.string()).nullish(),
    ...anyOf(
      `background context_management conversation instructions max_tool_calls metadata moderation
      parallel_tool_calls previous_response_id prompt prompt_cache_key prompt_cache_options
      prompt_cache_retention safety_identifier service_tier store stream stream_options temperature text
      top_logprobs top_p truncation user`,
    ),
  })
  .superRefine(together('tools', 'tool_choice'));

/** Returns OpenAI's refusal of a request to the Responses API; undefined: it would answer. */
export function responseRefusal(body: Body, models: readonly string[]): VendorRefusal | undefined {
  const said =
    typeof body['input'] === 'string' ? [{ role: 'user', content: body['input'] }] : body['input'];
  const items = Array.isArray(said)
    ? said.map((one: object) => ({ type: 'message', ...one }) as Item)
    : said;
  const refusal = refusalBy(responseSchema, { ...body, input: items });
  if (refusal) return refusal;
  if (!models.includes(body['model'] as string)) {
    return refuse(`The requested model '${String(body['model'])}' does not exist.`, {
      param: 'model',
      code: 'model_not_found',
    });
  }
  const all = items as Item[];
  for (const index of all.keys()) {
    const wrong = pairRefusal(all, index, body['store']);
    if (wrong) return wrong;
  }
  return callsRefusal(all) ?? thinkingRefusal(body);
}

/** The fake's encrypted reasoning: of one item, and nobody else's. */
export const encrypted = (id: string): string => `gAAAA-fake-${id}`;
/** An item's id tells the reasoning before it: `fc_…_of_rs_…`. */
export const itemId = (kind: 'msg' | 'fc', number: number, reasoning: string | undefined): string =>
  `${kind}_${number}${reasoning === undefined ? '' : `_of_${reasoning}`}`;

/**
 * Reasoning and the item after it belong together, and are known by their content alone to a vendor that stores
 * nothing. https://github.com/continuedev/continue/issues/8933, https://github.com/TanStack/ai/issues/1212,
 * https://github.com/can1357/oh-my-pi/pull/50
 */
function pairRefusal(
  items: readonly Item[],
  index: number,
  store: unknown,
): VendorRefusal | undefined {
  const one = items[index]!;
  const { type, id = '' } = one;
  if (type === 'reasoning') {
    const content = one.encrypted_content;
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
    const next = items[index + 1];
    if (next?.type === 'function_call' || next?.type === 'reasoning') return undefined;
    if (next?.type === 'message' && next.role === 'assistant') return undefined;
    return refuse(
      `Item '${id}' of type 'reasoning' was provided without its required following item.`,
      { param: 'input' },
    );
  }
  const needed = /_of_(rs_.*)$/.exec(id)?.[1];
  const before = items.slice(0, index);
  if (needed === undefined || before.some((other) => other.id === needed)) return undefined;
  return refuse(
    `Item '${id}' of type '${type}' was provided without its required 'reasoning' item: '${needed}'.`,
    { param: 'input' },
  );
}

/** https://github.com/continuedev/continue/issues/10092, https://github.com/openai/openai-agents-python/issues/673 */
function callsRefusal(items: readonly Item[]): VendorRefusal | undefined {
  const waiting = new Set<string>();
  for (const one of items) {
    if (one.type === 'function_call') waiting.add(one.call_id);
    if (one.type === 'function_call_output' && !waiting.delete(one.call_id)) {
      return refuse(`No tool call found for function call output with call_id ${one.call_id}.`, {
        param: 'input',
      });
    }
  }
  const [left] = waiting;
  if (left === undefined) return undefined;
  return refuse(`No tool output found for function call ${left}.`, { param: 'input' });
}

/** https://developers.openai.com/api/docs/guides/reasoning, https://github.com/pydantic/pydantic-ai/issues/2865 */
function thinkingRefusal(body: Body): VendorRefusal | undefined {
  const model = String(body['model']);
  const supported = supportedEfforts(model);
  const { effort } = (body['reasoning'] ?? {}) as { effort?: string | null };
  if (!supported) {
    if (body['reasoning'] != null) return unsupported('reasoning.effort');
    const included = (body['include'] ?? []) as string[];
    if (!included.includes('reasoning.encrypted_content')) return undefined;
    return refuse('Encrypted content is not supported with this model.', { param: 'include' });
  }
  if (effort != null && !supported.includes(effort)) {
    return refuse(
      `Unsupported value: '${effort}' is not supported with the '${model}' model. Supported values are: ${inQuotes(supported)}.`,
      { param: 'reasoning.effort', code: 'unsupported_value' },
    );
  }
  const thinks = (effort ?? usualEffort(model)) !== 'none';
  const name = ['temperature', 'top_p'].find((one) => body[one] != null);
  return thinks && name !== undefined ? unsupported(name) : undefined;
}

/** About four characters of English to a token. */
export const estimateTokens = (text: string): number => Math.ceil(text.length / 4);
