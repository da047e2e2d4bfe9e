import { findTraits } from '../model-traits.ts';
import type { ModelMessage, ModelRequest, ToolDefinition } from '../language-model.ts';
import { callsInProse } from '../shared/tool-calls.ts';

/** Lists call a model `models/NAME`. */
export const modelName = (model: string): string => model.replace(/^models\//, '');

/** Things that a model was found not to take. */
export type Lacking = 'minimal' | 'thinking' | 'tools' | `tool ${string}`;

type Effort = ModelRequest['reasoningEffort'];
interface ThinkingConfig {
  includeThoughts?: true;
  thinkingLevel?: 'minimal' | 'low' | 'medium' | 'high';
  thinkingBudget?: number;
}

/** Tokens of the budgets that `reasoning_effort` stands for: https://ai.google.dev/gemini-api/docs/openai */
const budgets = { low: 1_024, medium: 8_192, high: 24_576 };

/** Tokens of thoughts by level, which count as part of the answer. Only used tokens are paid for. */
const reserve = { minimal: 1_024, low: 4_096, medium: 16_384, high: 24_576 };

const traitsOf = (model: string) => findTraits('gemini', modelName(model));
const reasoningOf = (model: string) => traitsOf(model).reasoning;

/** Whether it is of Gemini 3 or later, which wants its signatures back and the usual temperature. */
const isGemini3 = (model: string): boolean => reasoningOf(model)?.by === 'level';

/**
 * Returns how much to think, and the room that thoughts take. No effort means none, or the least that the model
 * allows. https://ai.google.dev/gemini-api/docs/generate-content/thinking
 */
function thinkingOf(
  model: string,
  effort: Effort,
  lacking: ReadonlySet<Lacking>,
): { config: ThinkingConfig | undefined; tokens: number } {
  const { reasoning, thinking_room = 0 } = traitsOf(model);
  const isKnown = reasoning?.by === 'budget' || reasoning?.by === 'level';
  if (!isKnown) return { config: undefined, tokens: 0 };
  const roomFor = (level: keyof typeof reserve) => Math.max(reserve[level], thinking_room);
  if (lacking.has('thinking')) return { config: undefined, tokens: roomFor(effort ?? 'medium') };
  const shown = effort !== null && { includeThoughts: true as const };
  if (reasoning.by === 'budget') {
    const thinkingBudget = effort === null ? reasoning.least : budgets[effort];
    return { config: { ...shown, thinkingBudget }, tokens: thinkingBudget };
  }
  const least = lacking.has('minimal') ? 'low' : reasoning.least;
  const asked = effort ?? least;
  const thinkingLevel = asked === 'medium' && !reasoning.has_medium ? 'high' : asked;
  return { config: { ...shown, thinkingLevel }, tokens: roomFor(thinkingLevel) };
}

/** https://ai.google.dev/api/caching#Part */
export interface Part {
  text?: string;
  thoughtSignature?: string;
  functionCall?: { id: string; name: string; args: object };
  functionResponse?: { id: string; name: string; response: object };
}

export interface Content {
  role: 'user' | 'model';
  parts: Part[];
}

/** Takes the place of the signature of a call that another model made: https://ai.google.dev/gemini-api/docs/thought-signatures */
const unsigned = 'skip_thought_signature_validator';

/** Returns the messages but those of the system. Neighbours of one role are one content, as results must be. */
function toContents(
  { id, model }: { id: string; model: string },
  messages: readonly ModelMessage[],
): Content[] {
  const contents: Content[] = [];
  for (const message of messages) {
    if (message.role === 'system') continue;
    const role = message.role === 'assistant' ? 'model' : 'user';
    const parts = partsOf(id, isGemini3(model), message);
    const last = contents.at(-1);
    if (parts.length === 0) continue;
    if (last?.role === role) last.parts.push(...parts);
    else contents.push({ role, parts });
  }
  return contents;
}

function partsOf(
  id: string,
  wantsSignatures: boolean,
  message: Exclude<ModelMessage, { role: 'system' }>,
): Part[] {
  if (message.role === 'tool') {
    const { callId, name, ok, content } = message;
    const response = ok ? { output: content } : { error: content };
    return [{ functionResponse: { id: callId, name, response } }];
  }
  const text = message.content ? [{ text: message.content }] : [];
  if (!('toolCalls' in message) || !message.toolCalls?.length) return text;
  const own = message.carried?.find(({ model }) => model === id)?.value;
  if (Array.isArray(own)) return own as Part[];
  const calls = message.toolCalls.map((call, index) => ({
    functionCall: { id: call.id, name: call.name, args: call.input ?? {} },
    // Only the first of parallel calls has one.
    ...(wantsSignatures && index === 0 && { thoughtSignature: unsigned }),
  }));
  return [...text, ...calls];
}

/** https://ai.google.dev/api/generate-content */
export interface GeminiRequest {
  systemInstruction?: { parts: { text: string }[] };
  tools?: { functionDeclarations: { name: string }[] }[];
  toolConfig?: { functionCallingConfig: { mode: 'NONE' } };
  contents: Content[];
  generationConfig: {
    maxOutputTokens: number;
    temperature?: number;
    thinkingConfig?: ThinkingConfig;
  };
}

/** Tokens of thoughts and answer, where the table has none: https://ai.google.dev/gemini-api/docs/models */
const usualOutput = 65_536;

/** @param lacking Abilities that the model is known to lack. */
export function geminiRequest(
  own: { id: string; model: string },
  request: ModelRequest,
  lacking: ReadonlySet<Lacking>,
): GeminiRequest {
  const { reasoningEffort, maxTokens, temperature, toolChoice } = request;
  const knowsTools = !lacking.has('tools');
  const messages = knowsTools ? request.messages : callsInProse(request.messages);
  const system = messages.flatMap(({ role, content }) => (role === 'system' ? [content] : []));
  const offered = request.tools.filter(({ name }) => !lacking.has(`tool ${name}`));
  const functionDeclarations = knowsTools ? offered.map(toDeclaration) : [];
  const hasTools = functionDeclarations.length > 0;
  const { max_output = usualOutput } = findTraits('gemini', modelName(own.model));
  const { config, tokens } = thinkingOf(own.model, reasoningEffort, lacking);
  return {
    ...(system.length > 0 && { systemInstruction: { parts: [{ text: system.join('\n\n') }] } }),
    ...(hasTools && { tools: [{ functionDeclarations }] }),
    ...(hasTools &&
      toolChoice === 'none' && { toolConfig: { functionCallingConfig: { mode: 'NONE' } } }),
    contents: toContents(own, messages),
    generationConfig: {
      maxOutputTokens: Math.max(maxTokens, Math.min(maxTokens + tokens, max_output)),
      // Google advises against another than the usual one: https://ai.google.dev/gemini-api/docs/gemini-3
      ...(!isGemini3(own.model) && { temperature }),
      ...(config && { thinkingConfig: config }),
    },
  };
}

/** https://ai.google.dev/api/caching#FunctionDeclaration */
function toDeclaration({ name, description, inputSchema }: ToolDefinition) {
  const schema: Record<string, unknown> = { type: 'object', properties: {}, ...inputSchema };
  // Not among the fields that are taken: https://ai.google.dev/gemini-api/docs/structured-output
  delete schema['$schema'];
  return { name, description, parametersJsonSchema: schema };
}
