import { createHash } from 'node:crypto';
import { anthropicModels } from './anthropic-models.ts';
import { invalid, type Block, type MessageRequest } from './anthropic-rules.ts';
import { estimateTokens } from './openai-rules.ts';
import type { VendorRefusal } from './vendor-server.ts';

/** Tokens of a prompt as they are billed. */
export interface BilledPrompt {
  read: number;
  written: number;
  rest: number;
}

interface Part {
  tokens: number;
  marked: boolean;
  /** Hash of the prompt up to the end of this part. */
  prefix: string;
}

/** A cached prefix is looked for in as many blocks before a mark. */
const lookBack = 20;
const maxMarks = 4;
const keptMs = 5 * 60_000;

/**
 * A cache of prompts: tools, system prompt and messages in this order, each block of them a possible end of a prefix.
 * Only prefixes that end in a mark are written. `tool_choice` and thinking are part of what the messages hang on.
 * https://platform.claude.com/docs/en/build-with-claude/prompt-caching#what-invalidates-the-cache
 */
export function promptCache(clock: () => number = Date.now) {
  const ends = new Map<string, number>();

  /** Returns how the prompt is billed, and keeps what it marks. */
  return function bill(request: MessageRequest): BilledPrompt {
    const parts = partsOf(request);
    const sums: number[] = [];
    for (const { tokens } of parts) sums.push((sums.at(-1) ?? 0) + tokens);
    const marks = parts.flatMap(({ marked }, index) => (marked ? [index] : []));
    const now = clock();
    const isKept = (index: number) => (ends.get(parts[index]!.prefix) ?? 0) > now;
    const found = marks.map((mark) => {
      for (let at = mark; at >= 0 && at > mark - lookBack; at--) if (isKept(at)) return at;
      return -1;
    });
    const hit = Math.max(-1, ...found);
    const least = anthropicModels[request.model]!.leastCached;
    const long = marks.filter((mark) => sums[mark]! >= least);
    for (const mark of [...long, ...(hit < 0 ? [] : [hit])]) {
      ends.set(parts[mark]!.prefix, now + keptMs);
    }
    const read = hit < 0 ? 0 : sums[hit]!;
    const written = Math.max(0, (sums[long.at(-1) ?? -1] ?? 0) - read);
    return { read, written, rest: (sums.at(-1) ?? 0) - read - written };
  };
}

export function cacheRefusal(request: MessageRequest): VendorRefusal | undefined {
  const marks = partsOf(request).filter(({ marked }) => marked).length;
  if (marks <= maxMarks) return undefined;
  return invalid(
    `A maximum of ${maxMarks} blocks with cache_control may be provided. Found ${marks}.`,
  );
}

function partsOf({
  model,
  tools,
  system,
  messages,
  tool_choice,
  thinking,
}: MessageRequest): Part[] {
  const told = typeof system === 'string' ? [{ type: 'text', text: system }] : (system ?? []);
  const content = messages.flatMap((message): Block[] =>
    typeof message.content === 'string'
      ? [{ type: 'text', text: message.content, role: message.role }]
      : message.content.map((block) => ({ ...block, role: message.role })),
  );
  const parts: Part[] = [];
  let prefix = model;
  const add = (blocks: readonly object[], about = '') => {
    for (const [index, whole] of blocks.entries()) {
      const { cache_control: mark, ...block } = whole as Block;
      const text = JSON.stringify(block);
      const before = index === 0 ? prefix + about : prefix;
      prefix = createHash('sha256').update(`${before}\n${text}`).digest('base64');
      parts.push({ tokens: estimateTokens(text), marked: mark !== undefined, prefix });
    }
  };
  add(tools ?? []);
  add(told as object[]);
  add(content, JSON.stringify([tool_choice, thinking]));
  return parts;
}
