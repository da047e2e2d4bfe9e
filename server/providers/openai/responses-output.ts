import type { ResponseInputItem } from 'openai/resources/responses/responses';
import { stringOf } from './chunk.ts';

/** The fields that are read of an item of the output. https://developers.openai.com/api/reference/resources/responses */
export interface OutputItem {
  type: string;
  id?: string | null;
  status?: string | null;
  /** In a message. */
  content?: readonly ({ type?: string; text?: unknown; refusal?: unknown } | null)[] | null;
  /** Tells whether a message is a remark before calls or the answer: to be sent again. */
  phase?: 'commentary' | 'final_answer' | null;
  /** In reasoning. */
  summary?: readonly unknown[] | null;
  encrypted_content?: string | null;
  /** In a call. */
  call_id?: string | null;
  name?: string | null;
  arguments?: string | null;
}

export const textOfMessage = ({ content }: OutputItem): string =>
  (content ?? []).map((part) => stringOf(part?.text)).join('');

export const refusalOf = ({ content }: OutputItem): string =>
  (content ?? []).map((part) => stringOf(part?.refusal)).join('');

/**
 * Returns the items to send again with the results of the calls in them; undefined: there is nothing that the
 * messages do not tell. Reasoning without its encrypted content is unknown to a vendor that stores nothing, and so
 * are the items after it, by their ids.
 */
export function toCarried(items: readonly OutputItem[]): ResponseInputItem[] | undefined {
  const last = items.findLastIndex(({ type }) => type === 'function_call');
  const told = items.slice(0, last + 1);
  const isWhole = told.every((item) => item.type !== 'reasoning' || item.encrypted_content);
  const isWorth = told.some((item) => item.type === 'reasoning' || item.phase);
  return isWhole && isWorth ? told.flatMap(toInput) : undefined;
}

function toInput(item: OutputItem): ResponseInputItem[] {
  const id = item.id ?? '';
  switch (item.type) {
    case 'reasoning':
      return [
        {
          type: 'reasoning',
          id,
          summary: [...((item.summary ?? []) as { type: 'summary_text'; text: string }[])],
          encrypted_content: item.encrypted_content ?? '',
        },
      ];
    case 'message':
      return [
        {
          type: 'message',
          id,
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: textOfMessage(item), annotations: [] }],
          ...(item.phase && { phase: item.phase }),
        },
      ];
    case 'function_call':
      return [
        {
          type: 'function_call',
          ...(id && { id }),
          call_id: item.call_id ?? '',
          name: item.name ?? '',
          arguments: item.arguments ?? '{}',
        },
      ];
    default:
      return [];
  }
}
