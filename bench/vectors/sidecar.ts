/** Measures a whole sidecar: memory, and time from its start to the first search, from the database and a file. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createServices, openDatabase } from '../../server/composition/services.ts';
import { readConfig } from '../../server/config/config.ts';
import {
  type EmbeddingIndex,
  holdActiveIndex,
  writeActiveIndex,
} from '../../server/embedding/index-state.ts';
import { createLog } from '../../server/runtime/log.ts';
import { raiseChunksRevision } from '../../server/storage/chunks.ts';
import { migrate } from '../../server/storage/migrate.ts';
import { openMysql } from '../../server/storage/mysql.ts';
import { writeVectors } from '../../server/storage/vectors/vectors.ts';
import { startMariadb } from '../../tools/stack/database-server.ts';
import { openRun } from '../../tools/stack/runs.ts';
import { embeddingLikeVectors } from '../parts/vector-data.ts';
import type { Measured } from './sidecar-process.ts';

const embedder = 'bench:model';
const perDocument = 20;
const questions = 200;
const characters = 900;
const vocabulary = 30_000;

/** As `npm run serve` has them. */
const flags = ['--max-semi-space-size=8', '--max-old-space-size=512', '--expose-gc'];
/** Bytes of the database's buffer pool. */
const pools = { large: 2 ** 30, small: 2 ** 28 };

const secret = 'bench '.repeat(8);
const program = fileURLToPath(new URL('sidecar-process.ts', import.meta.url));

/** Words by Zipf's law, as natural text has them. */
function textMaker() {
  let state = 17;
  const random = () => (state = (Math.imul(state, 48_271) >>> 0) % 2_147_483_647) / 2_147_483_647;
  return () => {
    let text = '';
    while (text.length < characters) {
      text += `w${Math.floor(vocabulary ** random()).toString(36)} `;
    }
    return text;
  };
}

async function fill(url: string, chunkCount: number, dimensions: number): Promise<void> {
  const config = readConfig({
    ITIH_SECRET: secret,
    ITIH_SITE_URL: 'http://site.test',
    ITIH_DATABASE_URL: url,
    ITIH_SEARCH_MEMORY_MB: '0',
  });
  const database = openDatabase(config);
  await migrate(database);
  const { chunks, documents } = createServices(config, database, createLog('silent'));
  const source = embeddingLikeVectors(dimensions, 5);
  const text = textMaker();
  for (let document = 0; document < chunkCount / perDocument; document++) {
    const { id } = await documents.ensure({ kind: 'txt', sourceKey: `text:${document}` });
    const written = Array.from({ length: perDocument }, () => ({
      content: text(),
      headingPath: '',
      page: null,
      offset: 0,
    }));
    await database.transaction(async (transaction) => {
      const ids = await chunks.replace(id, '', written, transaction);
      const vectors = ids.map((chunkId) => {
        const vector = new Float32Array(dimensions);
        source.next(vector);
        return { chunkId, vector };
      });
      await writeVectors(database, transaction, { embedder, dimensions }, vectors);
      await raiseChunksRevision(database, transaction, id);
    });
  }
  const active = {
    embedder,
    dimensions,
    choice: { provider: 'openai', model: 'bench', base_url: '', dimensions },
  } as EmbeddingIndex;
  await database.transaction(async (transaction) => {
    await holdActiveIndex(database, transaction);
    await writeActiveIndex(transaction, active);
  });
  await database.close();
}

async function setPool(url: string, bytes: number): Promise<void> {
  const { hostname: host, port, username: user, password } = new URL(url);
  const database = openMysql({ host, port: Number(port), user, password }, '');
  await database.execute([`set global innodb_buffer_pool_size = ${bytes}`]);
  await database.close();
}

async function sidecar(url: string, folder: string, dimensions: number): Promise<Measured> {
  const env = {
    ...process.env,
    ITIH_SECRET: secret,
    ITIH_SITE_URL: 'http://site.test',
    ITIH_DATABASE_URL: url,
    ITIH_CACHE_DIR: folder,
  };
  const args = [...flags, program, embedder, String(dimensions), String(questions)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  return JSON.parse(stdout) as Measured;
}

export async function measureSidecar(chunkCount: number, dimensions: number) {
  const bed = openRun('vectors-sidecar');
  const folder = mkdtempSync(join(tmpdir(), 'itih-bench-'));
  try {
    const { dbUser, dbPassword, dbHost, dbPort, dbName } = await startMariadb(bed.folder, bed.logs);
    const url = `mysql://${dbUser}:${dbPassword}@${dbHost}:${dbPort}/${dbName}`;
    await setPool(url, pools.large);
    await fill(url, chunkCount, dimensions);
    const database = await sidecar(url, folder, dimensions);
    const snapshot = await sidecar(url, folder, dimensions);
    await setPool(url, pools.small);
    const smallPool = await sidecar(url, join(folder, 'other'), dimensions);
    return { database, snapshot, database_small_pool: smallPool };
  } finally {
    bed.close();
    rmSync(folder, { recursive: true });
  }
}
