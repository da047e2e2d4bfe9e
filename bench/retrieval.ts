import { chunkBlocks } from '../server/ingestion/chunk.ts';
import { createLexicalIndex, type LexicalIndex } from '../server/search/lexical/lexical-index.ts';
import type { LexicalHit } from '../server/search/lexical/lexical-search.ts';
import { settingsDefaults } from '../server/contract/settings-defaults.ts';
import { builtInAnswer, refusal } from './built-in-answer.ts';
import type { BenchOptions, Figures } from './run.ts';
import { readXquad, type QuestionSet } from './read-xquad.ts';
import { wordBm25 } from './word-bm25.ts';

/** As `chat.min_score`, of coverage. */
const floor = 0.3;
/** Paragraphs given to the answerer, as the setting `top_k` does. */
const topK = 5;
const limit = 30;

interface Tally {
  recall_at_1: number;
  recall_at_5: number;
  long_recall_at_5: number;
  answer_recall: number;
  answer_chars: number;
  refused: number;
  refused_when_absent: number;
  right_above_floor: number;
  absent_all_below_floor: number;
  baseline_recall_at_1: number;
  baseline_recall_at_5: number;
}

/**
 * Finds each question's paragraph among all, and answers from the five nearest. Long: the paragraphs of
 * an article are one document, cut by the chunker. The baseline is BM25 over Unicode words.
 */
export async function run({ data }: BenchOptions): Promise<Figures> {
  const languages: Record<string, Tally> = {};
  for (const set of await readXquad(data)) languages[set.language] = await measure(set);
  const tallies = Object.values(languages);
  const mean = (name: keyof Tally) =>
    tallies.reduce((sum, tally) => sum + tally[name], 0) / tallies.length;
  const worst = (name: keyof Tally) => Math.min(...tallies.map((tally) => tally[name]));
  return {
    recall_at_1: mean('recall_at_1'),
    recall_at_5: mean('recall_at_5'),
    worst_recall_at_5: worst('recall_at_5'),
    long_recall_at_5: mean('long_recall_at_5'),
    answer_recall: mean('answer_recall'),
    worst_answer_recall: worst('answer_recall'),
    right_above_floor: mean('right_above_floor'),
    absent_all_below_floor: mean('absent_all_below_floor'),
    refused_when_absent: mean('refused_when_absent'),
    baseline_recall_at_1: mean('baseline_recall_at_1'),
    baseline_recall_at_5: mean('baseline_recall_at_5'),
    ratio_recall_at_1: mean('recall_at_1') / mean('baseline_recall_at_1'),
    ratio_recall_at_5: mean('recall_at_5') / mean('baseline_recall_at_5'),
    per_language: languages as unknown as Figures,
  };
}

async function measure(set: QuestionSet): Promise<Tally> {
  const index = indexOf(set.paragraphs.map((content, at) => ({ content, document: at })));
  const long = longDocuments(set);
  const longIndex = indexOf(long);
  const baseline = wordBm25(set.paragraphs);
  const sums = zeros();
  for (const question of set.questions) {
    const hits = index.search(question.text, { limit, allowed: null });
    const rank = hits.findIndex(({ chunkId }) => chunkId === question.paragraph);
    if (rank === 0) sums.recall_at_1++;
    if (rank >= 0 && rank < topK) sums.recall_at_5++;
    if ((hits[rank]?.coverage ?? 0) >= floor) sums.right_above_floor++;
    const found = longIndex.search(question.text, { limit: topK, allowed: null });
    const isRight = ({ chunkId }: LexicalHit) => {
      const chunk = long[chunkId]!;
      const has = question.answers.some((answer) => chunk.content.includes(answer));
      return has && chunk.paragraphs.has(question.paragraph);
    };
    if (found.some(isRight)) sums.long_recall_at_5++;
    addBaseline(sums, baseline(question.text), question.paragraph);
    await addAnswers(sums, set, question, hits, index);
  }
  const shares = Object.entries(sums).map(([name, sum]) => [name, sum / set.questions.length]);
  return Object.fromEntries(shares) as unknown as Tally;
}

/** Chunks have their place as id. */
function indexOf(chunks: readonly { content: string; document: number }[]): LexicalIndex {
  const index = createLexicalIndex();
  for (const [at, { content, document }] of chunks.entries()) {
    index.add(at, document, { title: '', headingPath: '', content });
  }
  return index;
}

/** The chunks of each article, and the paragraphs that each has text of. */
function longDocuments(set: QuestionSet) {
  const { chunk_size, chunk_overlap, min_chunk_chars } = settingsDefaults.indexing;
  return [...new Set(set.articles)].flatMap((article) => {
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
      return { content, document: article, paragraphs };
    });
  });
}

async function addAnswers(
  sums: Tally,
  set: QuestionSet,
  { text, paragraph, answers }: QuestionSet['questions'][number],
  hits: readonly LexicalHit[],
  index: LexicalIndex,
): Promise<void> {
  const said = await answer(text, hits, set);
  if (said === refusal) sums.refused++;
  else sums.answer_chars += said.length;
  if (answers.some((gold) => said.includes(gold))) sums.answer_recall++;
  const allowed = Uint8Array.from(set.articles, (article) =>
    Number(article !== set.articles[paragraph]),
  );
  const elsewhere = index.search(text, { limit: set.paragraphs.length, allowed });
  if ((await answer(text, elsewhere, set)) === refusal) sums.refused_when_absent++;
  if (elsewhere.every(({ coverage }) => coverage < floor)) sums.absent_all_below_floor++;
}

function answer(question: string, hits: readonly LexicalHit[], set: QuestionSet): Promise<string> {
  const passages = hits
    .filter(({ coverage }) => coverage >= floor)
    .slice(0, topK)
    .map(({ chunkId }, rank) => ({
      n: rank + 1,
      title: '',
      headingPath: '',
      text: set.paragraphs[chunkId]!,
    }));
  return passages.length === 0 ? Promise.resolve(refusal) : builtInAnswer(question, passages);
}

function addBaseline(sums: Tally, scores: readonly number[], right: number): void {
  const better = scores.filter((score, at) => score >= scores[right]! && at !== right).length;
  if (better < 1) sums.baseline_recall_at_1++;
  if (better < 5) sums.baseline_recall_at_5++;
}

function zeros(): Tally {
  return {
    recall_at_1: 0,
    recall_at_5: 0,
    long_recall_at_5: 0,
    answer_recall: 0,
    answer_chars: 0,
    refused: 0,
    refused_when_absent: 0,
    right_above_floor: 0,
    absent_all_below_floor: 0,
    baseline_recall_at_1: 0,
    baseline_recall_at_5: 0,
  };
}
