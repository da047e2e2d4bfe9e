import { randomUUID } from 'node:crypto';
import type { Usage } from '../../contract/chat.ts';
import type { ModelEvent, ModelFinish, ToolCall } from '../language-model.ts';
import { type AnswerReader, lastEvents, tokenCount } from '../shared/stream-answer.ts';
import { toolInput } from '../shared/tool-calls.ts';
import type { VendorAccess } from '../shared/vendor-calls.ts';
import { vendorGarbled } from '../shared/vendor-error.ts';
import type { Part } from './request.ts';

/** The fields that are read. https://ai.google.dev/api/generate-content#GenerateContentResponse */
interface Chunk {
  candidates?: readonly (Candidate | null)[] | null;
  promptFeedback?: { blockReason?: string | null } | null;
  usageMetadata?: Counts | null;
  error?: unknown;
}

interface Candidate {
  content?: { parts?: readonly (SaidPart | null)[] | null } | null;
  finishReason?: string | null;
}

interface SaidPart {
  text?: unknown;
  thought?: boolean;
  thoughtSignature?: unknown;
  functionCall?: { id?: unknown; name?: unknown; args?: unknown } | null;
}

type Counts = Partial<
  Record<
    | 'promptTokenCount'
    | 'toolUsePromptTokenCount'
    | 'candidatesTokenCount'
    | 'thoughtsTokenCount'
    | 'cachedContentTokenCount',
    unknown
  >
>;

type Finish = Exclude<ModelFinish, 'tool_calls'>;

/** https://ai.google.dev/api/generate-content#FinishReason */
const finishes: Readonly<Record<string, Finish>> = {
  MAX_TOKENS: 'length',
  SAFETY: 'refusal',
  RECITATION: 'refusal',
  LANGUAGE: 'refusal',
  BLOCKLIST: 'refusal',
  PROHIBITED_CONTENT: 'refusal',
  SPII: 'refusal',
};
const isFailure = /^(MALFORMED_|UNEXPECTED_TOOL_CALL|TOO_MANY_TOOL_CALLS|MISSING_)/;

/** @param id The model's id, for the parts that it is sent again. */
export function geminiReader(
  api: Pick<VendorAccess, 'label' | 'refused'>,
  id: string,
): AnswerReader {
  const parts: Part[] = [];
  const calls: ToolCall[] = [];
  let usage: Usage | undefined;
  let finish: Finish | undefined;

  function readPart(part: SaidPart): ModelEvent[] {
    const thoughtSignature = textOf(part.thoughtSignature);
    const signed = thoughtSignature !== '' && { thoughtSignature };
    const call = toCall(part.functionCall);
    if (call) {
      calls.push(call);
      const { id: callId, name, input } = call;
      parts.push({ functionCall: { id: callId, name, args: input ?? {} }, ...signed });
      return [];
    }
    const text = textOf(part.text);
    if (part.thought) return text ? [{ type: 'reasoning', text }] : [];
    const last = parts.at(-1);
    if (last?.text !== undefined && last.thoughtSignature === undefined && !signed) {
      last.text += text;
    } else if (text || signed) {
      parts.push({ text, ...signed });
    }
    return text ? [{ type: 'text', text }] : [];
  }

  return {
    read({ data }: { data: string }): ModelEvent[] {
      const chunk = JSON.parse(data) as Chunk;
      if (Array.isArray(chunk) || chunk.error) throw api.refused(chunk);
      const [candidate] = chunk.candidates ?? [];
      usage = usageOf(chunk.usageMetadata) ?? usage;
      if (chunk.promptFeedback?.blockReason) finish = 'refusal';
      const events = (candidate?.content?.parts ?? []).flatMap((part) =>
        part ? readPart(part) : [],
      );
      const reason = candidate?.finishReason;
      if (reason && isFailure.test(reason)) {
        throw vendorGarbled(api.label, `could not finish the answer (${reason.slice(0, 60)})`);
      }
      if (reason) finish = finishes[reason] ?? (/^IMAGE_/.test(reason) ? 'refusal' : 'stop');
      return events;
    },

    get complete() {
      return finish !== undefined;
    },

    end() {
      const made = finish === 'refusal' ? [] : calls;
      const carried = { model: id, value: parts };
      return lastEvents({ calls: made, carried, usage, finish: finish ?? 'stop' });
    },
  };
}

/** Calls come whole. Models of before Gemini 3 give them no ids. */
function toCall(call: SaidPart['functionCall']): ToolCall | undefined {
  if (typeof call?.name !== 'string') return undefined;
  const id = textOf(call.id) || `call_${randomUUID()}`;
  return { id, name: call.name, input: toolInput(call.args ?? {}) };
}

/** Thoughts are billed as answer. https://ai.google.dev/api/generate-content#UsageMetadata */
function usageOf(counts: Counts | null | undefined): Usage | undefined {
  if (!counts) return undefined;
  const { cachedContentTokenCount: cached } = counts;
  return {
    prompt_tokens: tokenCount(counts.promptTokenCount) + tokenCount(counts.toolUsePromptTokenCount),
    completion_tokens:
      tokenCount(counts.candidatesTokenCount) + tokenCount(counts.thoughtsTokenCount),
    ...(cached !== undefined && { cached_tokens: tokenCount(cached) }),
  };
}
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
