import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import { chunkBlocks } from '../../server/ingestion/chunk.ts';
import type { Retrieval } from '../../server/retrieval/retrieve.ts';
import { builtInAnswer, refusal } from '../parts/built-in-answer.ts';
import { keylessSite, type KeylessSite } from '../parts/keyless-site.ts';
import { wordBm25 } from '../parts/word-bm25.ts';
import type { BenchOptions, Figures } from '../run.ts';
import { rightSection } from './right-section.ts';

/** As `chat.min_score`, of coverage. */
const floor = 0.3;
/** Paragraphs given to the answerer, as the setting `top_k` does. */
const topK = 5;

/** SQuAD's format, as far as it is read. */
interface SquadFile {
  data: {
    paragraphs: { context: string; qas: { question: string; answers: { text: string }[] }[] }[];
  }[];
}

interface Question {
  text: string;
  /** Index of the paragraph that answers. */
  paragraph: number;
  answers: string[];
}

interface QuestionSet {
  language: string;
  paragraphs: string[];
  /** For each paragraph the index of its article. */
  articles: number[];
  questions: Question[];
}

/** XQuAD (github.com/google-deepmind/xquad): one set for each `xquad/xquad.LANGUAGE.json` in `data`. */
async function readXquad(data: string): Promise<QuestionSet[]> {
  const folder = join(data, 'xquad');
  const files = (await readdir(folder)).filter((file) => /^xquad\.\w+\.json$/.test(file)).sort();
  return Promise.all(
    files.map(async (file) => {
      const { data: articles } = JSON.parse(
        await readFile(join(folder, file), 'utf8'),
      ) as SquadFile;
      return questionSet(file.split('.')[1]!, articles);
    }),
  );
}

function questionSet(language: string, articles: SquadFile['data']): QuestionSet {
  const set: QuestionSet = { language, paragraphs: [], articles: [], questions: [] };
  for (const [article, { paragraphs }] of articles.entries()) {
    for (const { context, qas } of paragraphs) {
      const paragraph = set.paragraphs.push(context) - 1;
      set.articles.push(article);
      for (const { question, answers } of qas) {
        set.questions.push({
          text: question,
          paragraph,
          answers: answers.map(({ text }) => text),
        });
      }
    }
  }
  return set;
}

/** Returns how often a value of `higher` is above one of `lower`, equal ones counting half: 0.5 is chance, 1 separates. */
function rankAuc(higher: readonly number[], lower: readonly number[]): number {
  const sorted = lower.toSorted((a, b) => a - b);
  const below = (value: number, orEqual: boolean) => {
    let [from, to] = [0, sorted.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (sorted[middle]! < value || (orEqual && sorted[middle] === value)) from = middle + 1;
      else to = middle;
    }
    return from;
  };
  const wins = higher.reduce((sum, value) => sum + below(value, false) + below(value, true), 0);
  return wins / 2 / (higher.length * lower.length);
}

/** Sums over the questions. */
const nothing = {
  recall_at_1: 0,
  recall_at_5: 0,
  long_recall_at_5: 0,
  answer_recall: 0,
  answer_chars: 0,
  refused: 0,
  refused_when_absent: 0,
  right_above_floor: 0,
  absent_all_below_floor: 0,
  /** How well the best coverage tells questions with an answer from those without: see `rankAuc`. */
  coverage_auc: 0,
  baseline_recall_at_1: 0,
  baseline_recall_at_5: 0,
};
type Tally = typeof nothing;

/**
 * Finds each question's paragraph among all, and answers from the five nearest. Long: the paragraphs of
 * an article are one document, cut by the chunker. The baseline is BM25 over Unicode words. Then the right sections of
 * sites; see `rightSection`.
 */
export async function run(options: BenchOptions): Promise<Figures> {
  const sections = await rightSection(options);
  const languages: Record<string, Tally> = {};
  for (const set of await readXquad(options.data)) languages[set.language] = await measure(set);
  const tallies = Object.values(languages);
  const mean = (name: keyof Tally) =>
    tallies.reduce((sum, tally) => sum + tally[name], 0) / tallies.length;
  const worst = (name: keyof Tally) => Math.min(...tallies.map((tally) => tally[name]));
  return {
    ...sections,
    recall_at_1: mean('recall_at_1'),
    recall_at_5: mean('recall_at_5'),
    worst_recall_at_5: worst('recall_at_5'),
    long_recall_at_5: mean('long_recall_at_5'),
    answer_recall: mean('answer_recall'),
    worst_answer_recall: worst('answer_recall'),
    right_above_floor: mean('right_above_floor'),
    absent_all_below_floor: mean('absent_all_below_floor'),
    refused_when_absent: mean('refused_when_absent'),
    coverage_auc: mean('coverage_auc'),
    worst_coverage_auc: worst('coverage_auc'),
    baseline_recall_at_1: mean('baseline_recall_at_1'),
    baseline_recall_at_5: mean('baseline_recall_at_5'),
    ratio_recall_at_1: mean('recall_at_1') / mean('baseline_recall_at_1'),
    ratio_recall_at_5: mean('recall_at_5') / mean('baseline_recall_at_5'),
    per_language: languages as unknown as Figures,
  };
}

