import type { ToolDefinition } from '../language-model.ts';

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

/** A model may have invented a name that is not valid. */
export const legalName = (name: string): string => name.replace(/[^\w-]/g, '_').slice(0, 64);
