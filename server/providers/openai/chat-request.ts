import { createHash } from 'node:crypto';
import type { ModelMessage, ModelRequest, ToolCall, ToolDefinition } from '../language-model.ts';
import { callsInProse, resultText } from '../shared/tool-calls.ts';
import type {
  ChatCompletionCreateParamsStreaming,
  ChatCompletionFunctionTool,
  ChatCompletionMessageFunctionToolCall,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import { type Effort, findTraits } from '../model-traits.ts';
import type { OpenAiVendor } from '../../contract/providers.ts';
import {
  cannotReason,
  effortFor,
  type EffortParameter,
  isGemini3,
  leastEffort,
  presetEffort,
  type PresetTraits,
  reasoningFields,
  reserveFor,
  workersAiEffort,
} from './reasoning.ts';

/** Parameters that some servers or models refuse and can do without. */
export const optionalParameters = [
  'stream_options',
  'max_tokens',
  'max_completion_tokens',
  'temperature',
  'reasoning_effort',
  'tool_choice',
  'tools',
] as const;
type OptionalParameter = (typeof optionalParameters)[number];

/** Everything that a request can leave out or change after a refusal. */
export type Refusable =
  | OptionalParameter
  /** One tool, whose schema the server refuses. */
  | `tool ${string}`
  /** One value of the effort, such as `effort none`. */
  | `effort ${string}`
  /** Room for reasoning: the account does not have as many tokens. */
  | 'reserve'
  /** Not refused: the model has reasoned, although nobody asked and its name does not tell. */
  | 'reasons'
  /** Not refused: its thoughts begin without a tag. */
  | 'unopened_thoughts'
  /** Reasoning together with tools. */
  | 'effort_with_tools'
  /** Data from an earlier turn that is sent again. */
  | 'carried'
  /** Calls without the reasoning that led to them. */
  | 'calls_without_reasoning';

/** Returns the fields of a function that chat completions and responses share. */
export const functionOf = ({ name, description, inputSchema }: ToolDefinition) => ({
  name,
  // https://github.com/nanbingxyz/5ire/issues/33
  description: description.slice(0, 1024).toWellFormed(),
  parameters: toSchema(inputSchema),
});

/**
 * MCP leaves out the properties of a tool without parameters, which OpenAI, Groq and LM Studio refuse, and
 * allows alternatives for the whole object, which OpenAI refuses.
 * https://github.com/openai/openai-agents-python/issues/449, https://github.com/langchain-ai/langchainjs/issues/9804
 */
function toSchema(schema: Record<string, unknown>): Record<string, unknown> {
  const fields = Object.entries(schema).filter(([name]) => !notOfObjects.has(name));
  return { properties: {}, ...Object.fromEntries(fields), type: 'object' };
}
const notOfObjects: ReadonlySet<string> = new Set([
  '$schema',
  'oneOf',
  'anyOf',
  'allOf',
  'not',
  'enum',
]);

/** Gives each property a type and a description. */
function withDescriptions(schema: Record<string, unknown>): Record<string, unknown> {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, unknown>);
  return {
    ...schema,
    properties: Object.fromEntries(properties.map(([key, value]) => [key, describe(key, value)])),
  };
}

function describe(key: string, value: unknown): object {
  const schema = (typeof value === 'object' && value ? value : {}) as Record<string, unknown>;
  const { description, title } = schema;
  const words = [description, title, key].find((text) => typeof text === 'string' && text !== '');
  return { ...schema, type: typeOf(schema), description: words };
}

/** Returns one of JSON Schema's types, although a schema may allow several or leave the type to its parts. */
function typeOf(schema: Record<string, unknown>): string {
  const types = [schema['type']].flat().filter((type) => typeof type === 'string');
  const type = types.find((name) => name !== 'null') ?? types[0];
  if (type) return type;
  const parts = [schema['anyOf'], schema['oneOf'], schema['allOf']].find(Array.isArray) as
    unknown[] | undefined;
  const part = parts?.find(
    (entry) => typeof (entry as Record<string, unknown>)?.['type'] === 'string',
  );
  if (part) return typeOf(part as Record<string, unknown>);
  if (schema['properties']) return 'object';
  if (schema['items']) return 'array';
  const values = schema['enum'];
  const value: unknown = Array.isArray(values) ? values[0] : schema['const'];
  return typeof value === 'number' || typeof value === 'boolean' ? typeof value : 'string';
}

