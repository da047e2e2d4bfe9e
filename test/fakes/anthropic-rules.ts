import type http from 'node:http';
import { errorBody } from './anthropic-behaviours.ts';
import { anthropicModels, type AnthropicModel } from './anthropic-models.ts';
import type { VendorRefusal } from './vendor-server.ts';

/** The whole of a request for a message. Every other parameter is known and ignored. */
export interface MessageRequest {
  model: string;
  max_tokens: number;
  messages: { role: string; content: string | Block[] }[];
  system?: unknown;
  stream?: boolean;
  thinking?: { type: string; budget_tokens?: number; display?: string };
  output_config?: { effort?: string };
  tools?: Record<string, unknown>[];
  tool_choice?: { type: string };
}

export interface Block {
  type: string;
  [field: string]: unknown;
}

/** https://platform.claude.com/docs/en/api/errors */
export function invalid(message: string): VendorRefusal {
  return { status: 400, body: errorBody('invalid_request_error', message) };
}

/**
 * https://platform.claude.com/docs/en/manage-claude/authentication,
 * https://platform.claude.com/docs/en/api/versioning
 */
export function headerRefusal(
  { headers }: http.IncomingMessage,
  accepted: string,
): VendorRefusal | undefined {
  const unauthorised = (message: string) => ({
    status: 401,
    body: errorBody('authentication_error', message),
  });
  const bearer = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
  const key = bearer ?? headers['x-api-key'];
  if (key === undefined) return unauthorised('x-api-key header is required');
  if (key !== accepted) return unauthorised('invalid x-api-key');
  if (headers['anthropic-version'] === '2026-10-21') return undefined;
  return invalid('anthropic-version: header is required');
}

/**
 * https://platform.claude.com/docs/en/api/messages/create. `temperature`, `top_p` and `top_k` are gone:
 * https://platform.claude.com/docs/en/api/migration-2026-10-21
 */
const known: ReadonlySet<string> = new Set(
  `max_tokens messages model cache_control container diagnostics inference_geo metadata output_config
  service_tier speed stop_sequences stream system thinking tool_choice
  tools`.split(/\s+/),
);

export function parameterRefusal(body: Record<string, unknown>): VendorRefusal | undefined {
  const extra = Object.keys(body).find((name) => !known.has(name));
  if (extra) return invalid(`${extra}: Extra inputs are not permitted`);
  const missing = ['model', 'max_tokens', 'messages'].find((name) => body[name] === undefined);
  if (missing) return invalid(`${missing}: Field required`);
  const request = body as unknown as MessageRequest;
  const model = anthropicModels[request.model];
  if (!model) {
    return { status: 404, body: errorBody('not_found_error', `model: ${request.model}`) };
  }
  return (
    limitRefusal(request, model) ??
    thinkingRefusal(request, model) ??
    effortRefusal(request, model) ??
    toolsRefusal(request)
  );
}

export const thinks = ({ thinking, model }: MessageRequest): boolean =>
  thinking
    ? !['disabled', 'between_tools'].includes(thinking.type)
    : anthropicModels[model]!.thinksUnasked;

function limitRefusal(
  { max_tokens: wanted, model: id }: MessageRequest,
  { maxTokens }: AnthropicModel,
): VendorRefusal | undefined {
  if (!Number.isInteger(wanted)) return invalid('max_tokens: Input should be a valid integer');
  if (wanted < 1) return invalid('max_tokens: Input should be greater than or equal to 1');
  if (wanted <= maxTokens) return undefined;
  return invalid(
    `max_tokens: ${wanted} > ${maxTokens}, which is the maximum allowed number of output tokens for ${id}`,
  );
}

/**
 * https://platform.claude.com/docs/en/api/errors#common-validation-errors,
 * https://platform.claude.com/docs/en/build-with-claude/extended-thinking,
 * https://platform.claude.com/docs/en/build-with-claude/thinking#thinking-with-tool-use
 */
