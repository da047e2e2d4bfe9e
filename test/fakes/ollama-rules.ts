import { z } from 'zod';
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

// Go's decoder ignores unknown fields, and takes null for any type.
const text = z.string().nullish();
const object = z.record(z.string(), z.unknown());
const roles = ['system', 'user', 'assistant', 'tool'] as const;
const number = z.number().nullish();

/**
 * https://docs.ollama.com/api/chat, https://docs.ollama.com/capabilities/tool-calling,
 * https://docs.ollama.com/modelfile#valid-parameters-and-values
 */
const chatRequest = z.looseObject({
  model: text,
  messages: z
    .array(
      z.looseObject({
        role: z.enum(roles, `invalid role, role must be one of [${roles.join(' ')}]`),
        content: text,
        thinking: text,
        tool_name: text,
        tool_calls: z
          .array(z.looseObject({ function: z.looseObject({ arguments: object.optional() }) }))
          .nullish(),
      }),
    )
    .nullish(),
  stream: z.boolean().nullish(),
  tools: z
    .array(
      z.looseObject({
        function: z.looseObject({
          name: text,
          description: text,
          parameters: z
            .looseObject({
              type: text,
              required: z.array(z.unknown()).nullish(),
              properties: object.nullish(),
            })
            .nullish(),
        }),
      }),
    )
    .nullish(),
  // https://docs.ollama.com/capabilities/thinking
  think: z
    .union(
      [z.boolean(), z.enum(['high', 'medium', 'low'])],
      'invalid think value (must be "high", "medium", "low", true, or false)',
    )
    .nullish(),
  options: z.looseObject({ temperature: number, num_predict: number, num_ctx: number }).nullish(),
});

/** https://docs.ollama.com/api/embed */
const embedRequest = z.looseObject({
  model: text,
  input: z.union([z.string(), z.array(z.string())], 'invalid input type'),
  truncate: z.boolean().nullish(),
  dimensions: z.int().nullish(),
  options: object.nullish(),
});

function schemaRefusal(schema: z.ZodType, body: Body): VendorRefusal | undefined {
  const issue = schema.safeParse(body).error?.issues[0];
  if (!issue) return undefined;
  const field = issue.path.filter((part) => typeof part === 'string').join('.');
  const [, found] = / received (\S+)$/.exec(issue.message) ?? [];
  if (found === undefined) return refuse(400, issue.message);
  return refuse(400, `json: cannot unmarshal ${found} into Go struct field ${field}`);
}

/** As `registry.ollama.ai/library/NAME:TAG`: without a tag it is `latest`. */
export function findModel(models: Record<string, FakeModel>, name: unknown) {
  const wanted = String(name);
  return models[wanted] ?? models[`${wanted}:latest`];
}

/** The words are those of https://github.com/ollama/ollama/blob/main/server/routes.go */
export function chatRefusal(
  body: Body,
  models: Record<string, FakeModel>,
): VendorRefusal | undefined {
  const wrong = schemaRefusal(chatRequest, body);
  if (wrong) return wrong;
  if (!body['model']) return refuse(400, 'model is required');
  const name = body['model'] as string;
  const model = findModel(models, name);
  if (!model) return refuse(404, `model '${name}' not found`);
  if (!model.capabilities.includes('completion')) {
    return refuse(400, `"${name}" does not support chat`);
  }
  const asked = [
    ...((body['tools'] as unknown[] | undefined)?.length ? ['tools'] : []),
    ...(body['think'] ? ['thinking'] : []),
  ];
  const lacking = asked.filter((capability) => !model.capabilities.includes(capability));
  if (lacking.length === 0) return undefined;
  return refuse(400, `registry.ollama.ai/library/${name} does not support ${lacking.join('\n')}`);
}

export function embedRefusal(
  body: Body,
  models: Record<string, FakeModel>,
): VendorRefusal | undefined {
  const wrong = schemaRefusal(embedRequest, body);
  if (wrong) return wrong;
  const name = String(body['model']);
  const model = findModel(models, name);
  if (!model) return refuse(404, `model '${name}' not found`);
  return model.dimensions ? undefined : refuse(501, 'this model does not support embeddings');
}