async function measure(set: QuestionSet): Promise<Tally> {
  const site = await keylessSite(
    set.paragraphs.map((content) => ({ title: '', chunks: [{ headingPath: '', content }] })),
  );
  const long = longDocuments(set);
  const longSite = await keylessSite(long.map((chunks) => ({ title: '', chunks })));
  const baseline = wordBm25(set.paragraphs);
  const sums = { ...nothing };
  const [present, absent]: number[][] = [[], []];
  for (const question of set.questions) {
    const [own] = site.ids[question.paragraph]!;
    const { passages, candidates } = await site.retrieve(question.text, { minScore: 0 });
    present!.push(bestCoverage(candidates));
    const rank = passages.findIndex(({ chunkId }) => chunkId === own);
    if (rank === 0) sums.recall_at_1++;
    if (rank >= 0 && rank < topK) sums.recall_at_5++;
    if ((passages[rank]?.score ?? 0) >= floor) sums.right_above_floor++;
    if (await isFoundInLong(longSite, long, question)) sums.long_recall_at_5++;
    addBaseline(sums, baseline(question.text), question.paragraph);
    absent!.push(await addAnswers(sums, set, question, site));
  }
  await Promise.all([site.close(), longSite.close()]);
  const count = set.questions.length;
  const shares = Object.entries(sums).map(([name, sum]) => [name, sum / count]);
  const tally = Object.fromEntries(shares) as Tally;
  return { ...tally, coverage_auc: rankAuc(present!, absent!) };
}

const bestCoverage = (candidates: Retrieval['candidates']): number =>
  Math.max(0, ...candidates.slice(0, topK).map(({ lexical }) => lexical?.coverage ?? 0));

/** Whether one of the five best chunks, before they are joined, has the answer and is of its paragraph. */
async function isFoundInLong(
  site: KeylessSite,
  long: ReturnType<typeof longDocuments>,
  question: QuestionSet['questions'][number],
): Promise<boolean> {
  const { candidates } = await site.retrieve(question.text, { minScore: 0 });
  const best = candidates.slice(0, topK).map(({ chunk_id }) => chunk_id);
  return long.some((chunks, document) =>
    chunks.some(
      ({ content, paragraphs }, at) =>
        paragraphs.has(question.paragraph) &&
        best.includes(site.ids[document]![at]!) &&
        question.answers.some((answer) => content.includes(answer)),
    ),
  );
}

/** The chunks of each article, and the paragraphs that each has text of. */
function longDocuments(set: QuestionSet) {
  const { chunk_size, chunk_overlap, min_chunk_chars } = settingsDefaults.indexing;
  return [...new Set(set.articles)].map((article) => {
    const own = set.paragraphs.flatMap((text, at) =>
      set.articles[at] === article ? [{ text, at }] : [],
    );
    const chunks = chunkBlocks(
      own.map(({ text }) => ({ kind: 'paragraph' as const, text })),
      {
        size: chunk_size,
        overlap: chunk_overlap,
        minimum: min_chunk_chars,
        language: set.language,
      },
    );
    return chunks.map(({ content, offset }) => {
      let start = 0;
      const paragraphs = new Set<number>();
      for (const { text, at } of own) {
        const end = start + text.length;
        if (start < offset + content.length && end > offset) paragraphs.add(at);
        start = end + 1;
      }
      return { headingPath: '', content, paragraphs };
    });
  });
}

/** Returns the best coverage where the answer is absent. */
async function addAnswers(
  sums: Tally,
  set: QuestionSet,
  { text, paragraph, answers }: QuestionSet['questions'][number],
  site: KeylessSite,
): Promise<number> {
  const said = await builtInAnswer(text, await site.retrieve(text));
  if (said === refusal) sums.refused++;
  else sums.answer_chars += said.length;
  if (answers.some((gold) => said.includes(gold))) sums.answer_recall++;
  const elsewhere = set.articles.flatMap((article, at) =>
    article === set.articles[paragraph] ? [] : [at],
  );
  const others = await site.retrieve(text, { documents: elsewhere });
  if ((await builtInAnswer(text, others)) === refusal) sums.refused_when_absent++;
  if (others.passages.length === 0) sums.absent_all_below_floor++;
  return bestCoverage(others.candidates);
}

function addBaseline(sums: Tally, scores: readonly number[], right: number): void {
  const better = scores.filter((score, at) => score >= scores[right]! && at !== right).length;
  if (better < 1) sums.baseline_recall_at_1++;
  if (better < 5) sums.baseline_recall_at_5++;
}
