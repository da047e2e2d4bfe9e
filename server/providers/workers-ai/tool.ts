import type { ToolDefinition } from '../language-model.ts';

/**
 * Adds what the schema on the models' pages requires: `properties`, each with a type and a description:
 * https://developers.cloudflare.com/workers-ai/models/llama-3.3-70b-instruct-fp8-fast/
 */
export function workersAiTool({ name, description, inputSchema }: ToolDefinition) {
  const { properties } = inputSchema as { properties?: Record<string, unknown> };
  const described = Object.entries(properties ?? {}).map(([key, value]) => [
    key,
    describe(key, value),
  ]);
  const parameters = {
    ...inputSchema,
    type: 'object',
    properties: Object.fromEntries(described) as Record<string, object>,
  };
  return { type: 'function', function: { name, description, parameters } };
}

function describe(key: string, value: unknown): object {
  const schema = (typeof value === 'object' && value ? value : {}) as Record<string, unknown>;
  const { description, title } = schema;
  const words = [description, title, key].find((text) => typeof text === 'string' && text !== '');
  return { ...schema, type: typeOf(schema), description: words };
}

/** Returns one of JSON Schema's types, although a schema may allow several or leave the type to its parts. */
function typeOf(schema: Record<string, unknown>): string {
  const types = [schema['type']].flat().filter((type) => typeof type === 'string');
  const type = types.find((name) => name !== 'null') ?? types[0];
  if (type) return type;
  const parts = [schema['anyOf'], schema['oneOf'], schema['allOf']].find(Array.isArray) as
    unknown[] | undefined;
  const part = parts?.find(
    (entry) => typeof (entry as Record<string, unknown>)?.['type'] === 'string',
  );
  if (part) return typeOf(part as Record<string, unknown>);
  if (schema['properties']) return 'object';
  if (schema['items']) return 'array';
  const values = schema['enum'];
  const value: unknown = Array.isArray(values) ? values[0] : schema['const'];
  return typeof value === 'number' || typeof value === 'boolean' ? typeof value : 'string';
}
