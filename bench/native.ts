/**
 * MariaDB's own vector index: what it finds of the true nearest, and how fast, by `M`, `ef_search` and
 * the size of its cache, beside the same server's exact scan and an exact comparison in this process.
 */
import { sql } from 'kysely';
import { openMysql } from '../server/storage/mysql.ts';
import { startMariadb11 } from '../tools/stack/mariadb-11.ts';
import { openRun } from '../tools/stack/runs.ts';
import { clusteredVectors } from './native-vectors.ts';
import type { Figures } from './run.ts';

const dimensions = 768;
const rows = 100_000;
const questions = 200;
const topK = 5;
const megabyte = 2 ** 20;
const graphs = [16, 6, 24];
const efforts = [20, 50, 100, 200, 400];
/** The smallest that the index is measured with, which is the server's default, and one that holds all. */
const caches = [16, 1024];
/** Bytes of memory for each of the `M` links of a row, beside two for each dimension. */
const linkBytes = [16, 32, 48, 64];

export async function run(): Promise<Figures> {
  const bed = openRun('native');
  try {
    // The rows fit into memory: what differs is the cache of the graph.
    const server = await startMariadb11(bed.folder, bed.logs, ['--innodb-buffer-pool-size=1G']);
    const { dbUser: user, dbPassword: password, dbPort: port, dbName } = server;
    const database = openMysql(
      { host: '127.0.0.1', user, password, port, database: dbName, connectionLimit: 1 },
      '',
    );
    try {
      return await measure((text) => sql.raw<Row>(text).execute(database.query));
    } finally {
      await database.close();
    }
  } finally {
    bed.close();
  }
}

interface Row {
  chunk_id: number;
  [column: string]: unknown;
}
type Execute = (text: string) => Promise<{ rows: Row[] }>;

async function measure(execute: Execute): Promise<Figures> {
  const { stored, queries } = clusteredVectors(dimensions, rows, questions);
  const started = performance.now();
  const truth = queries.map((query) => nearest(stored, query));
  const exact = { brute_force_ms: (performance.now() - started) / questions };

  await execute(`SET GLOBAL mhnsw_max_cache_size = ${1024 * megabyte}`);
  const fill = (table: string) => seconds(() => insertAll(execute, table, stored));
  await execute(`CREATE TABLE plain (${columns})`);
  const figures: Figures = { ...exact, plain_insert_s: await fill('plain') };
  say('plain', figures);
  figures['scan'] = await ask(execute, 'plain', '', queries.slice(0, 20), truth);
  say('scan', figures['scan']);

  for (const links of graphs) {
    const table = `graph_${links}`;
    await execute(`CREATE TABLE ${table} LIKE plain`);
    await execute(`INSERT INTO ${table} SELECT * FROM plain`);
    const index = `ADD VECTOR INDEX (embedding) M=${links} DISTANCE=cosine`;
    const built = await seconds(() => execute(`ALTER TABLE ${table} ${index}`));
    const group: Figures = { alter_s: built };
    say(`M ${links}`, group);
    const find = async (size: number, effort: number) => {
      await execute(`SET GLOBAL mhnsw_max_cache_size = ${Math.ceil(size)}`);
      await execute('FLUSH TABLES'); // the graph that is in memory goes
      const prefix = `SET STATEMENT mhnsw_ef_search=${effort} FOR `;
      await ask(execute, table, prefix, queries, truth); // reads the graph
      return ask(execute, table, prefix, queries, truth);
    };
    for (const size of caches) {
      for (const effort of efforts) {
        const name = `cache_${size}_mb_ef_${effort}`;
        say(`M ${links} ${name}`, (group[name] = await find(size * megabyte, effort)));
      }
    }
    for (const bytes of linkBytes) {
      const name = `cache_${bytes}_bytes_a_link_ef_50`;
      const size = rows * (2 * dimensions + bytes * links);
      say(`M ${links} ${name}`, (group[name] = await find(size, 50)));
    }
    await execute(`SET GLOBAL mhnsw_max_cache_size = ${1024 * megabyte}`);
    figures[`M_${links}`] = group;
  }

  await execute(`CREATE TABLE growing (${columns}, VECTOR INDEX (embedding) M=16 DISTANCE=cosine)`);
  figures['M_16_insert_s'] = await fill('growing');
  say('row by row', figures['M_16_insert_s']);
  return figures;
}

const columns = `chunk_id BIGINT UNSIGNED NOT NULL PRIMARY KEY, embedding VECTOR(${dimensions}) NOT NULL`;

const say = (what: string, figures: unknown) =>
  console.error(new Date().toISOString(), what, JSON.stringify(figures));

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

const literal = ({ buffer, byteOffset, byteLength }: Float32Array) =>
  `x'${Buffer.from(buffer, byteOffset, byteLength).toString('hex')}'`;

async function insertAll(execute: Execute, table: string, vectors: readonly Float32Array[]) {
  for (let start = 0; start < vectors.length; start += 100) {
    const values = vectors
      .slice(start, start + 100)
      .map((vector, index) => `(${start + index}, ${literal(vector)})`);
    await execute(`INSERT INTO ${table} VALUES ${values.join(',')}`);
  }
}

async function ask(
  execute: Execute,
  table: string,
  prefix: string,
  queries: readonly Float32Array[],
  truth: readonly number[][],
): Promise<Figures> {
  const times: number[] = [];
  let found = 0;
  for (const [index, query] of queries.entries()) {
    const started = performance.now();
    const result = await execute(
      `${prefix}SELECT chunk_id FROM ${table}
       ORDER BY VEC_DISTANCE_COSINE(embedding, ${literal(query)}) LIMIT ${topK}`,
    );
    times.push(performance.now() - started);
    const ids = new Set(result.rows.map((row) => row.chunk_id));
    found += truth[index]!.filter((id) => ids.has(id)).length;
  }
  times.sort((a, b) => a - b);
  return {
    recall_at_5: found / (queries.length * topK),
    p50_ms: times[Math.floor(times.length * 0.5)]!,
    p99_ms: times[Math.floor(times.length * 0.99)]!,
  };
}

function nearest(stored: readonly Float32Array[], query: Float32Array): number[] {
  const scores = stored.map((vector) => {
    let sum = 0;
    for (let axis = 0; axis < dimensions; axis++) sum += vector[axis]! * query[axis]!;
    return sum;
  });
  const best: number[] = [];
  for (const [id, score] of scores.entries()) {
    const last = best.at(-1);
    if (best.length === topK && score <= scores[last!]!) continue;
    const at = best.findIndex((other) => score > scores[other]!);
    best.splice(at < 0 ? best.length : at, 0, id);
    best.length = Math.min(best.length, topK);
  }
  return best;
}
