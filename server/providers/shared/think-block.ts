export interface ThoughtOrText {
  type: 'reasoning' | 'text';
  text: string;
}

const open = '<think>';
const close = '</think>';

/**
 * Separates the `<think>…</think>` at the beginning of some models' answers from the answer, piece by piece.
 * A later block is text: an answer may be about the tag.
 */
export function thinkBlock() {
  let state: 'beginning' | 'thinking' | 'after' | 'answer' = 'beginning';
  let held = '';

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
        return flush('text');
    }
  }

  function begin(): ThoughtOrText[] {
    const text = held.trimStart();
    if (text.startsWith(open)) {
      held = text.slice(open.length);
      state = 'thinking';
      return take();
    }
    if (open.startsWith(text)) return [];
    state = 'answer';
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
    const thought = piece('reasoning', held.slice(0, held.length - kept));
    held = held.slice(held.length - kept);
    return thought;
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
    /** Returns text that was held back as a possible beginning of a tag. */
    end(): ThoughtOrText[] {
      return flush(state === 'thinking' ? 'reasoning' : 'text');
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
