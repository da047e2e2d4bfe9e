import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Grounding, LanguageModel, ModelRequest } from '../language-model.ts';

/**
 * Answers with a quotation of the section that fits the question best, or refuses without a word if none does.
 * Deterministic, without network.
 */
export function builtinAnswerer(): LanguageModel {
  return {
    id: 'builtin:extractive-1',
    async *stream(request, { signal }) {
      signal.throwIfAborted();
      const { text, refused } = await answer(request.grounding);
      signal.throwIfAborted();
      const allowed = request.maxTokens * charactersPerToken;
      let sent = '';
      for (const [index, piece] of pieces(text).entries()) {
        if (index % piecesPerTurn === 0) await nextTurn();
        signal.throwIfAborted();
        if (sent.length + piece.length > allowed) break;
        sent += piece;
        yield { type: 'text', text: piece };
      }
      yield {
        type: 'usage',
        usage: { prompt_tokens: promptTokens(request), completion_tokens: tokens(sent.length) },
      };
      const reason = sent.length < text.length ? 'length' : refused ? 'refusal' : 'stop';
      yield { type: 'finish', reason };
    },
  };
}

const charactersPerToken = 4;
const piecesPerTurn = 16;

async function answer(grounding: Grounding | undefined) {
  const text = grounding?.greeting || ((await grounding?.quote()) ?? '');
  return { text, refused: text === '' };
}

/** Splits a text into words with the space behind them, at most 24 characters long. */
function pieces(text: string): string[] {
  return text.match(/\S{1,24}\s*|\s+/gu) ?? [];
}

function promptTokens({ messages }: ModelRequest): number {
  return tokens(messages.reduce((sum, { content }) => sum + content.length, 0));
}

function tokens(characters: number): number {
  return Math.ceil(characters / charactersPerToken);
}
