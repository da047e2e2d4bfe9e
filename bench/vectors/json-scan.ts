import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { openMysql } from '../../server/storage/mysql.ts';
import { up, readStack } from '../../tools/stack/stack.ts';
import type { VectorSource } from '../parts/vector-data.ts';
import { quantile, timeEach } from '../parts/measure.ts';

const page = 1000;
/** Texts that differ; rows repeat them, which changes nothing for who has to read them all. */
const texts = 500;

/**
 * Milliseconds of one question when all vectors are read from MariaDB as JSON arrays of numbers, decoded
 * and compared, as plugins do it that keep no copy.
 */
export async function measureJsonScan(
  rows: number,
  dimensions: number,
  source: VectorSource,
): Promise<number> {
  const file = process.env['ITIH_STACK'] ?? (await up({ name: 'bench', part: 'database' })).file;
  const { dbHost, dbPort, dbUser, dbPassword, dbName } = readStack(file);
  const database = openMysql(
    { host: dbHost, port: dbPort, user: dbUser, password: dbPassword, database: dbName },
    '',
  );
  const { query } = database;
  const run = (statement: string) => sql.raw(statement).execute(query);
  try {
    await run('drop table if exists bench_vectors');
    await run('create table bench_vectors (id int primary key, embedding longtext not null)');
    await fill(rows, dimensions, source, run);
    const question = new Float32Array(dimensions);
    source.next(question);
    const times = await timeEach(2, async () => {
      let best = -1;
      for (let from = 0; from < rows; from += page) {
        const read = sql<{ embedding: string }>`
          select embedding from bench_vectors where id >= ${from} and id < ${from + page}`;
        for (const { embedding } of (await read.execute(query)).rows) {
          best = Math.max(best, cosine(question, JSON.parse(embedding) as number[]));
        }
      }
      return best;
    });
    return quantile(times, 0);
  } finally {
    await run('drop table if exists bench_vectors');
    await database.close();
  }
}

async function fill(
  rows: number,
  dimensions: number,
  source: VectorSource,
  run: (statement: string) => Promise<unknown>,
): Promise<void> {
  const vector = new Float32Array(dimensions);
  const made = Array.from({ length: texts }, () => {
    source.next(vector);
    // As many digits as vendors send.
    return JSON.stringify(Array.from(vector, (value) => Number(value.toPrecision(8))));
  });
  for (let from = 0; from < rows; from += 100) {
    const values = Array.from(
      { length: 100 },
      (_, n) => `(${from + n}, '${made[(from + n) % texts]}')`,
    );
    await run(`insert into bench_vectors values ${values.join()}`);
    await sleep(0);
  }
}

function cosine(a: Float32Array, b: number[]): number {
  let [dot, squares] = [0, 0];
  for (let i = 0; i < a.length; i++) {
    dot += a[i]! * b[i]!;
    squares += b[i]! ** 2;
  }
  return dot / Math.sqrt(squares);
}
