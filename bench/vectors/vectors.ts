import { loadavg } from 'node:os';
import { embeddingLikeVectors, randomVectors } from '../parts/vector-data.ts';
import type { Figures } from '../run.ts';
import { measureEngine } from './engine.ts';
import { measureSidecar } from './sidecar.ts';

const rows = 100_000;
const smallRows = 10_000;
const dimensions = 1536;

/**
 * The nearest five of 100,000 vectors, exactly, once as embeddings lie and once in the worst case for
 * bounds. The baseline in the same run is the floats in plain JavaScript.
 */
export async function run(): Promise<Figures> {
  const embeddings = await measureEngine({
    rows,
    dimensions,
    source: embeddingLikeVectors(dimensions, 1),
    compared: 50,
    clients: 50,
    threads: true,
  });
  const random = await measureEngine({
    rows,
    dimensions,
    source: randomVectors(dimensions, 2),
    compared: 50,
    clients: 0,
    threads: false,
  });
  const large = await measureEngine({
    rows: 500_000,
    dimensions: 768,
    source: embeddingLikeVectors(768, 4),
    compared: 5,
    clients: 0,
    threads: false,
  });
  const sidecar = await measureSidecar(rows, dimensions);
  const small = await measureSidecar(smallRows, dimensions);
  const p50 = embeddings['p50_ms'] as number;
  return {
    p50_ms: p50,
    p99_ms: embeddings['p99_ms'] as number,
    recall_at_5: Math.min(
      ...[embeddings, random, large].map((figures) => figures['recall_at_5'] as number),
    ),
    rss_mb: sidecar.snapshot.rss_mb,
    rss_10k_mb: small.snapshot.rss_mb,
    snapshot_ms: sidecar.snapshot.searchable_ms,
    database_start_ms: sidecar.database.searchable_ms,
    visible_ms: sidecar.database.visible_ms,
    embedding_like: embeddings,
    random,
    embedding_like_500k_768: large,
    sidecar,
    sidecar_10k: small,
    load: loadavg()[0] ?? 0,
  };
}
