import { setImmediate as nextTurn } from 'node:timers/promises';
import { hasAnswerType } from '../../text/answer-type.ts';
import { fold } from '../../text/fold.ts';
import { haystack, match, type Haystack, type Term } from '../../text/terms.ts';
import { tokenize } from '../../text/tokenize.ts';
import type { Day } from '../../question/dates-calendar.ts';
import type { Extract } from '../../providers/extract.ts';
import { chooseStatement } from './choose-statement.ts';
import { nearestOf, type Nearest } from './nearest-parts.ts';
import { leads, partsOf, type Part } from './passage-parts.ts';
import { exceptional } from './part-days.ts';
import { rankParts, type Evidence, type Hit } from './rank-parts.ts';

export interface SourcePassage {
  n: number;
  title: string;
  headingPath: string;
  text: string;
  /** How well the passage was found, as a share of the best, 0 to 1. */
  weight: number;
  /** BCP 47; empty if unknown. */
  language: string;
  /** Whether it is the first of its page. */
  begins: boolean;
  /** The factor of its page: see `priorOf`. */
  prior: number;
  /** The question points to the page that the visitor is on, and this passage is of it. */
  isMeant?: boolean;
}

export interface Extraction extends Evidence {
  /** The best statement with those that belong to it; empty only without passages. */
  extracts: Extract[];
  /** The best part of each passage, best first. */
  nearest: Nearest[];
  /** The best statement's. */
  score: number;
  /** How far the best statement of another passage is behind. */
  margin: number;
  /** How well its passage was found, as a share of the best. */
  found: number;
  /** 1 if it has the kind of fact or the place that is asked for, -1 if it lacks the fact, 0 if none is asked for. */
  fact: number;
  /** Other pages with a statement that is nearly as good; none if it begins the page that the question names. */
  rivals: number;
}

export interface ExtractOptions {
  /** The days that the question names. */
  days?: readonly Day[] | undefined;
  /** The owner's groups. */
  synonyms?: readonly string[] | undefined;
  /** Its words mean the site itself, like "you". */
  siteName?: string | undefined;
  /** The visitor's own words; left out if they are the question. */
  said?: string | undefined;
}

/** A word with less is no name of a line. */
const minTermWeight = 0.3;
const maxSentences = 3;
const maxLines = 8;
/** How far the score of a further statement may be behind, and that of an exception to the usual hours. */
const maxBehind = 1;
const maxBehindUsual = 3;
/** A statement that is less behind is nearly as good. */
const maxBehindRival = 2;

const nothing: Extraction = {
  extracts: [],
  nearest: [],
  coverage: 0,
  score: 0,
  margin: 0,
  found: 0,
  fact: 0,
  rivals: 0,
  subject: 0,
};

/** Finds the statements that answer a question, and tells how well. */
export async function extract(
  question: string,
  passages: readonly SourcePassage[],
  options: ExtractOptions = {},
): Promise<Extraction> {
  const asked = haystack(question);
  const parts: Part[][] = [];
  for (const { title, headingPath, text } of passages) {
    parts.push(partsOf(asked, headingPath.split(' › ').at(-1) || title, text));
    await nextTurn();
  }
  const { hits, words } = rankParts(question, passages, parts, options);
  const [best] = hits;
  const naming = words.filter(({ weight }) => weight >= minTermWeight);
  if (!best) return nothing;
  const chosen = chooseStatement(hits, passages, parts);
  const told = [...exceptionsTo(chosen, hits, passages, parts), chosen];
  return {
    extracts: told.map((hit) =>
      extractAt(naming, hit, hits, parts[hit.passage]!, passages[hit.passage]!.n),
    ),
    coverage: best.coverage,
    score: best.score,
    margin: best.score - (hits.find(({ passage }) => passage !== best.passage)?.score ?? 0),
    found: passages[best.passage]!.weight,
    fact: best.fact,
    subject: best.subject,
    rivals: best.opens ? 0 : rivalsOf(best, hits, passages),
    nearest: nearestOf(hits, passages, parts),
  };
}

function rivalsOf(best: Hit, hits: readonly Hit[], passages: readonly SourcePassage[]): number {
  const near = hits.filter(({ score }) => score > best.score - maxBehindRival);
  return new Set(near.map(({ passage }) => passages[passage]!.title)).size - 1;
}

/** Returns the best statement of the same page that says when its usual hours do not hold, or none. */
function exceptionsTo(
  usual: Hit,
  hits: readonly Hit[],
  passages: readonly SourcePassage[],
  parts: readonly Part[][],
): Hit[] {
  const partOf = ({ passage, at }: Hit) => parts[passage]![at]!;
  const titleOf = ({ passage }: Hit) => passages[passage]!.title;
  if (usual.fits <= 0 || usual.fits >= exceptional) return [];
  const { role, block } = partOf(usual);
  return hits
    .filter(
      (hit) =>
        hit.fits >= exceptional &&
        hit.score >= usual.score - maxBehindUsual &&
        titleOf(hit) === titleOf(usual) &&
        // "Forms are taken from 14 September" is none to the hours.
        hasAnswerType(partOf(hit).text, 'time') &&
        // Fitting rows of one table are told together.
        (hit.passage !== usual.passage || partOf(hit).block !== block || partOf(hit).role !== role),
    )
    .slice(0, 1);
}