/** @param isMap Whether its fields are names of properties. */
function plainSchema(schema: unknown, isMap = false): unknown {
  if (Array.isArray(schema)) return schema.map((one) => plainSchema(one));
  if (typeof schema !== 'object' || schema === null) return schema;
  const fields = Object.entries(schema).map(([name, value]) => {
    if (isMap) return [name, plainSchema(value)] as const;
    if (name === 'const' && typeof value === 'string') return ['enum', [value]] as const;
    if (name === 'type' || name === 'const')
      return ['type', typeOf(schema as Record<string, unknown>)] as const;
    return [name, plainSchema(value, name === 'properties')] as const;
  });
  return Object.fromEntries(fields);
}

/** A model may have invented a name that is not valid. */
export const legalName = (name: string): string => name.replace(/[^\w-]/g, '_').slice(0, 64);

export type ReasoningDetail = Record<string, unknown>;

/**
 * Data that a server must be sent again with its calls: its reasoning, in the same field, and data attached to
 * a call.
 * https://api-docs.deepseek.com/guides/thinking_mode,
 * https://openrouter.ai/docs/use-cases/reasoning-tokens
 */
export interface CarriedFields {
  message: {
    reasoning_content?: string;
    reasoning?: string;
    reasoning_details?: ReasoningDetail[];
  };
  /** By the call's id. */
  extra: Record<string, unknown>;
}

/** Returns the data of `model` (an id), and none of another model. */
function carriedBy(
  message: Extract<ModelMessage, { role: 'assistant' }>,
  model: string,
): CarriedFields {
  const own = message.carried?.find((one) => one.model === model);
  return (own?.value as CarriedFields | undefined) ?? { message: {}, extra: {} };
}

interface MessageStyle {
  provider: OpenAiVendor;
  model: string;
  /** Writes calls and results as text, for a request without tools. */
  inProse: boolean;
  /** Whether the server accepts the data of earlier turns that is sent again. */
  carries: boolean;
  /** Whether the server refuses `content: null`, and ids of calls with other than nine letters and digits. */
  isStrict: boolean;
  /** Whether each message with calls needs reasoning, even if it has none. */
  alwaysReasoning: boolean;
}

type AssistantMessage = Extract<ModelMessage, { role: 'assistant' }>;

function completionMessages(
  messages: readonly ModelMessage[],
  style: MessageStyle,
): ChatCompletionMessageParam[] {
  const told = style.inProse ? callsInProse(messages) : messages;
  return told.map((message) => toParam(message, style));
}

function toParam(message: ModelMessage, style: MessageStyle): ChatCompletionMessageParam {
  switch (message.role) {
    case 'system':
    case 'user':
      return { role: message.role, content: message.content };
    case 'assistant':
      return toAssistant(message, style);
    case 'tool':
      return {
        role: 'tool',
        tool_call_id: legalId(message.callId, style),
        // Google matches it with the call's: https://github.com/AstrBotDevs/AstrBot/pull/10174
        ...(style.provider === 'gemini' && { name: legalName(message.name) }),
        content: resultText(message),
      };
    default:
      return message satisfies never;
  }
}

/**
 * Takes the place of the signature of a call that another model made; only the first of parallel calls has one.
 * https://ai.google.dev/gemini-api/docs/thought-signatures
 */
const unsigned = { google: { thought_signature: 'skip_thought_signature_validator' } };

function toAssistant(message: AssistantMessage, style: MessageStyle): ChatCompletionMessageParam {
  const { content, toolCalls = [] } = message;
  if (toolCalls.length === 0) return { role: 'assistant', content };
  const carried = carriedBy(message, `${style.provider}:${style.model}`);
  return {
    role: 'assistant',
    // Anthropic's models behind a gateway refuse empty text.
    content: content || (style.isStrict ? '' : null),
    tool_calls: toolCalls.map((call, index) => {
      const own = style.carries ? carried.extra[call.id] : undefined;
      const isUnsigned = index === 0 && isGemini3(style.provider, style.model);
      const extra = own ?? (isUnsigned ? unsigned : undefined);
      return { ...toCall(call, style), ...(extra !== undefined && { extra_content: extra }) };
    }),
    ...(style.alwaysReasoning && { reasoning_content: '' }),
    ...(style.carries && carried.message),
  };
}

