import { isDeepStrictEqual } from 'node:util';
import type { CallResult } from './connection.ts';

/** The result of a call, for the model. */
export interface ToolOutcome {
  ok: boolean;
  content: string;
}

/** Turns a result into text of at most `maxChars` characters. Names parts that are not text. */
export function toOutcome(result: CallResult, maxChars: number): ToolOutcome {
  const parts = result.content.map(describe);
  const structured = result.structuredContent;
  const texts = result.content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  // The text may be the same as JSON, as the protocol advises, or only a summary:
  // https://modelcontextprotocol.io/specification/2025-11-25/server/tools#structured-content
  if (structured !== undefined && !texts.some((text) => isSame(text, structured))) {
    parts.splice(texts.length > 0 ? parts.length : 0, 0, JSON.stringify(structured));
  }
  const content = parts.filter((part) => part !== '').join('\n\n');
  const empty = result.isError ? 'The tool failed and did not say why.' : 'The tool said nothing.';
  return { ok: !result.isError, content: cut(content || empty, maxChars) };
}

function isSame(text: string, structured: unknown): boolean {
  try {
    return isDeepStrictEqual(JSON.parse(text), structured);
  } catch {
    return false;
  }
}

type Block = CallResult['content'][number];

function describe(block: Block): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'image':
      return `[An image (${block.mimeType}), not shown]`;
    case 'audio':
      return `[A sound (${block.mimeType}), not played]`;
    case 'resource_link':
      return `[A resource: ${block.title ?? block.name}, ${block.uri}]`;
    case 'resource':
      return 'text' in block.resource
        ? block.resource.text
        : `[A file: ${block.resource.uri}, not shown]`;
    default:
      // Cannot happen: the SDK refuses types that it does not know.
      return block satisfies never;
  }
}

/** Cuts a text and tells the model so: otherwise it would take the cut text for complete. */
export function cut(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const note = `\n\n[Cut: this is the beginning of ${text.length} characters.]`;
  // Never cuts between the halves of one character.
  return text.slice(0, maxChars - note.length).replace(/[\ud800-\udbff]$/, '') + note;
}
