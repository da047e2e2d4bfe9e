import { builtinEmbedder } from '../server/providers/embedders/builtin.ts';
import { builtInAnswer, refusal } from './built-in-answer.ts';
import type { BenchOptions, Figures } from './run.ts';
import { readXquad, type QuestionSet } from './read-xquad.ts';
import { wordBm25 } from './word-bm25.ts';

const signal = new AbortController().signal;
const floor = 0.3;
/** Paragraphs given to the answerer, as the setting `top_k` does. */
const topK = 5;

interface Tally {
  recall_at_1: number;
  recall_at_5: number;
  answer_recall: number;
  answer_chars: number;
  refused: number;
  refused_when_absent: number;
  right_above_floor: number;
  absent_all_below_floor: number;
  absent_pairs_below_floor: number;
  baseline_recall_at_1: number;
  baseline_recall_at_5: number;
}

/**
 * Finds each question's paragraph among all, and answers from the five nearest. The baseline is
 * BM25 over Unicode words.
 */
export async function run({ data }: BenchOptions): Promise<Figures> {
  const languages: Record<string, Tally & { embedded_chars_per_s: number }> = {};
  for (const set of await readXquad(data)) languages[set.language] = await measure(set);
  const tallies = Object.values(languages);
  const mean = (name: keyof Tally) =>
    tallies.reduce((sum, tally) => sum + tally[name], 0) / tallies.length;
  const worst = (name: keyof Tally) => Math.min(...tallies.map((tally) => tally[name]));
  return {
    recall_at_1: mean('recall_at_1'),
    recall_at_5: mean('recall_at_5'),
    worst_recall_at_5: worst('recall_at_5'),
    answer_recall: mean('answer_recall'),
    worst_answer_recall: worst('answer_recall'),
    refused_when_absent: mean('refused_when_absent'),
    baseline_recall_at_1: mean('baseline_recall_at_1'),
    baseline_recall_at_5: mean('baseline_recall_at_5'),
    ratio_recall_at_1: mean('recall_at_1') / mean('baseline_recall_at_1'),
    ratio_recall_at_5: mean('recall_at_5') / mean('baseline_recall_at_5'),
    per_language: languages as unknown as Figures,
  };
}

async function measure(set: QuestionSet) {
  const started = performance.now();
  const documents = await embedAll(set.paragraphs, 'document');
  const seconds = (performance.now() - started) / 1000;
  const queries = await embedAll(
    set.questions.map(({ text }) => text),
    'query',
  );
  const baseline = wordBm25(set.paragraphs);
  const sums = zeros();
  for (const [index, question] of set.questions.entries()) {
    const scores = documents.map((vector) => dot(vector, queries[index]!));
    const plain = baseline(question.text);
    addRecall(sums, 'recall_at_1', 'recall_at_5', scores, question.paragraph);
    addRecall(sums, 'baseline_recall_at_1', 'baseline_recall_at_5', plain, question.paragraph);
    await addAnswers(sums, set, index, scores);
  }
  const count = set.questions.length;
  const shares = Object.fromEntries(
    Object.entries(sums).map(([name, sum]) => [name, sum / count]),
  ) as unknown as Tally;
  const characters = set.paragraphs.reduce((sum, { length }) => sum + length, 0);
  return { ...shares, embedded_chars_per_s: characters / seconds };
}

async function addAnswers(sums: Tally, set: QuestionSet, index: number, scores: number[]) {
  const { text, paragraph, answers } = set.questions[index]!;
  const order = ranked(scores);
  const elsewhere = order.filter((at) => set.articles[at] !== set.articles[paragraph]);
  const said = await answer(text, order.slice(0, topK), set);
  if (said === refusal) sums.refused++;
  else sums.answer_chars += said.length;
  if (answers.some((gold) => said.includes(gold))) sums.answer_recall++;
  if ((await answer(text, elsewhere.slice(0, topK), set)) === refusal) sums.refused_when_absent++;
  if (scores[paragraph]! >= floor) sums.right_above_floor++;
  const below = elsewhere.filter((at) => scores[at]! < floor).length;
  if (below === elsewhere.length) sums.absent_all_below_floor++;
  sums.absent_pairs_below_floor += below / elsewhere.length;
}

function answer(question: string, paragraphs: number[], set: QuestionSet): Promise<string> {
  const passages = paragraphs.map((at, rank) => ({
    n: rank + 1,
    title: '',
    headingPath: '',
    text: set.paragraphs[at]!,
  }));
  return builtInAnswer(question, passages);
}

async function embedAll(texts: string[], purpose: 'query' | 'document'): Promise<Float32Array[]> {
  const embedder = builtinEmbedder();
  const vectors: Float32Array[] = [];
  for (let at = 0; at < texts.length; at += embedder.maxBatch) {
    const batch = texts.slice(at, at + embedder.maxBatch);
    vectors.push(...(await embedder.embed(batch, { purpose, signal })));
  }
  return vectors;
}

function addRecall(
  sums: Tally,
  first: keyof Tally,
  five: keyof Tally,
  scores: readonly number[],
  right: number,
): void {
  const better = scores.filter((score, at) => score >= scores[right]! && at !== right).length;
  if (better < 1) sums[first]++;
  if (better < 5) sums[five]++;
}

function ranked(scores: readonly number[]): number[] {
  return scores.map((_, at) => at).sort((a, b) => scores[b]! - scores[a]!);
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

function zeros(): Tally {
  return {
    recall_at_1: 0,
    recall_at_5: 0,
    answer_recall: 0,
    answer_chars: 0,
    refused: 0,
    refused_when_absent: 0,
    right_above_floor: 0,
    absent_all_below_floor: 0,
    absent_pairs_below_floor: 0,
    baseline_recall_at_1: 0,
    baseline_recall_at_5: 0,
  };
}
