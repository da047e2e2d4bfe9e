import { findTraits } from '../find-traits.ts';
import type { ModelRequest, ToolDefinition } from '../language-model.ts';
import { callsInProse } from '../shared/tool-calls.ts';
import { modelName } from './connection.ts';
import { toContents, type Content } from './contents.ts';
import { isGemini3, thinkingOf, type Lacking, type ThinkingConfig } from './thinking.ts';

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
  const { maxOutput = usualOutput } = findTraits('gemini', modelName(own.model));
  const { config, tokens } = thinkingOf(own.model, reasoningEffort, lacking);
  return {
    ...(system.length > 0 && { systemInstruction: { parts: [{ text: system.join('\n\n') }] } }),
    ...(hasTools && { tools: [{ functionDeclarations }] }),
    ...(hasTools &&
      toolChoice === 'none' && { toolConfig: { functionCallingConfig: { mode: 'NONE' } } }),
    contents: toContents(own, messages),
    generationConfig: {
      maxOutputTokens: Math.max(maxTokens, Math.min(maxTokens + tokens, maxOutput)),
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
