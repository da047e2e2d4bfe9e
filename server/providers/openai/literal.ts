/**
 * Reads the text of most chunks without parsing JSON: chunks of a stream differ in nothing but their text.
 * Remembers the text before and after one chunk's text, and compares it with the next chunks. Takes a third of
 * the time of parsing and makes hardly any garbage.
 */
export function literalDeltas() {
  let before: string | undefined;
  let after = '';

  return {
    /** Returns the text of a chunk with nothing else in it; undefined: it has to be parsed. */
    read(data: string): string | undefined {
      if (before === undefined || !data.startsWith(before)) return undefined;
      const end = unpadded(data) - after.length;
      if (end < before.length || !data.startsWith(after, end)) return undefined;
      const text = data.slice(before.length, end);
      // With the same text around it, another JSON string makes the same JSON with another text.
      // Parsed, and so copied: a slice keeps the whole chunk in memory as long as the answer.
      return isPlain.test(text) ? (JSON.parse(text) as string) : undefined;
    },

    /** Learns from a parsed chunk with nothing but `text` in it. */
    learn(data: string, text: string): void {
      const literal = JSON.stringify(text);
      const parts = data.slice(0, unpadded(data)).split(literal);
      const [start = '', end = ''] = parts;
      if (!isPlain.test(literal) || parts.length !== 2 || !/"content":\s?$/.test(start)) return;
      before = start;
      after = end;
    },
  };
}

/** A JSON string without escapes. */
const isPlain = /^"[^"\\\p{Cc}]*"$/u;

const padding = ',"obfuscation":"';
const endOfPadding = /^[^"\\]*"\}$/;

/**
 * Finds the end of a chunk without its padding: OpenAI pads each with a random number of characters.
 * https://developers.openai.com/api/reference/resources/chat/subresources/completions/streaming-events
 */
function unpadded(data: string): number {
  const at = data.lastIndexOf(padding);
  if (at >= 0 && endOfPadding.test(data.slice(at + padding.length))) return at;
  return data.endsWith('}') ? data.length - 1 : 0;
}
