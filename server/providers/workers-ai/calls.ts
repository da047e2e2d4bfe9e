import { randomUUID } from 'node:crypto';
import type { ToolCall } from '../language-model.ts';
import { toolInput } from '../shared/tool-calls.ts';

/** A complete call, `{name, arguments: {…}}`; or a part of call number `index`, with text as arguments. */
export interface PartialCall {
  index?: number | null;
  name?: unknown;
  arguments?: unknown;
  function?: { name?: unknown; arguments?: unknown } | null;
}

interface OpenCall {
  name: string;
  text: string;
  input?: unknown;
}

/** Maximum characters of the arguments of one call. */
const maxArgumentChars = 2 ** 20;

/** Assembles the calls of an answer. Generates ids: Workers AI's own format has none. */
export function callAssembler() {
  const calls = new Map<number, OpenCall>();
  return {
    /** @throws TypeError when the arguments are too long */
    take(part: PartialCall | null): void {
      const name = asText(part?.function?.name) || asText(part?.name);
      const args = part?.function?.arguments ?? part?.arguments;
      // A call without an index is complete.
      const at = part?.index ?? calls.size;
      const open = calls.get(at) ?? { name: '', text: '' };
      open.name ||= name;
      if (typeof args === 'string') open.text += args;
      else if (args) open.input = args;
      if (open.text.length > maxArgumentChars) throw new TypeError('The arguments are too long.');
      calls.set(at, open);
    },

    /** Returns the calls in order. Drops parts without a name, with which some streams end. */
    end: (): ToolCall[] =>
      [...calls.values()]
        .filter(({ name }) => name !== '')
        .map(({ name, text, input }) => ({
          id: `call_${randomUUID()}`,
          name,
          input: toolInput(input ?? text),
        })),
  };
}

/** Some models send a token that is a number as a JSON number. */
export function asText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
