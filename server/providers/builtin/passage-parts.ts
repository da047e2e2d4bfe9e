import { sentences } from '../../text/sentences.ts';
import { sharedWith, type Haystack } from '../../text/terms.ts';

/** A sentence, a line of a list or table, or a heading. */
export interface Part {
  /** Trimmed, without `[1]`, which would be read as a citation. */
  text: string;
  /** Introduces the next part and is no answer: a heading, a question, or a repetition of the question. */
  leads: boolean;
  /** A line of its own without a full stop. */
  line: boolean;
}

const citationLike = /\s?\[\d{1,3}\](?!\()/g;
const question = /[?？؟\u037e]["'”’»」』)]*$/;
const terminated = /[.!?。！？؟۔।॥…:：;]["'”’»」』)]*$/;
const colon = /[:：]$/;
/** A sentence that shares more than this with the question repeats it. */
const maxShared = 0.8;

/** Splits a passage into its parts, in order, after its heading. */
export function partsOf(asked: Haystack, heading: string, text: string): Part[] {
  const found: Part[] = heading ? [{ text: heading, leads: true, line: true }] : [];
  let afterLine = true;
  for (const sentence of sentences(text)) {
    const trimmed = sentence.text.replace(citationLike, '').trim();
    const endsLine =
      /[\n\r]/.test(sentence.text.slice(sentence.text.trimEnd().length)) ||
      sentence.end === text.length;
    if (/[\p{L}\p{N}]/u.test(trimmed)) {
      const leads = question.test(trimmed) || colon.test(trimmed) || repeats(asked, trimmed);
      found.push({
        text: trimmed,
        leads,
        line: afterLine && endsLine && !terminated.test(trimmed),
      });
    }
    afterLine = endsLine;
  }
  return found;
}

function repeats(asked: Haystack, sentence: string): boolean {
  return sharedWith(asked, sentence) > maxShared;
}
