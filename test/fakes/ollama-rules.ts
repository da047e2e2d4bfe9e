import type { VendorRefusal } from './vendor-server.ts';

/** A model's capabilities, as `/api/show` names them, and its number of dimensions. */
export interface FakeModel {
  capabilities: string[];
  dimensions?: number;
}

type Body = Record<string, unknown>;

/** `{"error": "words"}`: https://docs.ollama.com/api/errors */
export const refuse = (status: number, error: string): VendorRefusal => ({
  status,
  body: { error },
});

/** The error of Go's decoder for a field of another type. It ignores unknown fields. */
const mismatch = (value: unknown, field: string, type: string) =>
  refuse(
    400,
    `json: cannot unmarshal ${jsonType(value)} into Go struct field ${field} of type ${type}`,
  );

function jsonType(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}

const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The first field whose value Go would not take for its type; absent and null are always taken. */
function badField(
  owner: string,
  body: Body,
  types: Record<string, 'string' | 'bool' | 'int' | '[]' | 'map[string]any'>,
): VendorRefusal | undefined {
  for (const [name, type] of Object.entries(types)) {
    const value = body[name];
    if (value === undefined || value === null) continue;
    const fits = {
      string: typeof value === 'string',
      bool: typeof value === 'boolean',
      int: Number.isInteger(value),
      '[]': Array.isArray(value),
      'map[string]any': isObject(value),
    }[type];
    if (!fits) return mismatch(value, `${owner}.${name}`, type);
  }
  return undefined;
}

/** As `registry.ollama.ai/library/NAME:TAG`: without a tag it is `latest`. */
export function findModel(models: Record<string, FakeModel>, name: unknown) {
  const wanted = String(name);
  return models[wanted] ?? models[`${wanted}:latest`];
}

/** https://docs.ollama.com/api/chat; which words, https://github.com/ollama/ollama/blob/main/server/routes.go */
export function chatRefusal(
  body: Body,
  models: Record<string, FakeModel>,
): VendorRefusal | undefined {
  const wrong =
    badField('ChatRequest', body, {
      model: 'string',
      messages: '[]',
      stream: 'bool',
      tools: '[]',
      options: 'map[string]any',
    }) ??
    first(body['messages'], messageRefusal) ??
    first(body['tools'], toolRefusal) ??
    thinkRefusal(body['think']);
  if (wrong) return wrong;
  if (!body['model']) return refuse(400, 'model is required');
  const name = body['model'] as string;
  const model = findModel(models, name);
  if (!model) return refuse(404, `model '${name}' not found`);
  if (!model.capabilities.includes('completion')) {
    return refuse(400, `"${name}" does not support chat`);
  }
  return capabilityRefusal(name, body, model) ?? optionsRefusal(body['options'] as Body);
}

function first(
  list: unknown,
  refusal: (entry: Body) => VendorRefusal | undefined,
): VendorRefusal | undefined {
  for (const entry of (list as Body[] | undefined) ?? []) {
    const refused = refusal(entry);
    if (refused) return refused;
  }
  return undefined;
}

const roles = ['system', 'user', 'assistant', 'tool'];

function messageRefusal(message: Body): VendorRefusal | undefined {
  const owner = 'ChatRequest.messages';
  const wrong = badField(owner, message, {
    role: 'string',
    content: 'string',
    thinking: 'string',
    tool_name: 'string',
    tool_calls: '[]',
  });
  if (wrong) return wrong;
  if (!roles.includes(String(message['role']))) {
    return refuse(
      400,
      `invalid role: ${String(message['role'])}, role must be one of [${roles.join(' ')}]`,
    );
  }
  return first(message['tool_calls'], ({ function: called }) => {
    const args = (called as Body | undefined)?.['arguments'];
    if (args === undefined || isObject(args)) return undefined;
    return mismatch(
      args,
      `${owner}.tool_calls.function.arguments`,
      'api.ToolCallFunctionArguments',
    );
  });
}

/** https://docs.ollama.com/capabilities/tool-calling */
function toolRefusal(tool: Body): VendorRefusal | undefined {
  const owner = 'ChatRequest.tools.function';
  if (!isObject(tool['function'])) return mismatch(tool['function'], owner, 'api.ToolFunction');
  const { parameters } = tool['function'];
  return (
    badField(owner, tool['function'], {
      name: 'string',
      description: 'string',
      parameters: 'map[string]any',
    }) ??
    badField(`${owner}.parameters`, (parameters ?? {}) as Body, {
      type: 'string',
      required: '[]',
      properties: 'map[string]any',
    })
  );
}

/** https://docs.ollama.com/capabilities/thinking */
function thinkRefusal(think: unknown): VendorRefusal | undefined {
  if (think === undefined || think === null || typeof think === 'boolean') return undefined;
  if (['low', 'medium', 'high'].includes(think as string)) return undefined;
  return refuse(
    400,
    `invalid think value: ${JSON.stringify(think)} (must be "high", "medium", "low", true, or false)`,
  );
}

function capabilityRefusal(name: string, body: Body, { capabilities }: FakeModel) {
  const asked = [
    ...((body['tools'] as unknown[] | undefined)?.length ? ['tools'] : []),
    ...(body['think'] ? ['thinking'] : []),
  ];
  const lacking = asked.filter((capability) => !capabilities.includes(capability));
  if (lacking.length === 0) return undefined;
  return refuse(400, `registry.ollama.ai/library/${name} does not support ${lacking.join('\n')}`);
}

/** https://docs.ollama.com/modelfile#valid-parameters-and-values */
function optionsRefusal(options: Body | undefined): VendorRefusal | undefined {
  const types = { temperature: 'float32', num_predict: 'integer', num_ctx: 'integer' };
  for (const [name, type] of Object.entries(types)) {
    const value = options?.[name];
    if (value === undefined || value === null || typeof value === 'number') continue;
    return refuse(400, `option "${name}" must be of type ${type}`);
  }
  return undefined;
}

/** https://docs.ollama.com/api/embed */
export function embedRefusal(
  body: Body,
  models: Record<string, FakeModel>,
): VendorRefusal | undefined {
  const wrong = badField('EmbedRequest', body, {
    model: 'string',
    truncate: 'bool',
    dimensions: 'int',
    options: 'map[string]any',
  });
  if (wrong) return wrong;
  const { input } = body;
  const texts: unknown[] = Array.isArray(input) ? input : [input];
  if (texts.some((text) => typeof text !== 'string')) return refuse(400, 'invalid input type');
  const name = String(body['model']);
  const model = findModel(models, name);
  if (!model) return refuse(404, `model '${name}' not found`);
  if (!model.dimensions) return refuse(501, 'this model does not support embeddings');
  return undefined;
}
