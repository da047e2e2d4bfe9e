import type { Settings } from '../contract/settings.ts';
import type { Chunks } from '../storage/chunks.ts';
import type { Day } from '../question/dates-calendar.ts';
import { extract, type Extraction } from './extract/extract.ts';
import { packContext, type Candidate, type ScoredPassage } from './pack-context.ts';

export interface Reading extends Extraction {
  /** The context, then the passages that were read beyond it. `n` of an extract counts from 1 here. */
  sources: ScoredPassage[];
}

/** Passages that are read for statements: more than a model is given, since they cost nothing. */
const wide = { topK: 12, tokenLimit: 9000 };
/**
 * The documents of the best passages are read as a whole, up to this many chunks: the row of a table says
 * little by itself, but stands on the right page.
 */
const whole = { documents: 2, chunks: 12, minRelative: 0.8 };
/** How well a chunk was found of which only its document was, as a share. */
const siblingWeight = 0.6;

interface AskedStatement {
  /** The question, so that it stands alone. */
  text: string;
  /** As the visitor wrote it. */
  said: string;
  /** The days that it names. */
  days: readonly Day[];
  /** The document that it points to. */
  meant: number | null;
}

/** Packs what the context does not have, also what continues one of its passages. */
function beyond(context: readonly ScoredPassage[], candidates: readonly Candidate[]) {
  const idsOf = (passages: readonly ScoredPassage[]) => passages.flatMap((each) => each.chunkIds);
  const known = new Set(idsOf(context));
  const packed = new Set(idsOf(packContext(candidates, wide).passages));
  const isNew = ({ passage: { chunkId } }: Candidate) => packed.has(chunkId) && !known.has(chunkId);
  return packContext(candidates.filter(isNew), wide).passages;
}

/** Reads more passages than the context has, and finds the statements that answer the question. */
export function createReadPassages({
  chunks,
  siteName,
}: {
  chunks: Pick<Chunks, 'passagesOf'>;
  siteName: () => string;
}) {
  /** Returns the other chunks of the best documents. Their visibility was checked with those that were found. */
  async function siblingsOf(candidates: readonly Candidate[]): Promise<Candidate[]> {
    const best = candidates[0]?.fused ?? 0;
    const documents = new Map<number, Candidate>();
    for (const candidate of candidates) {
      const { passage, fused = 0 } = candidate;
      if (documents.size === whole.documents || fused < whole.minRelative * best) break;
      if (!documents.has(passage.documentId)) documents.set(passage.documentId, candidate);
    }
    const known = new Set(candidates.map(({ passage }) => passage.chunkId));
    const read = await chunks.passagesOf([...documents.keys()], whole.chunks);
    return read
      .filter(({ chunkId }) => !known.has(chunkId))
      .map((passage) => {
        const { fused = 0, prior } = documents.get(passage.documentId)!;
        return { passage, score: 0, fused: siblingWeight * fused, prior };
      });
  }

  /**
   * @param found Public passages, best first.
   * @param context The passages among them that a model is given.
   */
  return async function readPassages(
    { text: question, meant, ...asked }: AskedStatement,
    { chat }: Settings,
    found: readonly Candidate[],
    context: readonly ScoredPassage[],
  ): Promise<Reading> {
    const siblings = await siblingsOf(found);
    const candidates = [...found, ...siblings].sort((a, b) => (b.fused ?? 0) - (a.fused ?? 0));
    const sources = [...context, ...beyond(context, candidates)];
    const priors = new Map(
      candidates.map(({ passage, prior }) => [passage.documentId, prior ?? 1]),
    );
    // On a site of posts alone, a post is as good as a page elsewhere.
    const usual = Math.max(...priors.values());
    const best = Math.max(...sources.map(({ fused }) => fused));
    const passages = sources.map((source, at) => ({
      n: at + 1,
      title: source.title,
      headingPath: source.headingPath,
      text: source.content,
      begins: source.position === 0,
      isMeant: source.documentId === meant,
      weight: best > 0 ? source.fused / best : 1,
      prior: (priors.get(source.documentId) ?? usual) / usual,
      language: source.language,
    }));
    const about = { synonyms: chat.synonyms, siteName: siteName() };
    return { ...(await extract(question, passages, { ...asked, ...about })), sources };
  };
}