function thinkingRefusal(
  { thinking, max_tokens, tool_choice }: MessageRequest,
  { modes }: AnthropicModel,
): VendorRefusal | undefined {
  if (!thinking) return undefined;
  const { type, budget_tokens: budget, display, ...others } = thinking;
  const extra = Object.keys(others)[0];
  if (extra) return invalid(`thinking.${type}.${extra}: Extra inputs are not permitted`);
  if (type !== 'adaptive' && type !== 'enabled' && !isOff(type)) {
    return invalid(
      `thinking: Input tag '${type}' found using 'type' does not match any of the expected tags: 'adaptive', 'between_tools', 'disabled', 'enabled'`,
    );
  }
  if (!modes.includes(type)) {
    if (type === 'adaptive') return invalid('adaptive thinking is not supported on this model');
    return invalid(
      `"thinking.type.${type}" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.`,
    );
  }
  if (display !== undefined && display !== 'summarized' && display !== 'omitted') {
    return invalid(`thinking.${type}.display: Input should be 'summarized' or 'omitted'`);
  }
  const forced = tool_choice?.type === 'any' || tool_choice?.type === 'tool';
  if (type === 'enabled' && forced) {
    return invalid('Thinking may not be enabled when tool_choice forces tool use.');
  }
  if (type !== 'enabled') {
    if (budget === undefined) return undefined;
    return invalid(`thinking.${type}.budget_tokens: Extra inputs are not permitted`);
  }
  if (budget === undefined) return invalid('thinking.enabled.budget_tokens: Field required');
  if (budget < 1024) {
    return invalid('thinking.enabled.budget_tokens: Input should be greater than or equal to 1024');
  }
  if (budget < max_tokens) return undefined;
  return invalid('`max_tokens` must be greater than `thinking.budget_tokens`.');
}

const isOff = (type: string): type is 'disabled' | 'between_tools' =>
  type === 'disabled' || type === 'between_tools';

/** https://platform.claude.com/docs/en/build-with-claude/effort */
function effortRefusal(
  { output_config }: MessageRequest,
  { effort }: AnthropicModel,
): VendorRefusal | undefined {
  if (output_config?.effort === undefined) return undefined;
  if (!effort) return invalid('This model does not support the effort parameter.');
  if (['low', 'medium', 'high', 'xhigh', 'max'].includes(output_config.effort)) return undefined;
  return invalid("output_config.effort: Input should be 'low', 'medium', 'high', 'xhigh' or 'max'");
}

const toolFields: ReadonlySet<string> = new Set(
  `name description input_schema type allowed_callers cache_control defer_loading eager_input_streaming
  input_examples strict`.split(/\s+/),
);

/** https://platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use */
function toolsRefusal({ tools, tool_choice, messages }: MessageRequest): VendorRefusal | undefined {
  if (!tools?.length) {
    if (tool_choice) return invalid('tool_choice: may only be specified while providing tools');
    const told = JSON.stringify(messages).match(/"type":"tool_(use|result)"/);
    if (!told) return undefined;
    return invalid('Requests which include `tool_use` or `tool_result` blocks must define tools.');
  }
  for (const [index, tool] of tools.entries()) {
    const refusal = toolRefusal(tool, `tools.${index}.custom`);
    if (refusal) return refusal;
  }
  const names = new Set(tools.map(({ name }) => name));
  if (names.size < tools.length) return invalid('tools: Tool names must be unique.');
  if (!tool_choice || ['auto', 'any', 'tool', 'none'].includes(tool_choice.type)) return undefined;
  return invalid(
    `tool_choice: Input tag '${tool_choice.type}' found using 'type' does not match any of the expected tags: 'auto', 'any', 'tool', 'none'`,
  );
}

function toolRefusal(tool: Record<string, unknown>, path: string): VendorRefusal | undefined {
  const extra = Object.keys(tool).find((name) => !toolFields.has(name));
  if (extra) return invalid(`${path}.${extra}: Extra inputs are not permitted`);
  if (!/^[a-zA-Z0-9_-]{1,128}$/.test(String(tool['name']))) {
    return invalid(`${path}.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`);
  }
  const schema = (tool['input_schema'] ?? {}) as Record<string, unknown>;
  if (schema['type'] !== 'object') {
    return invalid(`${path}.input_schema.type: Input should be 'object'`);
  }
  if (!['oneOf', 'allOf', 'anyOf'].some((name) => name in schema)) return undefined;
  return invalid(
    `${path}.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level`,
  );
}
