import { haystack, match, sharedWith, type Haystack, type Term } from '../../text/terms.ts';
import { leads, type Part } from './passage-parts.ts';

export interface HeadedParts {
  /** Title and headings. */
  heading: string;
  parts: readonly Part[];
  /** Whether the first statement says what the heading names, as at the beginning of a page. */
  begins: boolean;
  /** How far a part says a word of the question without having it: "14 May" and "Saturday", "£4" and "price". */
  implies: (at: number, word: string) => number;
}

/** Shares of the question's words by weight, 0 to 1. */
export interface PartCoverage {
  /** In the part itself; less for words of its heading. */
  own: number;
  /** In title and headings. */
  heading: number;
  /** In the part or near it; less for what is farther away. */
  near: number;
  /** Words of the subject alone, in the part or near it; 1 if there are none. */
  subject: number;
  /** How far the heading is the question: it has all its words and no others. */
  topic: number;
  /** Begins a page whose title has most of them. */
  opens: boolean;
}

/** A page whose title has this share of the question's words, or more, is about the question. */
const minTitle = 0.4;

/** A word of the heading counts this much less in a part: the parts that do not repeat it are about it too. */
const repeated = 0.4;

/** Weights of a word of the question that is found near the part, but not in it. */
const nearby = { previous: 0.55, heading: 0.75, passage: 0.2 };

/**
 * Compares each part of each passage with the words of the question.
 *
 * @param topic The question's words with their synonyms.
 * @param subject The words that name a thing: neither a day nor a function word.
 */
export function coverParts(
  words: readonly Term[],
  topic: Haystack,
  passages: readonly HeadedParts[],
  subject: ReadonlySet<string>,
): PartCoverage[][] {
  const literal = passages.map(({ parts }) =>
    parts.map(({ stack }) => words.map((word) => match(word, stack))),
  );
  // How rare a word is, its own occurrences tell: on most pages each line of the hours is about some asked day.
  const shares = sharesOf(words, literal.flat());
  const implied = passages.map(({ implies, parts }) =>
    parts.map((_, at) => words.map(({ word }) => implies(at, word))),
  );
  const found = literal.map((parts, passage) =>
    parts.map((matches, at) =>
      matches.map((each, word) => Math.max(each, implied[passage]![at]![word]!)),
    ),
  );
  const ofSubject = shares.map((share, at) => (subject.has(words[at]!.word) ? share : 0));
  const total = ofSubject.reduce((sum, share) => sum + share, 0);
  const covered = (matches: readonly number[]) =>
    shares.reduce((sum, share, at) => sum + share * matches[at]!, 0);
  return passages.map(({ heading, parts, begins }, passage) => {
    const opening = begins ? parts.findIndex((part) => !leads(part)) : -1;
    const stack = haystack(heading);
    const inHeading = words.map((word) => match(word, stack));
    const anywhere = words.map((_, at) => Math.max(0, ...found[passage]!.map((each) => each[at]!)));
    const about = covered(inHeading) * sharedWith(topic, heading);
    return parts.map((_, at) => {
      const own =
        at === opening
          ? found[passage]![at]!.map((each, word) => Math.max(each, inHeading[word]!))
          : found[passage]![at]!;
      const before = found[passage]![at - 1];
      const near = words.map((_word, word) =>
        Math.max(
          own[word]!,
          nearby.previous * (before?.[word] ?? 0),
          nearby.heading * inHeading[word]!,
          nearby.passage * anywhere[word]!,
        ),
      );
      return {
        own: covered(
          own.map((each, word) =>
            Math.max(implied[passage]![at]![word]!, each * (1 - repeated * inHeading[word]!)),
          ),
        ),
        heading: covered(inHeading),
        near: covered(near),
        subject:
          total === 0
            ? 1
            : ofSubject.reduce((sum, share, at) => sum + share * near[at]!, 0) / total,
        topic: about,
        opens: at === opening && covered(inHeading) >= minTitle,
      };
    });
  });
}

/**
 * Returns each word's share of the question. A word in every part has a small share. A word in none has the
 * largest: the answer may not be here. The square root, as a few passages are a small sample.
 */
function sharesOf(words: readonly Term[], parts: readonly number[][]): number[] {
  const weights = words.map(({ weight }, at) => {
    const having = parts.reduce((sum, matches) => sum + matches[at]!, 0);
    const rarity = Math.log(1 + (parts.length - having + 0.5) / (having + 0.5));
    return weight * Math.sqrt(rarity);
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => (total === 0 ? 0 : weight / total));
}
