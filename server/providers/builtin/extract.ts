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
  /** Stands for all lines of its list. */
  whole: boolean;
}

/** Less of the question than this in the best sentence: the passages are about something else. */
const leastCoverage = 0.31;
/** The same for a question with a name that no passage mentions. */
const leastBesideName = 0.42;
const mostSentences = 4;
const mostLines = 6;
/** Characters after which no further sentence is added. */
const enough = 420;
/** A further sentence must score this share of the best. */
const nearBest = 0.6;
/** What the first and the second sentence behind a heading or question have of its score. */
const inherited = [0.97, 0.7];
const foreignScript = 0.7;
/** "Tags: free admission, family" has the question's words, and says what something is filed under. */
const label = /^[^:：;；\d]{1,40}[:：] ?[^:：;；\d]{1,80}$/;
const labelWeight = 0.6;
/** What a question scores that names a heading, whatever else it asks: "Returns", and how to return something. */
const headingWeight = 0.6;

/** The sentences that answer a question, in the order to say them; empty when none does. */
export function extract(question: string, passages: readonly SourcePassage[]): Extract[] {
  const asked = haystack(question);
  const parts = passages.map(({ title, headingPath, text }) =>
    partsOf(asked, headingPath.split(' › ').at(-1) || title, text),
  );
  const hits = rank(question, asked, passages, parts);
  const best = Math.max(0, ...hits.map(({ coverage }) => coverage));
  if (!(best >= (namesAreKnown(question, passages) ? leastCoverage : leastBesideName))) return [];
  return inReadingOrder(choose(hits, parts)).map((hit) => {
    const lines = linesAt(parts[hit.passage]!, hit);
    return { n: passages[hit.passage]!.n, lines, list: isListed(parts[hit.passage]!, hit.at) };
  });
}

/** A line among lines; one alone is a sentence without a full stop. */
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

/** Every part that can be said, best first. What a heading or question scores goes to what follows it. */
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
      return parts[passage]!.flatMap(({ leads, line, text: said }, at) => {
        if (leads) return [];
        const filed = line && label.test(said) ? labelWeight : 1;
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
  const said = new Set<string>();
  let length = 0;
  for (const hit of hits) {
    if (chosen.length === mostSentences || length >= enough) break;
    if (hit.score < nearBest * hits[0]!.score) break;
    const lines = linesAt(parts[hit.passage]!, hit);
    if (lines.some((line) => said.has(line))) continue;
    for (const line of lines) said.add(line);
    length += lines.join(' ').length;
    chosen.push(hit);
  }
  return chosen;
}

/** What a heading answers, all lines below it do; a line that answers by itself stands alone. */
function linesAt(parts: readonly Part[], { at, whole }: Hit): string[] {
  if (!whole) return [parts[at]!.text];
  let start = at;
  while (parts[start - 1]?.line && !parts[start - 1]!.leads) start--;
  const end = parts.findIndex((part, index) => index > at && (!part.line || part.leads));
  const lines = parts.slice(start, end < 0 ? undefined : end).map(({ text }) => text);
  return lines.slice(0, mostLines);
}

/** Sentences of one passage as they follow each other there; passages as their best sentence ranks. */
function inReadingOrder(chosen: readonly Hit[]): Hit[] {
  const order = [...new Set(chosen.map(({ passage }) => passage))];
  return [...chosen].sort(
    (a, b) => order.indexOf(a.passage) - order.indexOf(b.passage) || a.at - b.at,
  );
}
