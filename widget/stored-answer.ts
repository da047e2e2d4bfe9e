import type { Source } from '../server/contract/chat.ts';

/**
 * A stored answer ends with its sources as text, for clients that show nothing else. A view
 * lists them itself, so it drops that block: a label line, then only numbered lines to the end.
 */
export function withoutSourceList(content: string, sources: readonly Source[]): string {
  if (sources.length === 0) return content;
  return content.replace(/\n\n[^\n]{1,60}:\n(?:\[\d+\] .*(?:\n|$))+$/, '');
}
