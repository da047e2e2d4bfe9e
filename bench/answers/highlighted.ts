import type { ChatReply } from '../../server/contract/chat.ts';
import { tokenize } from '../../server/text/tokenize.ts';

/** Share of a cited statement's words that the answer has before its mark. */
const minShared = 0.6;

function isSame(statement: string, answer: string): boolean {
  const said = new Set(tokenize(answer));
  const words = tokenize(statement);
  return (
    words.length > 0 && words.filter((word) => said.has(word)).length / words.length >= minShared
  );
}

/**
 * Returns for each mark of an answer whether the visitor is led to its statement: the contract has one statement
 * for each mark, in their order, and its address opens at it.
 */
export function highlighted({ reply, statements: cited = [] }: ChatReply): boolean[] {
  const marks = [...reply.matchAll(/\[(\d+)\]/g)].map(([, n]) => Number(n));
  return marks.map((n, at) => {
    const statement = cited[at];
    if (statement?.n !== n) return false;
    const opens = /#(?::~:text=|page=)/.test(statement.url);
    return opens && isSame(statement.text, reply);
  });
}
