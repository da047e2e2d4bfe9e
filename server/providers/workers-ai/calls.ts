import { randomUUID } from 'node:crypto';
import type { ToolCall } from '../language-model.ts';
import { toolInput } from '../shared/tool-input.ts';

/** Whole, `{name, arguments: {…}}`; or the n-th part of one, with `index` and text as arguments. */
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

/** Characters of the arguments of one call. */
const maxArgumentChars = 2 ** 20;

/** Puts the calls of an answer together. Ids are made up: Workers AI's own format has none. */
export function callAssembler() {
  const calls = new Map<number, OpenCall>();
  return {
    /** @throws TypeError when the arguments have no end */
    take(part: PartialCall | null): void {
      const name = asText(part?.function?.name) || asText(part?.name);
      const args = part?.function?.arguments ?? part?.arguments;
      // Without an index each is whole.
      const at = part?.index ?? calls.size;
      const open = calls.get(at) ?? { name: '', text: '' };
      open.name ||= name;
      if (typeof args === 'string') open.text += args;
      else if (args) open.input = args;
      if (open.text.length > maxArgumentChars) throw new TypeError('The arguments have no end.');
      calls.set(at, open);
    },

    /** The calls in their order; parts that belong to none, as some streams have them at their end, are dropped. */
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

/** A token that is a number may come as one. */
export function asText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
