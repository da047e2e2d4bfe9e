import { z } from 'zod';
import type { VendorRefusal } from './vendor-server.ts';

type Body = Record<string, unknown>;

export interface FakeModel {
  methods: string[];
  /** Levels that it takes; absent: it has a budget. */
  levels?: string[];
  /** It takes neither: https://ai.google.dev/gemma/docs/core/gemma_on_gemini_api */
  plain?: true;
  dimensions?: number;
}

/** https://ai.google.dev/gemini-api/docs/models, https://ai.google.dev/gemini-api/docs/generate-content/thinking#thinking-levels */
export const geminiModels: Record<string, FakeModel> = {
  'gemini-4-argon': { methods: ['generateContent'], levels: ['low', 'medium', 'high'] },
  'gemini-3.8-flash': { methods: ['generateContent'], levels: ['low', 'medium', 'high'] },
  'gemini-3.1-flash-lite': {
    methods: ['generateContent'],
    levels: ['minimal', 'low', 'medium', 'high'],
  },
  'gemini-2.5-flash': { methods: ['generateContent'] },
  'gemma-4-31b-it': { methods: ['generateContent'], plain: true },
  'gemini-3.1-flash-image': { methods: ['generateContent'], levels: ['minimal', 'high'] },
  'gemini-embedding-001': { methods: ['embedContent'], dimensions: 3072 },
  'gemini-embedding-2': { methods: ['embedContent'], dimensions: 3072 },
};

/** https://ai.google.dev/gemini-api/docs/troubleshooting */
const statuses: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
};

export const refuse = (
  status: number,
  message: string,
  ...details: object[]
): VendorRefusal & { body: { error: object } } => ({
  status,
  body: {
    error: {
      code: status,
      message,
      status: statuses[status],
      ...(details.length > 0 && { details }),
    },
  },
});

/** https://github.com/googleapis/googleapis/blob/master/google/rpc/error_details.proto */
export const keyRefusal = refuse(400, 'API key not valid. Please pass a valid API key.', {
  '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
  reason: 'API_KEY_INVALID',
  domain: 'googleapis.com',
});

const anything = z.unknown().optional();
/** https://ai.google.dev/api/caching#FunctionDeclaration, https://github.com/iBUHub/AIStudioToAPI/issues/154 */
const declaration = z.strictObject({
  name: z.string().regex(/^[a-zA-Z_][\w.:-]{0,63}$/, 'Invalid function name.'),
  description: anything,
  parametersJsonSchema: z
    .looseObject({
      properties: z.record(z.string(), z.unknown()).default({}),
      required: z.array(z.string()).default([]),
    })
    .refine(
      ({ properties, required }) => required.every((name) => name in properties),
      'required[0]: property is not defined',
    ),
});
/** https://ai.google.dev/api/generate-content, https://ai.google.dev/gemini-api/docs/function-calling */
const generation = z.strictObject({
  contents: z
    .array(
      z.looseObject({ role: z.enum(['user', 'model']), parts: z.array(z.looseObject({})).min(1) }),
    )
    .min(1),
  systemInstruction: anything,
  tools: z.array(z.looseObject({ functionDeclarations: z.array(declaration) })).optional(),
  toolConfig: anything,
  generationConfig: z
    .strictObject({ maxOutputTokens: anything, temperature: anything, thinkingConfig: anything })
    .optional(),
});

/** Unknown fields are refused, as by every API of Google's. Tools are named as in the wire of protocol buffers. */
function schemaRefusal(schema: z.ZodType, body: Body): VendorRefusal | undefined {
  const issue = schema.safeParse(body).error?.issues[0];
  if (!issue) return undefined;
  const path = issue.path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .slice(1)
    .replace('functionDeclarations', 'function_declarations')
    .replace('parametersJsonSchema', 'parameters_json_schema');
  const words =
    issue.code === 'unrecognized_keys'
      ? `Invalid JSON payload received. Unknown name "${issue.keys[0]}" at '${path}': Cannot find field.`
      : `* GenerateContentRequest.${path}: ${issue.message}`;
  return refuse(400, words);
}

export function generateRefusal(body: Body, name: string): VendorRefusal | undefined {
  const wrong = schemaRefusal(generation, body);
  if (wrong) return wrong;
  const contents = body['contents'] as Turn[];
  const config = body['generationConfig'] as { thinkingConfig?: Body } | undefined;
  const model = geminiModels[name]!;
  return (
    thinkingRefusal(config?.thinkingConfig, model) ??
    callsRefusal(contents) ??
    (model.levels ? signatureRefusal(contents) : undefined)
  );
}

interface Turn {
  role: string;
  parts: Body[];
}

/** https://github.com/earendil-works/pi/issues/9455, https://github.com/RooCodeInc/Roo-Code/issues/10700 */
function thinkingRefusal(config: Body | undefined, { levels, plain }: FakeModel) {
  if (config && plain) return refuse(400, 'Thinking is not enabled for this model.');
  const { thinkingLevel, thinkingBudget } = config ?? {};
  if (thinkingLevel === undefined) return undefined;
  if (!levels) return refuse(400, 'Thinking level is not supported for this model.');
  if (thinkingBudget !== undefined) {
    return refuse(400, 'You can only set only one of thinking budget and thinking level.');
  }
  const level = thinkingLevel as string;
  if (levels.includes(level)) return undefined;
  const words = `Thinking level ${level.toUpperCase()} is not supported for this model. Please retry with other thinking level.`;
  return refuse(400, words);
}

function callsRefusal(contents: readonly Turn[]) {
  const ids = (key: string, parts: readonly Body[] = []) =>
    parts.flatMap((part) => (part[key] ? [(part[key] as Body)['id']] : []));
  for (const [at, { parts }] of contents.entries()) {
    const calls = ids('functionCall', parts);
    const answers = ids('functionResponse', contents[at + 1]?.parts);
    if (calls.length > 0 && String(calls) !== String(answers)) {
      const words =
        'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.';
      return refuse(400, words);
    }
  }
  return undefined;
}

/** https://ai.google.dev/gemini-api/docs/thought-signatures: the first call of each step in the turn. */
function signatureRefusal(contents: readonly Turn[]) {
  const begin = contents.findLastIndex(
    ({ role, parts }) => role === 'user' && parts.some((part) => 'text' in part),
  );
  for (const { parts } of contents.slice(begin)) {
    const first = parts.find((part) => part['functionCall']);
    const signature = first?.['thoughtSignature'];
    if (first && signature === undefined) {
      const words =
        'Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly.';
      return refuse(400, words);
    }
    if (first && signature !== 'c2lnbmVk' && signature !== 'skip_thought_signature_validator') {
      return refuse(400, 'Corrupted thought signature.');
    }
  }
  return undefined;
}

/** https://ai.google.dev/api/embeddings; 100 at once: https://github.com/lancedb/lancedb/pull/3618 */
export const embedRefusal = (body: Body, name: string): VendorRefusal | undefined =>
  schemaRefusal(
    z.looseObject({
      requests: z
        .array(
          z.strictObject({
            model: z.literal(`models/${name}`),
            content: anything,
            taskType: anything,
            outputDimensionality: z.number().min(1).max(3072).optional(),
          }),
        )
        .max(100),
    }),
    body,
  );
