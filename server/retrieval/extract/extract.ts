import { setImmediate as nextTurn } from 'node:timers/promises';
import { answerTypeOf, hasAnswerType, type AnswerType } from '../../text/answer-type.ts';
import { languageOf, scriptOf } from '../../text/language.ts';
import { haystack, shareOf } from '../../text/terms.ts';
import type { Extract } from '../../providers/builtin/extract.ts';
import { askedWords, matchAsked, type AskedWord } from './asked-words.ts';
import { leads, partsOf, type Part } from './passage-parts.ts';
import { scoreParts } from './score-parts.ts';

export interface SourcePassage {
  n: number;
  title: string;
  headingPath: string;
  text: string;
  /** How well the passage was found, as a share of the best, 0 to 1. */
  weight: number;
}

/** How well the best statement answers the question. */
export interface Evidence {
  /** Share of the question's words in the statement or near it, by weight, 0 to 1. */
  coverage: number;
  /** Cosine; null without vectors. */
  similarity: number | null;
}

export interface Extraction extends Evidence {
  /** The best statement with those that belong to it; empty only without passages. */
  extracts: Extract[];
  /** The best part of each passage, best first. */
  nearest: Nearest[];
}

export interface Nearest {
  /** The passage's number. */
  n: number;
  /** With the question or heading that it is unclear without. */
  text: string;
  score: number;
}

export interface ExtractOptions {
  /** The cosine of a sentence with the question, where there are vectors. */
  similarity?: ((sentence: string) => number | undefined) | undefined;
  /** The owner's groups. */
  synonyms?: readonly string[] | undefined;
}

interface Hit extends Evidence {
  passage: number;
  at: number;
  score: number;
  /** Represents all lines of its list or table. */
  whole: boolean;
}

/** A word with less is no name of a line. */
const minTermWeight = 0.3;
const maxSentences = 3;
const maxLines = 8;
/** An answer is that much less near than its question: "May I bring …?" is near to any other one. */
const lentSimilarity = 0.85;
/** Cosine of two questions that ask the same. */
const sameQuestion = 0.8;
/** Score of a further statement, as a share of the best. */
const minRelative = 0.8;
/** Shares of a heading's or question's score that the first and the second sentence behind it inherit. */
const inherited = [0.97, 0.7];
const foreignScript = 0.7;
/** "Tags: free admission, family" has the question's words but is no answer. */
const label = /^[^:：;；\d]{1,40}[:：] ?[^:：;；\d]{1,80}$/;
const labelWeight = 0.6;
/** Score of a heading that the question names: "Returns" for how to return something. */
const headingWeight = 0.6;
/** Weight of the cosine beside the share of words. */
const similarityWeight = 1.5;
/** Factors for a part that has, or lacks, the kind of fact that is asked for. */
const fact = { has: 1.15, lacks: 0.75 };

/** Finds the statements that answer a question, and tells how well. */
export async function extract(
  question: string,
  passages: readonly SourcePassage[],
  { similarity = () => undefined, synonyms = [] }: ExtractOptions = {},
): Promise<Extraction> {
  const asked = haystack(question);
  const language = languageOf(question, '');
  const terms = askedWords(question, { language, own: synonyms });
  const parts: Part[][] = [];
  for (const { title, headingPath, text } of passages) {
    parts.push(partsOf(asked, headingPath.split(' › ').at(-1) || title, text));
    await nextTurn();
  }
  const hits = rank({ question, language, terms }, passages, parts, similarity);
  const [best] = hits;
  const naming = terms.filter(({ weight }) => weight >= minTermWeight);
  if (!best) return { extracts: [], nearest: [], coverage: 0, similarity: null };
  return {
    extracts: [extractAt(naming, best, hits, parts[best.passage]!, passages[best.passage]!.n)],
    coverage: Math.min(1, best.coverage),
    similarity: best.similarity,
    nearest: nearestOf(hits, passages, parts),
  };
}

