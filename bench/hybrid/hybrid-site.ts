import type { EmbeddingIndexes } from '../../server/embedding/embedding-indexes.ts';
import { createLog } from '../../server/runtime/log.ts';
import { createSiteTexts } from '../../server/retrieval/site-texts.ts';
import { createRetrieve } from '../../server/retrieval/retrieve.ts';
import { MemoryIndex } from '../../server/retrieval/memory/memory-index.ts';
import { createReadNearby } from '../../server/storage/nearby-chunks.ts';
import { createCompare, createNearest } from '../../server/retrieval/nearest.ts';
import { createChunks } from '../../server/storage/chunks.ts';
import type { Database } from '../../server/storage/database.ts';
import { createDocuments } from '../../server/storage/documents.ts';
import {
  holdIndexState,
  readIndexState,
  writeIndexState,
} from '../../server/embedding/index-state.ts';
import { writeVectors } from '../../server/storage/vectors/write-vectors.ts';
import { corpus } from '../parts/corpus.ts';
import { embeddingLikeVectors } from '../parts/vector-data.ts';

const chunksPerDocument = 10;
const characters = 900;
const documentsAtOnce = 50;
const keptQuestions = 500;

export interface Question {
  text: string;
  vector: Float32Array;
}

const choice = { provider: 'openai', model: 'bench', base_url: '', dimensions: 0 } as const;

/** A knowledge base as the sidecar has it, without a site around it: its embedder knows the questions only. */
export function hybridSite(database: Database, dimensions: number, memory: number) {
  const log = createLog('silent');
  const embedder = 'bench:model';
  const active = { choice, embedder, dimensions };
  const chunks = createChunks(database);
  const documents = createDocuments(database, Date.now);
  const index = new MemoryIndex({ database, log, clock: Date.now, memory, folder: null });
  const asked = new Map<string, Float32Array>();

  const indexes = {
    known: () => Promise.resolve({ active, next: null }),
    latest: () => readIndexState(database.query),
    embedder: () => ({
      id: embedder,
      maxBatch: 1,
      embed: ([text]: readonly string[]) => Promise.resolve([asked.get(text!)!]),
    }),
    requireDimensions: () => Promise.resolve(),
  } as unknown as EmbeddingIndexes;

  return {
    index,

    /** As if their embeddings were cached. */
    know(questions: readonly Question[]): void {
      for (const { text, vector } of questions) asked.set(text, vector);
    },

    retrieve: createRetrieve({
      siteTexts: createSiteTexts(database),
      readNearby: createReadNearby(database),
      indexes,
      chunks,
      vectorStore: { query: createNearest(database, index), compare: createCompare(database) },
      lexical: index.lexical,
      clock: Date.now,
      documents,
      // Its documents are nobody's posts: there is nothing to ask the site.
      visibility: { onlyPublic: (passages) => Promise.resolve([...passages]) },
      rewrite: () => Promise.reject(new Error('No question has a past.')),
    }),

    /** Gives questions, each near to a chunk that there is. */
    async fill(count: number): Promise<Question[]> {
      const texts = corpus(characters);
      const source = embeddingLikeVectors(dimensions, 17);
      const questions: Question[] = [];
      await database.transaction(async (transaction) => {
        await holdIndexState(database, transaction);
        await writeIndexState(database, transaction, { active, next: null });
      });
      for (let start = 0; start < count; start += documentsAtOnce) {
        const wanted = Array.from(
          { length: Math.min(documentsAtOnce, count - start) },
          (_, at) => ({
            kind: 'txt' as const,
            sourceKey: `text:${start + at}`,
            title: texts.question(texts.text()),
          }),
        );
        const ids = await documents.ensureAll(wanted);
        await database.transaction(async (transaction) => {
          for (const documentId of ids) {
            const made = Array.from({ length: chunksPerDocument }, () => ({
              content: texts.text(),
              headingPath: '',
              page: null,
              offset: 0,
            }));
            const chunkIds = await chunks.replace(documentId, '', made, transaction);
            const vectors = chunkIds.map((chunkId) => {
              const vector = new Float32Array(dimensions);
              source.next(vector);
              return { chunkId, vector };
            });
            if (questions.length < keptQuestions) {
              const near = source.question(vectors[0]!.vector);
              questions.push({ text: texts.question(made[0]!.content), vector: near });
            }
            await writeVectors(database, transaction, active, vectors);
          }
          await holdIndexState(database, transaction, ...ids);
        });
      }
      return questions;
    },
  };
}
