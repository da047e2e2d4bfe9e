/** A sidecar's parts in a process of its own, so that its memory can be told; says what it measures as JSON. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createServices, openDatabase } from '../../server/composition/services.ts';
import { readConfig } from '../../server/config/config.ts';
import { VectorSearch } from '../../server/retrieval/vector-search.ts';
import { createLog } from '../../server/runtime/log.ts';
import { raiseChunksRevision } from '../../server/storage/chunks.ts';
import { writeVectors } from '../../server/storage/vectors/vectors.ts';
import { quantile, timeEach } from '../parts/measure.ts';
import { embeddingLikeVectors } from '../parts/vector-data.ts';

const [embedder = '', length = '', asked = ''] = process.argv.slice(2);
const dimensions = Number(length);

const started = performance.now();
const config = readConfig(process.env);
const log = createLog('silent');
const database = openDatabase(config);
const services = createServices(config, database, log);
const { memoryIndex, chunks, documents } = services;
const vectors = new VectorSearch(database, memoryIndex);
memoryIndex.start();

const source = embeddingLikeVectors(dimensions, 5);
const vector = new Float32Array(dimensions);
source.next(vector);
const ask = () => {
  const question = source.question(vector);
  return vectors.nearest({ embedder, vector: question, topK: 5, minScore: -1 });
};
await ask();
const searchable_ms = performance.now() - started;
while ((await memoryIndex.figures()).words === 'reading') await sleep(20);
const complete_ms = performance.now() - started;
const times = await timeEach(Number(asked), ask);
const words = await timeEach(Number(asked), () =>
  memoryIndex.lexical('w7 wab w5f what is w2k', { limit: 50 }),
);

const { id } = await documents.ensure({ kind: 'txt', sourceKey: `new ${process.pid}` });
const content = 'a text that was written a moment ago';
const written = Array.from({ length: 20 }, () => ({
  content,
  headingPath: '',
  page: null,
  offset: 0,
}));
await database.transaction(async (transaction) => {
  const ids = await chunks.replace(id, '', written, transaction);
  const vectors = ids.map((chunkId) => ({ chunkId, vector }));
  await writeVectors(database, transaction, { embedder, dimensions }, vectors);
  await raiseChunksRevision(database, transaction, id);
});
const stored = performance.now();
const [found] = await vectors.nearest({ embedder, vector, topK: 5, minScore: 0.999 });
if (!found) throw new Error('what was written is not found');
const visible_ms = performance.now() - stored;

globalThis.gc?.();
const { bytes } = await memoryIndex.figures();
const figures = {
  searchable_ms,
  complete_ms,
  p50_ms: quantile(times, 0.5),
  p99_ms: quantile(times, 0.99),
  words_p50_ms: quantile(words, 0.5),
  visible_ms,
  copy_mb: bytes / 2 ** 20,
  rss_mb: process.memoryUsage.rss() / 2 ** 20,
};
export type Measured = typeof figures;
process.stdout.write(JSON.stringify(figures));
await memoryIndex.close();
process.exit(0);
