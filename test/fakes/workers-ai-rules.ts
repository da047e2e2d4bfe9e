import { z } from 'zod';
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

const property = z.looseObject({ type: z.string(), description: z.string() });
const described = z.looseObject({
  function: z.looseObject({
    name: z.string(),
    description: z.string(),
    parameters: z.looseObject({ type: z.string(), properties: z.record(z.string(), property) }),
  }),
});

/**
 * The rules of the strictest models, for what all may be asked:
 * https://developers.cloudflare.com/workers-ai/configuration/open-ai-compatibility/,
 * https://developers.cloudflare.com/workers-ai/models/llama-3.3-70b-instruct-fp8-fast/
 */
const completion = z.strictObject({
  model: z.string(),
  messages: z.array(z.looseObject({ role: z.string(), content: z.string() })),
  max_tokens: z.int().nullish(),
  temperature: z.number().min(0).max(5).nullish(),
  stream: z.boolean().nullish(),
  reasoning_effort: z.enum(['low', 'medium', 'high']).optional(),
  tools: z.array(described).optional(),
  max_completion_tokens: z.unknown().optional(),
  stream_options: z.unknown().optional(),
  chat_template_kwargs: z.unknown().optional(),
});

/** The schema of the model's page, as its validator complains. */
function inputRefusal(schema: z.ZodType, body: unknown): VendorRefusal | undefined {
  const issue = schema.safeParse(body).error?.issues[0];
  if (!issue) return undefined;
  return refuse(400, {
    code: 5006,
    message: `AiError: Bad input: Error: oneOf at '/' not met, 0 matches: '/${issue.path.join('/')}' ${issue.message}`,
  });
}

export function completionRefusal(body: Body): VendorRefusal | undefined {
  const model = knownModels[String(body['model'])];
  if (model?.task !== 'Text Generation') return noSuchModel(String(body['model']));
  if (body['tools'] !== undefined && !model.tools) return invalidInput;
  return inputRefusal(completion, body) ?? turnsRefusal(body['messages'] as Body[]);
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

/** The texts of a request for vectors, under the names that the model's page has for them. */
export function textsToEmbed(body: Body): string[] {
  return [body['text'] ?? body['queries'] ?? body['documents']].flat() as string[];
}

/** https://developers.cloudflare.com/workers-ai/models/bge-base-en-v1.5/ and its neighbours */
export function embeddingRefusal(
  body: Body,
  name: string,
  model: Pick<FakeModel, 'texts'>,
): VendorRefusal | undefined {
  const fields = name.includes('qwen3') ? ['text', 'queries', 'documents'] : ['text'];
  const given = fields.filter((field) => body[field] !== undefined);
  const text = z.string().min(1);
  const texts = z.union([text, z.array(text).max(model.texts ?? Infinity)]);
  const schema = z.looseObject({
    [given.length === 1 ? given[0]! : fields[0]!]: texts,
    pooling: z.enum(['mean', 'cls']).optional(),
  });
  return given.length > 1 ? inputRefusal(z.never(), body) : inputRefusal(schema, body);
}
