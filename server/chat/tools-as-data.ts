import type { OfferedTool } from '../mcp/tools.ts';
import { fence, inert } from '../text/data-fence.ts';
import { leaks, type Protected } from './leak-guard.ts';

/** Keywords of JSON Schema with words for people. */
const annotations = new Set(['title', 'default', 'examples', '$comment']);
/** Keywords whose fields are named by the tool. */
const named = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'definitions',
]);

/** Fences the descriptions of a schema and drops what a model can do without. */
function quoted(schema: unknown, hasNames = false): unknown {
  if (Array.isArray(schema)) return schema.map((one) => quoted(one));
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([name]) => hasNames || !annotations.has(name))
      .map(([name, value]) => [
        name,
        !hasNames && name === 'description' && typeof value === 'string'
          ? fence('note', inert(value))
          : quoted(value, !hasNames && named.has(name)),
      ]),
  );
}

interface Reader {
  /** Is told of every result. */
  know: (text: string) => void;
  /** Texts that no call may carry away. */
  texts: Protected;
}

/** Fences what tools say of themselves and what they return: their servers belong to others. */
export const toolsAsData = (
  tools: readonly OfferedTool[],
  { know, texts }: Reader,
): OfferedTool[] =>
  tools.map(({ definition: { name, description, inputSchema }, label, ...tool }) => ({
    label,
    definition: {
      name,
      description: description && fence('tool', inert(description)),
      inputSchema: quoted(inputSchema) as Record<string, unknown>,
    },
    async call(input, options) {
      if (leaks(JSON.stringify(input).replace(/\\./g, ' '), texts)) {
        return { ok: false, content: 'The arguments repeat the rules, which no tool may be told.' };
      }
      const { ok, content } = await tool.call(input, options);
      know(content);
      return { ok, content: fence('result', inert(content)) };
    },
  }));
