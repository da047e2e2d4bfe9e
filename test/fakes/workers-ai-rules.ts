import type { VendorRefusal } from './vendor-server.ts';

export interface FakeModel {
  task: 'Text Generation' | 'Text Embeddings';
  /** `function_calling` of its page. */
  tools?: boolean;
  dimensions?: number;
  /** Whether its page says so. */
  tellsDimensions?: boolean;
  /** Texts of one request. */
  texts?: number;
}

type Body = Record<string, unknown>;

/** https://developers.cloudflare.com/workers-ai/models/ */
export const knownModels: Record<string, FakeModel> = {
  '@cf/meta/llama-3.3-70b-instruct-fp8-fast': {
    task: 'Text Generation',
    tools: true,
  },
  '@cf/qwen/qwen3-30b-a3b-fp8': { task: 'Text Generation', tools: true },
  '@cf/qwen/qwq-32b': { task: 'Text Generation' },
  '@cf/openai/gpt-oss-20b': { task: 'Text Generation', tools: true },
  '@cf/zai-org/glm-4.7-flash': { task: 'Text Generation', tools: true },
  '@cf/mistral/mistral-7b-instruct-v0.1': { task: 'Text Generation' },
  '@cf/meta/llama-guard-3-8b': { task: 'Text Generation' },
  '@cf/baai/bge-base-en-v1.5': {
    task: 'Text Embeddings',
    dimensions: 768,
    tellsDimensions: true,
    texts: 100,
  },
  '@cf/baai/bge-m3': { task: 'Text Embeddings', dimensions: 1024, texts: 100 },
  '@cf/google/embeddinggemma-300m': { task: 'Text Embeddings', dimensions: 768 },
  '@cf/qwen/qwen3-embedding-0.6b': {
    task: 'Text Embeddings',
    dimensions: 1024,
    texts: 32,
  },
};

/** https://developers.cloudflare.com/fundamentals/api/how-to/make-api-calls/ */
export const refuse = (
  status: number,
  ...errors: { code: number; message: string; error_chain?: object[] }[]
): VendorRefusal => ({
  status,
  body: { result: null, success: false, errors, messages: [] },
});

/** The schema of the model's page, as its validator complains. */
const badInput = (complaint: string) =>
  refuse(400, {
    code: 5006,
    message: `AiError: Bad input: Error: oneOf at '/' not met, 0 matches: ${complaint}`,
  });

/** The model's own complaint: https://github.com/cloudflare/ai/pull/454 */
const invalidInput = refuse(400, { code: 8001, message: 'AiError: AiError: Invalid input' });

/** https://developers.cloudflare.com/workers-ai/platform/errors/ */
export const noSuchModel = (model: string) =>
  refuse(400, { code: 5007, message: `AiError: No such model ${model} or task` });

/** https://developers.cloudflare.com/fundamentals/api/get-started/create-token/ */
export function authorisationRefusal(
  header: string | undefined,
  accepted: string,
): VendorRefusal | undefined {
  if (header === undefined) {
    const message = 'Missing X-Auth-Key, X-Auth-Email or Authorization headers';
    return refuse(400, { code: 9106, message });
  }
  if (!/^Bearer \S+$/.test(header)) {
    const error_chain = [{ code: 6111, message: 'Invalid format for Authorization header' }];
    return refuse(400, { code: 6003, message: 'Invalid request headers', error_chain });
  }
  if (header === `Bearer ${accepted}`) return undefined;
  return refuse(401, { code: 10000, message: 'Authentication error' });
}

/** An account that is none, or a path: error 7003 of every Cloudflare API. */
export const noRoute = (path: string) =>
  refuse(
    404,
    {
      code: 7003,
      message: `Could not route to ${path}, perhaps your object identifier is invalid?`,
    },
    { code: 7000, message: 'No route for that URI' },
  );

const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fields: ReadonlySet<string> = new Set(
  `model messages max_tokens max_completion_tokens temperature stream stream_options tools reasoning_effort
  chat_template_kwargs`.split(/\s+/),
);

/**
 * The rules of the strictest models, for what all may be asked:
 * https://developers.cloudflare.com/workers-ai/configuration/open-ai-compatibility/,
 * https://developers.cloudflare.com/workers-ai/models/llama-3.3-70b-instruct-fp8-fast/
 */
export function completionRefusal(body: Body): VendorRefusal | undefined {
  const { model: name, messages, tools } = body;
  const model = knownModels[String(name)];
  if (model?.task !== 'Text Generation') return noSuchModel(String(name));
  const unknown = Object.keys(body).find((field) => !fields.has(field));
  if (unknown !== undefined) return badInput(`'/' has the additional property '${unknown}'`);
  if (!Array.isArray(messages)) return badInput("required properties at '/' are 'messages'");
  for (const [index, message] of (messages as Body[]).entries()) {
    const refusal = messageRefusal(message, `/messages/${index}`);
    if (refusal) return refusal;
  }
  return (
    typeRefusal(body) ??
    (tools === undefined ? undefined : toolsRefusal(tools, model)) ??
    turnsRefusal(messages as Body[])
  );
}