function nearestOf(
  hits: readonly Hit[],
  passages: readonly SourcePassage[],
  parts: readonly Part[][],
): Nearest[] {
  const best = new Map<number, Hit>();
  for (const hit of hits) if (!best.has(hit.passage)) best.set(hit.passage, hit);
  return [...best.values()].map(({ passage, at, score }) => {
    const all = parts[passage]!;
    const before = all[at - 1];
    const text = before?.role === 'question' ? `${before.text} ${all[at]!.text}` : all[at]!.text;
    return { n: passages[passage]!.n, text, score };
  });
}

/** Ranks all parts that may be an answer, best first. They inherit from the heading or question before them. */
function rank(
  {
    question,
    language,
    terms,
  }: { question: string; language: string; terms: readonly AskedWord[] },
  passages: readonly SourcePassage[],
  parts: readonly Part[][],
  similarity: (sentence: string) => number | undefined,
): Hit[] {
  const asked = haystack(question);
  const type = answerTypeOf(question);
  const scored = scoreParts(
    terms,
    asked,
    passages.map(({ title, headingPath, weight }, p) => ({
      weight,
      heading: `${title} ${headingPath}`,
      parts: parts[p]!,
    })),
  );
  const script = scriptOf(question);
  return passages
    .flatMap(({ text, weight: found }, passage) => {
      const foreign = scriptOf(text) === script ? 1 : foreignScript;
      const all = parts[passage]!;
      return all.flatMap((part, at): Hit[] => {
        if (leads(part)) return [];
        const own = scored[passage]![at]!;
        let { score, coverage } = own;
        let near = similarity(part.text) ?? null;
        inherited.forEach((share, back) => {
          const from = at - 1 - back;
          const lead = all[from];
          if (!lead || !leads(lead)) return;
          const named = headingWeight * shareOf(lead.terms, asked);
          const lent = share * Math.max(scored[passage]![from]!.score, named);
          score = Math.max(score, lent);
          coverage = Math.max(coverage, lent);
          const meant = similarity(lead.text);
          if (meant === undefined) return;
          const isSame = lead.role === 'question' && meant >= sameQuestion;
          near = Math.max(near ?? 0, share * (isSame ? 1 : lentSimilarity) * meant);
        });
        const filed = part.role === 'line' && label.test(part.text) ? labelWeight : 1;
        const led = at > 0 && leads(all[at - 1]!);
        return [
          {
            passage,
            at,
            score:
              (score + similarityWeight * (near ?? 0) * found) *
              foreign *
              filed *
              factOf(part, type) *
              seasonOf(part.text, question, language),
            coverage,
            similarity: near,
            whole: part.role !== 'sentence' && (led || own.byHeading),
          },
        ];
      });
    })
    .sort((a, b) => b.score - a.score || a.passage - b.passage || a.at - b.at);
}

const monthNames = new Map<string, RegExp>();

/** Returns a pattern for the months of a language, without short names that are also other words. */
function monthsOf(language: string): RegExp {
  let pattern = monthNames.get(language);
  if (!pattern) {
    const format = new Intl.DateTimeFormat(language || 'en', { month: 'long', timeZone: 'UTC' });
    const names = Array.from({ length: 12 }, (_, at) =>
      format.format(new Date(Date.UTC(2024, at))),
    );
    const long = names.filter((name) => name.length > 3);
    pattern = new RegExp(long.length > 0 ? long.join('|') : '(?!)', 'iu');
    monthNames.set(language, pattern);
  }
  return pattern;
}

/** A statement about some days of the year is an exception, unless the question is about them. */
const seasonalWeight = 0.88;

function seasonOf(text: string, question: string, language: string): number {
  const months = monthsOf(language);
  return months.test(text) && !months.test(question) ? seasonalWeight : 1;
}

function factOf({ text }: Part, type: AnswerType | null): number {
  if (type === null) return 1;
  return hasAnswerType(text, type) ? fact.has : fact.lacks;
}

function extractAt(
  terms: readonly AskedWord[],
  hit: Hit,
  hits: readonly Hit[],
  all: readonly Part[],
  n: number,
): Extract {
  const part = all[hit.at]!;
  if (part.role === 'sentence') return sentencesAt(hit, hits, all, n);
  const lines = linesAt(terms, hit, hits, all);
  return {
    n,
    lead: leadOf(all, hit.at),
    kind: part.role === 'row' ? 'rows' : 'lines',
    texts: lines.map(({ text }) => text),
    rows: lines.map(({ cells }) => cells),
  };
}

