import type { ToolCall } from '../language-model.ts';

/** A call's arguments, written as JSON or as they are. Nothing written: a call without arguments. */
export function toolInput(written: unknown): ToolCall['input'] {
  if (typeof written === 'string') return written.trim() === '' ? {} : toolInput(parse(written));
  const isObject = typeof written === 'object' && written !== null && !Array.isArray(written);
  return isObject ? (written as Record<string, unknown>) : null;
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? null : value;
  } catch {
    return null;
  }
}