function messageRefusal(message: Body, path: string): VendorRefusal | undefined {
  if (!('role' in message && 'content' in message)) {
    return badInput(`required properties at '${path}' are 'role,content'`);
  }
  for (const name of ['role', 'content']) {
    const value = message[name];
    if (typeof value === 'string') continue;
    const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
    return badInput(`Type mismatch of '${path}/${name}', '${type}' not in 'string'`);
  }
  return undefined;
}

function typeRefusal({ max_tokens, temperature, stream, reasoning_effort }: Body) {
  if (!Number.isInteger(max_tokens ?? 256)) {
    return badInput("Type mismatch of '/max_tokens', 'number' not in 'integer'");
  }
  const heat = (temperature ?? 0.6) as number;
  if (!(heat >= 0 && heat <= 5)) return badInput("'/temperature' must be <= 5");
  if (typeof (stream ?? false) !== 'boolean') {
    return badInput("Type mismatch of '/stream', 'string' not in 'boolean'");
  }
  if (['low', 'medium', 'high', undefined].includes(reasoning_effort as string)) return undefined;
  return badInput("'/reasoning_effort' must be one of 'low,medium,high'");
}

function toolsRefusal(tools: unknown, model: FakeModel): VendorRefusal | undefined {
  if (!model.tools) return invalidInput;
  if (!Array.isArray(tools)) return badInput("Type mismatch of '/tools', 'object' not in 'array'");
  for (const [index, tool] of (tools as Body[]).entries()) {
    const path = `/tools/${index}`;
    const { name, description, parameters } = (tool['function'] ?? {}) as Body;
    if (typeof name !== 'string' || typeof description !== 'string' || !isObject(parameters)) {
      return badInput(
        `required properties at '${path}/function' are 'name,description,parameters'`,
      );
    }
    if (typeof parameters['type'] !== 'string' || !isObject(parameters['properties'])) {
      return badInput(`required properties at '${path}/function/parameters' are 'type,properties'`);
    }
    for (const [key, property] of Object.entries(parameters['properties'])) {
      const said = property as Body;
      if (typeof said['type'] === 'string' && typeof said['description'] === 'string') continue;
      const at = `${path}/function/parameters/properties/${key}`;
      return badInput(`required properties at '${at}' are 'type,description'`);
    }
  }
  return undefined;
}

/** As of chat completions: each call has an id and arguments that are text, and exactly one result. */
function turnsRefusal(messages: Body[]): VendorRefusal | undefined {
  const open = new Set<unknown>();
  for (const message of messages) {
    const { role, tool_call_id, tool_calls = [] } = message;
    if (role === 'tool') {
      if (!open.delete(tool_call_id)) return invalidInput;
      continue;
    }
    if (open.size > 0) return invalidInput;
    for (const call of tool_calls as { id?: unknown; type?: unknown; function?: Body }[]) {
      const { id, type, function: called } = call;
      if (!/^[a-z\d]{9}$/i.test(String(id)) || type !== 'function' || open.has(id)) {
        return invalidInput;
      }
      if (typeof called?.['arguments'] !== 'string') return invalidInput;
      open.add(id);
    }
  }
  return open.size > 0 ? invalidInput : undefined;
}

const textsOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

/** The texts of a request for vectors, under the names that the model's page has for them. */
export function textsToEmbed(body: Body): string[] {
  return textsOf(body['text'] ?? body['queries'] ?? body['documents']) as string[];
}

/** https://developers.cloudflare.com/workers-ai/models/bge-base-en-v1.5/ and its neighbours */
export function embeddingRefusal(
  body: Body,
  name: string,
  model: Pick<FakeModel, 'texts'>,
): VendorRefusal | undefined {
  const fields = name.includes('qwen3') ? ['text', 'queries', 'documents'] : ['text'];
  const given = fields.filter((field) => body[field] !== undefined);
  if (given.length !== 1) return badInput(`required properties at '/' are '${fields[0]}'`);
  const texts = textsOf(body[given[0]!]);
  if (texts.some((text) => typeof text !== 'string' || text === '')) {
    return badInput(`'/${given[0]}/0' must have at least 1 character`);
  }
  if (texts.length > (model.texts ?? Infinity)) {
    return badInput(`'/${given[0]}' must have at most ${model.texts} items`);
  }
  const { pooling = 'mean' } = body;
  if (pooling === 'mean' || pooling === 'cls') return undefined;
  return badInput("'/pooling' must be one of 'mean,cls'");
}
