import { partsOf, type Part } from './passage-parts.ts';
import { rankSentences } from './rank-sentences.ts';
import { scriptOf } from '../../text/language.ts';
import { haystack, match, sharedWith, termsOf, type Haystack } from '../../text/terms.ts';

export interface SourcePassage {
  n: number;
  title: string;
  headingPath: string;
  text: string;
}

/** One sentence, or lines of a list or table. */
export interface Extract {
  n: number;
  lines: string[];
  list: boolean;
}

interface Hit {
  passage: number;
  at: number;
  score: number;
  coverage: number;
  /** Represents all lines of its list. */
  whole: boolean;
}

/** Coverage of the best sentence; with less, the passages are about something else. */
const minCoverage = 0.31;
/** The same for a question with a name that no passage mentions. */
const minCoverageWithoutName = 0.42;
const maxSentences = 4;
const maxLines = 6;
/** Characters after which no further sentence is added. */
const maxLength = 420;
/** Score of a further sentence, as a share of the best. */
const minRelative = 0.6;
/** Shares of a heading's or question's score that the first and the second sentence behind it inherit. */
const inherited = [0.97, 0.7];
const foreignScript = 0.7;
/** "Tags: free admission, family" has the question's words but is no answer. */
const label = /^[^:：;；\d]{1,40}[:：] ?[^:：;；\d]{1,80}$/;
const labelWeight = 0.6;
/** Score of a heading that the question names: "Returns" for how to return something. */
const headingWeight = 0.6;

/** Returns the sentences that answer a question, in the order to write them; empty if none does. */
export function extract(question: string, passages: readonly SourcePassage[]): Extract[] {
  const asked = haystack(question);
  const parts = passages.map(({ title, headingPath, text }) =>
    partsOf(asked, headingPath.split(' › ').at(-1) || title, text),
  );
  const hits = rank(question, asked, passages, parts);
  const best = Math.max(0, ...hits.map(({ coverage }) => coverage));
  if (!(best >= (namesAreKnown(question, passages) ? minCoverage : minCoverageWithoutName)))
    return [];
  return inReadingOrder(choose(hits, parts)).map((hit) => {
    const lines = linesAt(parts[hit.passage]!, hit);
    return { n: passages[hit.passage]!.n, lines, list: isListed(parts[hit.passage]!, hit.at) };
  });
}

/** Whether a part is one of several lines; a single line is a sentence without a full stop. */
function isListed(parts: readonly Part[], at: number): boolean {
  const beside = [parts[at - 1], parts[at + 1]];
  return parts[at]!.line && beside.some((part) => part?.line === true && !part.leads);
}

function namesAreKnown(question: string, passages: readonly SourcePassage[]): boolean {
  const names = termsOf(question).filter(({ capital }) => capital);
  if (names.length === 0) return true;
  const texts = passages.flatMap(({ title, headingPath, text }) => [title, headingPath, text]);
  const all = haystack(texts.join('\n'));
  return names.every((name) => match(name, all) > 0);
}

/** Ranks all parts that may be an answer, best first. They inherit from the heading or question before them. */
function rank(
  question: string,
  asked: Haystack,
  passages: readonly SourcePassage[],
  parts: Part[][],
): Hit[] {
  const ranked = rankSentences(
    question,
    asked,
    passages.map(({ title, headingPath }, p) => ({
      heading: `${title} ${headingPath}`,
      parts: parts[p]!,
    })),
  );
  const script = scriptOf(question);
  return passages
    .flatMap(({ text }, passage) => {
      const weight = scriptOf(text) === script ? 1 : foreignScript;
      return parts[passage]!.flatMap(({ leads, line, text: part }, at) => {
        if (leads) return [];
        const filed = line && label.test(part) ? labelWeight : 1;
        const lent = inherited.map((share, back) => {
          const from = at - 1 - back;
          const lead = parts[passage]![from];
          if (!lead?.leads) return 0;
          const named = headingWeight * sharedWith(asked, lead.text);
          return share * Math.max(ranked[passage]![from]!.score, named);
        });
        const { score, coverage, byHeading } = ranked[passage]![at]!;
        const best = Math.max(score, ...lent);
        const led = parts[passage]![at - 1]?.leads === true;
        return [
          {
            passage,
            at,
            score: best * weight * filed,
            coverage: Math.max(coverage, ...lent),
            whole: line && (led || byHeading),
          },
        ];
      });
    })
    .sort((a, b) => b.score - a.score || a.passage - b.passage || a.at - b.at);
}

function choose(hits: readonly Hit[], parts: readonly Part[][]): Hit[] {
  const chosen: Hit[] = [];
  const written = new Set<string>();
  let length = 0;
  for (const hit of hits) {
    if (chosen.length === maxSentences || length >= maxLength) break;
    if (hit.score < minRelative * hits[0]!.score) break;
    const lines = linesAt(parts[hit.passage]!, hit);
    if (lines.some((line) => written.has(line))) continue;
    for (const line of lines) written.add(line);
    length += lines.join(' ').length;
    chosen.push(hit);
  }
  return chosen;
}

/** Returns all lines of a list if its heading is the answer, else the part alone. */
function linesAt(parts: readonly Part[], { at, whole }: Hit): string[] {
  if (!whole) return [parts[at]!.text];
  let start = at;
  while (parts[start - 1]?.line && !parts[start - 1]!.leads) start--;
  const end = parts.findIndex((part, index) => index > at && (!part.line || part.leads));
  const lines = parts.slice(start, end < 0 ? undefined : end).map(({ text }) => text);
  return lines.slice(0, maxLines);
}

/** Orders passages by their best sentence, and sentences as in their passage. */
function inReadingOrder(chosen: readonly Hit[]): Hit[] {
  const order = [...new Set(chosen.map(({ passage }) => passage))];
  return [...chosen].sort(
    (a, b) => order.indexOf(a.passage) - order.indexOf(b.passage) || a.at - b.at,
  );
}