/** Returns the lines that the question names; else the whole list if its heading is the answer. */
function linesAt(
  terms: readonly AskedWord[],
  hit: Hit,
  hits: readonly Hit[],
  all: readonly Part[],
): Part[] {
  const { block, role } = all[hit.at]!;
  const list = all.filter((part) => part.block === block && part.role === role);
  const named = namedLines(terms, list);
  if (named.length > 0) return named.slice(0, maxLines);
  if (hit.whole) return list.slice(0, maxLines);
  const min = minRelative * hit.score;
  const good = new Set(
    hits
      .filter(({ passage, score }) => passage === hit.passage && score >= min)
      .map(({ at }) => all[at]),
  );
  return list.filter((part) => good.has(part)).slice(0, maxLines);
}

/** Weight of a word in the first cell of a row, which names the row. */
const nameWeight = 3;
/** A line is named if it has this share of the words that the best line has. */
const minNamed = 0.75;

/** Returns the lines with the most words of the question among those words that not every line has. */
function namedLines(terms: readonly AskedWord[], list: readonly Part[]): Part[] {
  const found = list.map(({ stack, cells }) => {
    const name = cells[0] && haystack(cells[0].value);
    const values = cells.length > 0 ? haystack(cells.map(({ value }) => value).join('\n')) : stack;
    return terms.map((term) =>
      Math.max(matchAsked(term, values), name ? nameWeight * matchAsked(term, name) : 0),
    );
  });
  const telling = terms.map((_, t) => found.some((each) => each[t] === 0));
  const scores = found.map((each) =>
    each.reduce((sum, value, t) => sum + (telling[t] ? terms[t]!.weight * value : 0), 0),
  );
  const best = Math.max(...scores);
  return best === 0 ? [] : list.filter((_, at) => scores[at]! >= minNamed * best);
}

/** Begins a sentence that is unclear without the one before. One list for all languages. */
const unclear =
  /^(?:yes|no|it|its|they|them|their|this|that|these|those|he|she|his|her|both|otherwise|but|ja|nein|er|sie|es|dies\p{L}*|dazu|dabei|dafür|damit|ihr\p{L}*|beide|sonst|oui|non|il|elle|ils|elles|cela|ce|cette|ces|sí|no|ello|eso|esto|este|esta|estos|estas|sì|esso|essa|questo|questa|sim|não|ele|ela|isso|nee|het|zij|deze|dit|dat|tak|nie|да|нет|он|она|оно|они|это|так|ні|він|вона|вони|це|نعم|لا|هو|هي|はい|いいえ|それ|これ|是|不|它|네|아니요)(?![\p{L}\p{M}])/iu;

/** Returns the sentence, the sentences that it refers to, and the next ones that belong to it. */
function sentencesAt(hit: Hit, hits: readonly Hit[], all: readonly Part[], n: number): Extract {
  const { block } = all[hit.at]!;
  const isSentence = (at: number) => all[at]?.role === 'sentence' && all[at]!.block === block;
  let start = hit.at;
  while (unclear.test(all[start]!.text) && isSentence(start - 1) && hit.at - start < 2) start--;
  let end = hit.at + 1;
  const lead = leadOf(all, start);
  const scores = new Map(
    hits.filter(({ passage }) => passage === hit.passage).map(({ at, score }) => [at, score]),
  );
  const isAnswer = all[start - 1]?.role === 'question';
  const min = minRelative * hit.score;
  while (isSentence(end) && end - start < maxSentences) {
    const belongs = isAnswer || unclear.test(all[end]!.text) || (scores.get(end) ?? 0) >= min;
    if (!belongs) break;
    end++;
  }
  const texts = all.slice(start, end).map(({ text }) => text);
  return {
    n,
    lead: isAnswer || unclear.test(texts[0]!) ? lead : '',
    kind: 'sentences',
    texts,
    rows: [],
  };
}

/** Returns the text that introduces a part. */
function leadOf(all: readonly Part[], at: number): string {
  for (let before = at - 1; before >= 0; before--) {
    const part = all[before]!;
    if (leads(part)) return part.text;
    if (part.block !== all[at]!.block) return '';
  }
  return '';
}