function toCall(call: ToolCall, style: MessageStyle): ChatCompletionMessageFunctionToolCall {
  return {
    id: legalId(call.id, style),
    type: 'function',
    function: {
      name: legalName(call.name),
      arguments: JSON.stringify(call.input ?? {}),
    },
  };
}

/** https://mistralai.github.io/mistral-common/usage/tools */
const mistral = /mi[sx]tral|ministral|codestral|devstral|magistral|pixtral/i;

/**
 * Replaces ids of other vendors that are too long (https://github.com/agno-agi/agno/issues/5382) or have invalid
 * characters. A compatible server accepts its own ids; only Mistral's rule is known.
 */
function legalId(id: string, { provider, model, isStrict }: MessageStyle): string {
  const isOther = provider === 'openai_compatible';
  if (isOther && !mistral.test(model)) return id;
  const legal = isOther || isStrict ? /^[a-z\d]{9}$/i : /^[\w-]{1,40}$/;
  return hashedUnless(legal, id, 9);
}

/** Replaces an id that is not legal by as many characters of its hash. */
export const hashedUnless = (legal: RegExp, id: string, length: number): string =>
  legal.test(id) ? id : createHash('sha256').update(id).digest('hex').slice(0, length);

/**
 * @param refused Parameters that this server is known to refuse.
 * @param traits How a compatible server differs.
 */
export function completionParams(
  provider: OpenAiVendor,
  model: string,
  request: ModelRequest,
  refused: ReadonlySet<Refusable>,
  traits: PresetTraits = {},
): ChatCompletionCreateParamsStreaming {
  const isApart = keepsApart(provider, model, refused);
  // GPT-6 Astra and GPT-6.1 Sol always reason, and here a model that reasons takes no tools.
  const reasonsAlways = (leastEffort(model) ?? 'none') !== 'none' || refused.has('effort none');
  const canForbid = !traits.isStrict && !refused.has('tool_choice');
  const tools = isApart && reasonsAlways ? [] : offeredTools(request, refused, canForbid);
  const isOpenAi = provider !== 'groq' && /^(?!.*(gpt-oss|mistral))/i.test(model);
  const isNamed = leastEffort(model, provider) !== undefined;
  const reasoning = provider === 'gemini' ? isGemini3(provider, model) : isOpenAi && isNamed;
  // With little room for it, the least reasoning.
  const isShort = request.reasoningEffort !== null && refused.has('reserve');
  const asked = isShort ? 'low' : request.reasoningEffort;
  const effort =
    tools.length > 0 && isApart ? 'none' : effortParameter(provider, model, asked, refused, traits);
  const limit = request.maxTokens + reserve(provider, model, request, effort, refused);
  const messages = completionMessages(request.messages, {
    provider,
    model,
    inProse: tools.length === 0,
    carries: !refused.has('carried'),
    isStrict: traits.isStrict === true,
    alwaysReasoning: refused.has('calls_without_reasoning'),
  });
  return {
    model,
    messages,
    stream: true,
    ...(!refused.has('stream_options') &&
      !traits.tellsUsage && { stream_options: { include_usage: true } }),
    ...limitParameter(provider, reasoning, refused, limit),
    ...(!reasoning && !refused.has('temperature') && { temperature: request.temperature }),
    ...reasoningFields(traits, effort, { model, isNamed, isShown: asked !== null }),
    ...(tools.length > 0 && { tools: tools.map((tool) => toTool(tool, traits)) }),
    // `auto` is the default, and some servers do not know it.
    ...(tools.length > 0 && request.toolChoice === 'none' && { tool_choice: 'none' as const }),
  };
}

/**
 * Whether tools and reasoning are taken one without the other here. The table tells it of OpenAI's own servers: a gateway
 * may ask by the Responses API.
 */
const keepsApart = (provider: OpenAiVendor, model: string, refused: ReadonlySet<Refusable>) =>
  refused.has('effort_with_tools') ||
  (provider !== 'openai_compatible' &&
    findTraits(provider, model).tools_with_reasoning === 'responses');

/**
 * Returns the tools that are offered. An answer without calls needs them only if there are earlier calls, and not where
 * calls cannot be forbidden.
 */
