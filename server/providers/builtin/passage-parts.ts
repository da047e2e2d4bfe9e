import { sentences } from '../../text/sentences.ts';
import { sharedWith, type Haystack } from '../../text/terms.ts';

/** A sentence, a line of a list or table, or a heading. */
export interface Part {
  /** As it stands in the passage, trimmed; citation-like `[1]` taken out, since it would be read as ours. */
  text: string;
  /** Leads to what follows, and is no answer: a heading, a question, a line that repeats what was asked. */
  leads: boolean;
  /** A line that ends without a full stop. */
  line: boolean;
}

const citationLike = /\s?\[\d{1,3}\](?!\()/g;
const question = /[?？؟\u037e]["'”’»」』)]*$/;
const terminated = /[.!?。！？؟۔।॥…:：;]["'”’»」』)]*$/;
const colon = /[:：]$/;
/** A sentence with less of its own than this repeats the question. */
const leastNews = 0.2;

/** The parts of a passage in order, the heading it stands under first. */
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
  return sharedWith(asked, sentence) > 1 - leastNews;
}
