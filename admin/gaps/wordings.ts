import type { GapDetail } from '../../server/contract/gaps.ts';
import { limits, sameText } from '../answers/answer-draft.ts';

/** Ways to ask that are taken over into an answer; more would be read by nobody. */
const maxWordings = 5;

/** Returns the different wordings of a gap that an answer can have, the one that names it first. */
export function wordingsOf({ gap, questions }: GapDetail): string[] {
  const all = [gap.question, ...questions.map(({ text }) => text)]
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter((text) => text !== '' && text.length <= limits.question);
  const known = new Set<string>();
  return all.filter((text) => known.size < known.add(sameText(text)).size).slice(0, maxWordings);
}
