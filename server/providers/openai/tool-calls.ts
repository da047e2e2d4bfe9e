import { randomUUID } from 'node:crypto';
import type { ToolCall } from '../language-model.ts';
import { toolInput } from '../shared/tool-calls.ts';

/** A piece of a call; servers leave out different fields. */
export interface CallDelta {
  index?: number | null;
  id?: string | null;
  function?: { name?: string | null; arguments?: unknown } | null;
  /** Gemini's thought signature. https://ai.google.dev/gemini-api/docs/thought-signatures */
  extra_content?: unknown;
}

export interface AssembledCall extends ToolCall {
  extra: unknown;
}

interface Draft {
  index: number | undefined;
  id: string;
  name: string;
  arguments: string;
  extra: unknown;
}

/** Limits of one answer, far above what a working model writes. */
const maxCalls = 128;
const maxChars = 2 ** 20;

/**
 * Assembles streamed tool calls. OpenAI numbers them and names each in its first piece; others number
 * all of them 0 (https://github.com/ollama/ollama/issues/15457), number none, send complete calls, or repeat
 * id and name in each piece.
 *
 * @param tooMuch Makes the error to throw when the calls are too large.
 */
export function toolCallAssembly(tooMuch: () => Error) {
  const drafts: Draft[] = [];
  let chars = 0;

  function draftOf(delta: CallDelta, id: string, name: string, more: string): Draft | undefined {
    const { index } = delta;
    const draft =
      typeof index === 'number'
        ? drafts.findLast((one) => one.index === index)
        : (id && drafts.findLast((one) => one.id === id)) || drafts.at(-1);
    return draft && beginsAnother(draft, id, name, more) ? undefined : draft;
  }

  return {
    push(delta: CallDelta): void {
      const id = text(delta.id);
      const name = text(delta.function?.name);
      const more = text(delta.function?.arguments);
      let draft = draftOf(delta, id, name, more);
      if (!draft) {
        draft = { index: delta.index ?? undefined, id, name, arguments: '', extra: undefined };
        drafts.push(draft);
      }
      draft.id ||= id;
      draft.name ||= name;
      draft.arguments += more;
      draft.extra ??= delta.extra_content;
      chars += more.length;
      if (chars > maxChars || drafts.length > maxCalls) throw tooMuch();
    },

    /** @param cut The answer reached its length limit: incomplete calls are dropped. */
    end(cut: boolean): AssembledCall[] {
      const ids = new Set<string>();
      return drafts
        .filter((draft) => draft.name !== '' && !(cut && !isWhole(draft.arguments)))
        .map((draft) => {
          const id = draft.id && !ids.has(draft.id) ? draft.id : generateId();
          ids.add(id);
          return { id, name: draft.name, input: toolInput(draft.arguments), extra: draft.extra };
        });
    },
  };
}

function beginsAnother(draft: Draft, id: string, name: string, more: string): boolean {
  if (id && draft.id && id !== draft.id) return true;
  if (name && draft.name && name !== draft.name) return true;
  return name !== '' && more !== '' && isWhole(draft.arguments);
}

/** Some servers send arguments as an object, or numbers as ids. */
function text(value: unknown): string {
  if (typeof value === 'string') return value;
  return value ? JSON.stringify(value) : '';
}

const isWhole = (written: string) => written.trimEnd().endsWith('}') && toolInput(written) !== null;

/** Nine letters and digits are valid everywhere: Mistral takes nothing else. */
const generateId = () => randomUUID().replaceAll('-', '').slice(0, 9);
