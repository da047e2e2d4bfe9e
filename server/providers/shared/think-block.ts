export interface ThoughtOrText {
  type: 'reasoning' | 'text';
  text: string;
}

const open = '<think>';
const close = '</think>';
const tag = /<\/?think>/;

/**
 * Models whose chat template has written the opening tag, so that an answer begins with thoughts. A server that reads
 * thoughts itself sends none here. https://github.com/vllm-project/vllm/issues/13125,
 * https://github.com/ggml-org/llama.cpp/issues/11861
 */
export const beginsInside = (model: string): boolean =>
  /deepseek-r1|r1-distill|\bqwq\b/i.test(model) ||
  (/qwen3/i.test(model) && /thinking/i.test(model));

/**
 * Separates the `<think>…</think>` at the beginning of some models' answers from the answer, piece by piece.
 * A later block is text: an answer may be about the tag.
 *
 * @param isInside Whether the answer begins with thoughts that no tag opens.
 * @param onUnopened Called when thoughts end that no tag has opened.
 */
export function thinkBlock(isInside = false, onUnopened: () => void = () => undefined) {
  let state: 'beginning' | 'thinking' | 'after' | 'answer' = 'beginning';
  let mayBeInside = isInside;
  let held = '';
  /** Thoughts that no tag has opened: without a closing tag they are the answer. */
  let unopened: string | undefined;
  let firstTag: string | undefined;
  /** The last characters of the answer: a tag may come in pieces. */
  let tail = '';

  function take(): ThoughtOrText[] {
    switch (state) {
      case 'beginning':
        return begin();
      case 'thinking':
        return think();
      case 'after':
        held = held.trimStart();
        if (held) state = 'answer';
        return held ? take() : [];
      case 'answer':
        findTag();
        return flush('text');
    }
  }

  function findTag(): void {
    const text = tail + held;
    firstTag ??= tag.exec(text)?.[0];
    tail = text.slice(1 - close.length);
  }

  function begin(): ThoughtOrText[] {
    const text = held.trimStart();
    if (text.startsWith(open)) {
      held = text.slice(open.length);
      state = 'thinking';
      return take();
    }
    if (open.startsWith(text)) return [];
    state = mayBeInside ? 'thinking' : 'answer';
    if (mayBeInside) unopened = '';
    return take();
  }

  function think(): ThoughtOrText[] {
    const end = held.indexOf(close);
    if (end >= 0) {
      const thought = piece('reasoning', held.slice(0, end));
      held = held.slice(end + close.length);
      state = 'after';
      return [...thought, ...take()];
    }
    const kept = partialTag(held);
    const thought = held.slice(0, held.length - kept);
    if (unopened !== undefined) unopened += thought;
    held = held.slice(held.length - kept);
    return piece('reasoning', thought);
  }

  function flush(type: ThoughtOrText['type']): ThoughtOrText[] {
    const pieces = piece(type, held);
    held = '';
    return pieces;
  }

  return {
    push(text: string): ThoughtOrText[] {
      held += text;
      return take();
    },
    /** Says that the server tells thoughts from text itself. */
    separate(): void {
      mayBeInside = false;
    },
    /**
     * Returns text that was held back as a possible beginning of a tag.
     *
     * @param isCut The answer has reached its length limit.
     */
    end(isCut = false): ThoughtOrText[] {
      if (state !== 'thinking') {
        if (firstTag === close) onUnopened();
        return flush('text');
      }
      if (unopened === undefined || isCut) return flush('reasoning');
      return piece('text', unopened + held);
    },
  };
}

function piece(type: ThoughtOrText['type'], text: string): ThoughtOrText[] {
  return text ? [{ type, text }] : [];
}

/** Counts the last characters that may be the beginning of the closing tag. */
function partialTag(text: string): number {
  for (let length = Math.min(close.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(close.slice(0, length))) return length;
  }
  return 0;
}
