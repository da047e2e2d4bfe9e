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

/** Unknown fields are refused, as by every API of Google's. */
function unknownField(owner: string, body: Body, known: string[]): VendorRefusal | undefined {
  const name = Object.keys(body).find((key) => !known.includes(key));
  return name === undefined
    ? undefined
    : refuse(
        400,
        `Invalid JSON payload received. Unknown name "${name}" at '${owner}': Cannot find field.`,
      );
}

/** https://ai.google.dev/api/generate-content */
export function generateRefusal(body: Body, name: string): VendorRefusal | undefined {
  const contents = (body['contents'] ?? []) as { role?: string; parts?: Body[] }[];
  const config = (body['generationConfig'] ?? {}) as Body;
  if (contents.length === 0) return refuse(400, '* GenerateContentRequest.contents: not specified');
  return (
    unknownField('', body, [
      'contents',
      'systemInstruction',
      'tools',
      'toolConfig',
      'generationConfig',
    ]) ??
    unknownField('generation_config', config, [
      'maxOutputTokens',
      'temperature',
      'thinkingConfig',
    ]) ??
    thinkingRefusal(config['thinkingConfig'] as Body | undefined, geminiModels[name]!) ??
    toolsRefusal(body['tools'] as { functionDeclarations: Body[] }[] | undefined) ??
    turnsRefusal(contents) ??
    (geminiModels[name]!.levels ? signatureRefusal(contents) : undefined)
  );
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

/** https://ai.google.dev/api/caching#FunctionDeclaration, https://github.com/iBUHub/AIStudioToAPI/issues/154 */
function toolsRefusal(tools: { functionDeclarations: Body[] }[] | undefined) {
  const declarations = tools?.flatMap((tool) => tool.functionDeclarations) ?? [];
  for (const [at, declaration] of declarations.entries()) {
    const path = `tools[0].function_declarations[${at}]`;
    const { properties = {}, required = [] } = declaration['parametersJsonSchema'] as {
      properties?: object;
      required?: string[];
    };
    if (required.some((name) => !(name in properties))) {
      const words = 'parameters_json_schema.required[0]: property is not defined';
      return refuse(400, `* GenerateContentRequest.${path}.${words}`);
    }
    const refusal = unknownField(path, declaration, [
      'name',
      'description',
      'parametersJsonSchema',
    ]);
    if (refusal) return refusal;
    if (!/^[a-zA-Z_][\w.:-]{0,63}$/.test(String(declaration['name']))) {
      return refuse(400, 'Invalid function name. Must start with a letter or an underscore.');
    }
  }
  return undefined;
}

/** https://ai.google.dev/gemini-api/docs/function-calling */
function turnsRefusal(contents: readonly { role?: string; parts?: Body[] }[]) {
  for (const [at, { role, parts = [] }] of contents.entries()) {
    if (role !== 'user' && role !== 'model') {
      return refuse(400, 'Please use a valid role: user, model.');
    }
    if (parts.length === 0) {
      return refuse(
        400,
        `* GenerateContentRequest.contents[${at}].parts: contents must not be empty`,
      );
    }
    const ids = (key: string, of: Body[]) =>
      of.flatMap((part) => (part[key] ? [(part[key] as Body)['id']] : []));
    const calls = ids('functionCall', parts);
    const answers = ids('functionResponse', contents[at + 1]?.parts ?? []);
    if (calls.length > 0 && String(calls) !== String(answers)) {
      const words =
        'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.';
      return refuse(400, words);
    }
  }
  return undefined;
}

/** https://ai.google.dev/gemini-api/docs/thought-signatures: the first call of each step in the turn. */
function signatureRefusal(contents: readonly { role?: string; parts?: Body[] }[]) {
  const begin = contents.findLastIndex(
    ({ role, parts }) => role === 'user' && parts?.some((part) => 'text' in part),
  );
  for (const { parts = [] } of contents.slice(begin)) {
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
export function embedRefusal(body: Body, name: string): VendorRefusal | undefined {
  const requests = (body['requests'] ?? []) as Body[];
  if (requests.length > 100) {
    const words = `* BatchEmbedContentsRequest.requests: at most 100 requests can be in one batch`;
    return refuse(400, words);
  }
  for (const request of requests) {
    if (request['model'] !== `models/${name}`) {
      return refuse(400, '* EmbedContentRequest.model: unexpected model name format');
    }
    const refusal = unknownField('requests[0]', request, [
      'model',
      'content',
      'taskType',
      'outputDimensionality',
    ]);
    if (refusal) return refusal;
    const asked = Number(request['outputDimensionality'] ?? 768);
    if (asked < 1 || asked > 3072) return refuse(400, 'output_dimensionality is out of range');
  }
  return undefined;
}
