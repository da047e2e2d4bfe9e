import { partsOf, sharedWith, type Part } from './passage-parts.ts';
import { rankSentences } from './rank-sentences.ts';
import { scriptOf } from './script.ts';
import { haystack, type Haystack } from './terms.ts';

export interface SourcePassage {
  n: number;
  title: string;
  headingPath: string;
  text: string;
}

/** One sentence, or the lines of a list. */
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
}

/** Less of the question than this in the best sentence: the passages are about something else. */
const leastCoverage = 0.31;
const mostSentences = 4;
const mostLines = 8;
/** Characters after which no further sentence is added. */
const enough = 420;
/** A further sentence must score this share of the best. */
const nearBest = 0.6;
/** What the first and the second sentence behind a heading or question have of its score. */
const inherited = [0.97, 0.7];
const foreignScript = 0.7;
/** What a question scores that names a heading, whatever else it asks: "Returns", and how to return something. */
const headingWeight = 0.6;

/** The sentences that answer a question, in the order to say them; empty when none does. */
export function extract(question: string, passages: readonly SourcePassage[]): Extract[] {
  const asked = haystack(question);
  const parts = passages.map(({ title, headingPath, text }) =>
    partsOf(asked, headingPath.split(' › ').at(-1) || title, text),
  );
  const hits = rank(question, asked, passages, parts);
  if (!(Math.max(0, ...hits.map(({ coverage }) => coverage)) >= leastCoverage)) return [];
  return inReadingOrder(choose(hits, parts)).map((hit) => {
    const lines = linesAt(parts[hit.passage]!, hit.at);
    return { n: passages[hit.passage]!.n, lines, list: lines.length > 1 };
  });
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
    passages.map(({ title, headingPath }, p) => ({
      heading: `${title} ${headingPath}`,
      sentences: parts[p]!.map(({ text }) => text),
    })),
  );
  const script = scriptOf(question);
  return passages
    .flatMap(({ text }, passage) => {
      const weight = scriptOf(text) === script ? 1 : foreignScript;
      return parts[passage]!.flatMap(({ leads }, at) => {
        if (leads) return [];
        const lent = inherited.map((share, back) => {
          const from = at - 1 - back;
          const lead = parts[passage]![from];
          if (!lead?.leads) return 0;
          const named = headingWeight * sharedWith(asked, lead.text);
          return share * Math.max(ranked[passage]![from]!.score, named);
        });
        const { score, coverage } = ranked[passage]![at]!;
        const best = Math.max(score, ...lent);
        return [{ passage, at, score: best * weight, coverage: Math.max(coverage, ...lent) }];
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
    const lines = linesAt(parts[hit.passage]!, hit.at);
    if (lines.some((line) => said.has(line))) continue;
    for (const line of lines) said.add(line);
    length += lines.join(' ').length;
    chosen.push(hit);
  }
  return chosen;
}

/** A line that a heading or question leads to brings the lines behind it. */
function linesAt(parts: readonly Part[], at: number): string[] {
  const lines = [parts[at]!.text];
  if (!parts[at]!.line || !parts[at - 1]?.leads) return lines;
  for (const part of parts.slice(at + 1, at + mostLines)) {
    if (!part.line || part.leads) break;
    lines.push(part.text);
  }
  return lines;
}

/** Sentences of one passage as they follow each other there; passages as their best sentence ranks. */
function inReadingOrder(chosen: readonly Hit[]): Hit[] {
  const order = [...new Set(chosen.map(({ passage }) => passage))];
  return [...chosen].sort(
    (a, b) => order.indexOf(a.passage) - order.indexOf(b.passage) || a.at - b.at,
  );
}