export function offeredTools(
  { tools, toolChoice, messages }: ModelRequest,
  refused: ReadonlySet<string>,
  canForbid = true,
): ToolDefinition[] {
  const called = messages.some(({ role }) => role === 'tool');
  const isUseless = toolChoice === 'none' && !(called && canForbid);
  if (isUseless || refused.has('tools')) return [];
  return tools.filter(({ name }) => !refused.has(`tool ${name}`));
}

/** https://developers.openai.com/api/docs/guides/function-calling */
function toTool(tool: ToolDefinition, traits: PresetTraits): ChatCompletionFunctionTool {
  const { parameters, ...named } = functionOf(tool);
  const plain = traits.hasPlainSchemas
    ? (plainSchema(parameters) as Record<string, unknown>)
    : parameters;
  const wanted = traits.describesProperties ? withDescriptions(plain) : plain;
  return { type: 'function', function: { ...named, parameters: wanted } };
}

/**
 * Not to ask is not enough for a model that reasons by default: it is asked for the least that it takes. Groq's Qwen
 * only knows whether to reason at all, and its other models take no effort: https://console.groq.com/docs/reasoning.
 * A compatible server is known by the names of its models, and by its preset.
 */
function effortParameter(
  provider: OpenAiVendor,
  model: string,
  asked: ModelRequest['reasoningEffort'],
  refused: ReadonlySet<Refusable>,
  traits: PresetTraits,
): EffortParameter | undefined {
  const least = leastEffort(model, provider);
  if (least !== undefined) return effortFor(asked, least, refused);
  if (refused.has('reasoning_effort')) return undefined;
  if (provider === 'groq') return groqEffort(model, asked);
  if (provider === 'openai_compatible') return presetEffort(traits, asked, refused);
  if (provider === 'workers_ai') return workersAiEffort(model, asked, refused);
  // A deployment of Azure may have any name.
  const mayReason = !cannotReason(model) && (asked !== null || refused.has('reasons'));
  return provider === 'azure' && mayReason ? effortFor(asked, 'none', refused) : undefined;
}

function groqEffort(
  model: string,
  asked: ModelRequest['reasoningEffort'],
): EffortParameter | undefined {
  if (findTraits('groq', model).reasoning?.by !== 'switch') return undefined;
  return asked ? ('default' as EffortParameter) : 'none';
}

/**
 * Returns the tokens that reasoning may use: they count as part of the answer wherever the format is spoken. A model
 * reasons if it is asked to, if its name says that it cannot stop, or if it was seen to.
 * https://openrouter.ai/docs/use-cases/reasoning-tokens, https://api-docs.deepseek.com/guides/thinking_mode,
 * https://console.groq.com/docs/reasoning
 */
function reserve(
  provider: OpenAiVendor,
  model: string,
  { reasoningEffort: asked }: ModelRequest,
  effort: EffortParameter | undefined,
  refused: ReadonlySet<Refusable>,
): number {
  if (refused.has('reserve')) return 0;
  const { reasoning, thinking_room: room = 0 } = findTraits(provider, model);
  const sent = ['none', 'minimal', 'low', 'medium', 'high'].includes(effort ?? '');
  // A server may not know how to keep its model from reasoning.
  const isIgnored = effort === 'none' && provider === 'openai_compatible' && refused.has('reasons');
  if (isIgnored) return reserveFor(provider, 'low');
  if (sent) return Math.max(room, reserveFor(provider, effort as Effort));
  if (cannotReason(model, provider)) return 0;
  const reasonsItself = provider === 'workers_ai' && reasoning?.by === 'itself';
  if (leastEffort(model, provider) !== undefined || reasonsItself)
    return reserveFor(provider, asked ?? 'medium');
  if (asked !== null && effort) return reserveFor(provider, asked);
  return refused.has('reasons') ? reserveFor(provider, asked ?? 'low') : 0;
}

/** `max_tokens` is deprecated at OpenAI and Groq, and the only name that older servers know. */
function limitParameter(
  provider: OpenAiVendor,
  reasoning: boolean,
  refused: ReadonlySet<Refusable>,
  limit: number,
) {
  const isModern = provider !== 'workers_ai' && (provider !== 'openai_compatible' || reasoning);
  const usesModern = isModern ? !refused.has('max_completion_tokens') : refused.has('max_tokens');
  const name = usesModern ? 'max_completion_tokens' : 'max_tokens';
  return refused.has(name) ? {} : { [name]: limit };
}