function extractAt(
  terms: readonly Term[],
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
    // Without its heading nobody sees which of several tables a row belongs to.
    lead: part.role === 'row' && tablesIn(all) < 2 ? '' : leadOf(all, hit.at),
    kind: part.role === 'row' ? 'rows' : 'lines',
    texts: lines.map(({ text }) => text),
    rows: lines.map(({ cells }) => cells),
  };
}

const tablesIn = (all: readonly Part[]): number =>
  new Set(all.filter(({ role }) => role === 'row').map(({ block }) => block)).size;

/** Returns the lines that the question names; else the whole list if its heading is the answer. */
function linesAt(
  terms: readonly Term[],
  hit: Hit,
  hits: readonly Hit[],
  all: readonly Part[],
): Part[] {
  const { block, role } = all[hit.at]!;
  const list = all.filter((part) => part.block === block && part.role === role);
  if (hit.fits > 0) {
    const fits = new Map(
      hits
        .filter(({ passage }) => passage === hit.passage)
        .map((each) => [all[each.at], each.fits]),
    );
    const most = Math.max(...list.map((part) => fits.get(part) ?? 0));
    const least = most >= exceptional ? most : hit.fits;
    return list.filter((part) => (fits.get(part) ?? 0) >= least).slice(0, maxLines);
  }
  const named = namedLines(terms, list, leadOf(all, hit.at));
  if (named.length > 0) return named.slice(0, maxLines);
  if (hit.whole) return list.slice(0, maxLines);
  const min = hit.score - maxBehind;
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
/** A word that is like another by less is not that word. */
const minLike = 0.55;

/** Returns the lines with the most words of the question among those that not every line has. */
function namedLines(terms: readonly Term[], list: readonly Part[], lead: string): Part[] {
  const like = (term: Term, text: Haystack) => {
    const share = match(term, text);
    return share < minLike ? 0 : share;
  };
  const columns = list[0]?.cells.map(({ name }) => name) ?? [];
  const known = haystack([lead, ...columns].join('\n'));
  const naming = terms.filter((term) => like(term, known) === 0);
  const found = list.map(({ stack, cells }) => {
    const name = cells[0] && haystack(cells[0].value);
    const values = cells.length > 0 ? haystack(cells.map(({ value }) => value).join('\n')) : stack;
    return naming.map((term) =>
      Math.max(like(term, values), name ? nameWeight * like(term, name) : 0),
    );
  });
  const scores = found.map((each) =>
    each.reduce((sum, value, at) => {
      const isTelling = found.some((other) => other[at] === 0);
      return sum + (isTelling ? naming[at]!.weight * value : 0);
    }, 0),
  );
  const best = Math.max(...scores);
  return best === 0 ? [] : list.filter((_, at) => scores[at]! >= minNamed * best);
}

/** Begins a sentence that is unclear without the one before. One list for all languages. */
const unclear =
  /^(?:yes|no|it|its|they|them|their|this|that|these|those|he|she|his|her|both|otherwise|but|ja|nein|er|sie|es|dies\p{L}*|dazu|dabei|dafür|damit|ihr\p{L}*|beide|sonst|oui|non|il|elle|ils|elles|cela|ce|cette|ces|sí|no|ello|eso|esto|este|esta|estos|estas|sì|esso|essa|questo|questa|sim|não|ele|ela|isso|nee|het|zij|deze|dit|dat|tak|nie|да|нет|он|она|оно|они|это|так|ні|він|вона|вони|це|نعم|لا|هو|هي|はい|いいえ|それ|これ|是|不|它|네|아니요)(?![\p{L}\p{M}])/iu;

/** Words of a sentence that is an alternative to the one before: "We lend carriers instead." */
const contrasting = new Set(
  'instead stattdessen invece plutot daarentegen istället istedet zamiast вместо натомість'
    .split(' ')
    .map(fold),
);

const refersBack = ({ text }: Part): boolean =>
  unclear.test(text) || tokenize(text).some((word) => contrasting.has(word));

/** Returns the sentence, the sentences that it refers to, and the next ones that belong to it. */
function sentencesAt(hit: Hit, hits: readonly Hit[], all: readonly Part[], n: number): Extract {
  const { block } = all[hit.at]!;
  const isSentence = (at: number) => all[at]?.role === 'sentence' && all[at].block === block;
  let start = hit.at;
  while (refersBack(all[start]!) && isSentence(start - 1) && hit.at - start < 2) start--;
  const scores = new Map(
    hits.filter(({ passage }) => passage === hit.passage).map(({ at, score }) => [at, score]),
  );
  const min = hit.score - maxBehind;
  // Two neighbours that are about as good belong together: "Prams are welcome. In the tower we lend carriers instead."
  if (isSentence(start - 1) && (scores.get(start - 1) ?? 0) >= min) start--;
  const lead = leadOf(all, start);
  const isAnswer = all[start - 1]?.role === 'question';
  const belongs = (at: number) => {
    if (hit.opens) return all[at]?.role === 'sentence';
    if (!isSentence(at)) return false;
    return isAnswer || refersBack(all[at]!) || (scores.get(at) ?? 0) >= min;
  };
  let end = Math.max(hit.at, start) + 1;
  while (end - start < maxSentences && belongs(end)) end++;
  const texts = all.slice(start, end).map(({ text }) => text);
  return {
    n,
    lead: isAnswer || hit.asksOnlyDays || unclear.test(texts[0]!) ? lead : '',
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
