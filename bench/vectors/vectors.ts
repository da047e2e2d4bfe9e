import { loadavg } from 'node:os';
import { embeddingLikeVectors, randomVectors } from '../parts/vector-data.ts';
import { measureEngine } from './engine.ts';
import { measureJsonScan } from './json-scan.ts';
import { measureSidecar } from './sidecar.ts';
import type { Figures } from '../run.ts';

const rows = 100_000;
const smallRows = 10_000;
const dimensions = 1536;
/** Reading all of them takes so long, and is so much data, that a part has to do. */
const jsonRows = 5000;

/**
 * The nearest five of 100,000 vectors, exactly, once as embeddings lie and once in the worst case for
 * bounds. Baselines in the same run: the floats in plain JavaScript, and JSON read from MariaDB for the
 * question (5,000 rows, times twenty).
 */
export async function run(): Promise<Figures> {
  const scan = await measureJsonScan(jsonRows, dimensions, randomVectors(dimensions, 3));
  const jsonScan = (scan * rows) / jsonRows;
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
    json_scan_ms: jsonScan,
    ratio_to_json_scan: jsonScan / p50,
    embedding_like: embeddings,
    random,
    embedding_like_500k_768: large,
    sidecar,
    sidecar_10k: small,
    load: loadavg()[0] ?? 0,
  };
}
