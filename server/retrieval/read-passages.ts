import { sentences } from '../text/sentences.ts';
import { extract, type Extraction } from './extract/extract.ts';
import { packContext, type Candidate, type ScoredPassage } from './pack-context.ts';
import type { Search } from './rank-candidates.ts';

export interface Reading extends Extraction {
  /** The context, then the passages that were read beyond it. `n` of an extract counts from 1 here. */
  sources: ScoredPassage[];
}

/** Passages that are read for statements: more than a model is given, since they cost nothing. */
const wide = { topK: 10, tokenLimit: 8000 };

/** Returns the cosine of each sentence of the passages, by its text. */
function similarities(
  passages: readonly Candidate[],
  searches: readonly Search[],
): Map<string, number> {
  const found = new Map<string, number>();
  for (const { passage } of passages) {
    const cosines = searches.flatMap(({ found: { sentenceCosines } }) => {
      const each = sentenceCosines.get(passage.chunkId);
      return each ? [each] : [];
    });
    if (cosines.length === 0) continue;
    const texts = sentences(passage.content).map(({ text }) => text.trim());
    texts.filter(Boolean).forEach((text, at) => {
      const cosine = Math.max(...cosines.map((each) => each[at] ?? 0));
      found.set(text, Math.max(found.get(text) ?? 0, cosine));
    });
  }
  return found;
}

/** Reads more passages than the context has, and finds the statements that answer the question. */
export async function readPassages(
  question: string,
  synonyms: readonly string[],
  candidates: readonly Candidate[],
  context: readonly ScoredPassage[],
  searches: readonly Search[],
): Promise<Reading> {
  const packed = packContext(candidates, wide).passages;
  const isNew = ({ chunkId }: ScoredPassage) =>
    !context.some(({ chunkIds }) => chunkIds.includes(chunkId));
  const sources = [...context, ...packed.filter(isNew)];
  const known = similarities(candidates, searches);
  const best = Math.max(...sources.map(({ fused }) => fused));
  const passages = sources.map(({ title, headingPath, content, fused }, at) => ({
    n: at + 1,
    title,
    headingPath,
    text: content,
    weight: best > 0 ? fused / best : 1,
  }));
  const read = await extract(question, passages, {
    similarity: (text) => known.get(text),
    synonyms,
  });
  return { ...read, sources };
}
