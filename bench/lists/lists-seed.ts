import { once } from 'node:events';
import { Readable } from 'node:stream';
import { DatabaseSync } from 'node:sqlite';
import { createConnection } from 'mysql2';
import type { DatabaseConfig } from '../../server/config/database-config.ts';
import { listedAs } from '../../server/storage/listed-as.ts';
import { sessionsOf, termsOf, titleOf, type GeneratedTurn } from './lists-data.ts';

type Value = string | number | null;
type Row = readonly Value[];

/** Writes many rows into an empty table. */
export interface Loader {
  dialect: 'mysql' | 'sqlite';
  execute(statement: string): Promise<void>;
  load(table: string, columns: readonly string[], rows: Iterable<Row>): Promise<void>;
  close(): Promise<void>;
}

function sqliteLoader(file: string): Loader {
  const database = new DatabaseSync(file);
  database.exec(
    'PRAGMA foreign_keys = OFF; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -400000',
  );
  return {
    dialect: 'sqlite',
    execute: (statement) => Promise.resolve(database.exec(statement)),
    load(table, columns, rows) {
      const places = columns.map(() => '?').join(', ');
      const insert = database.prepare(
        `INSERT INTO "${table}" (${columns.join(', ')}) VALUES (${places})`,
      );
      database.exec('BEGIN');
      for (const row of rows) insert.run(...row);
      database.exec('COMMIT');
      return Promise.resolve();
    },
    close() {
      database.exec('ANALYZE');
      return Promise.resolve(database.close());
    },
  };
}

/** A line of the format that LOAD DATA reads by default; the generated texts have no backslash, tab or line break. */
const lineOf = (row: Row) => `${row.map((value) => value ?? '\\N').join('\t')}\n`;

function* chunksOf(rows: Iterable<Row>): Generator<string> {
  let chunk = '';
  for (const row of rows) {
    chunk += lineOf(row);
    if (chunk.length < 65_536) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}

function mariadbLoader(options: object): Loader {
  const connection = createConnection({ ...options, charset: 'utf8mb4' });
  const run = (sql: string, rows?: Iterable<Row>) =>
    new Promise<void>((resolve, reject) => {
      const infileStreamFactory = () => Readable.from(chunksOf(rows ?? []), { objectMode: false });
      connection.query({ sql, ...(rows && { infileStreamFactory }) }, (error) =>
        error ? reject(error) : resolve(),
      );
    });
  return {
    dialect: 'mysql',
    execute: (statement) => run(statement),
    async load(table, columns, rows) {
      await run('SET foreign_key_checks = 0, unique_checks = 0');
      const names = columns.join(', ');
      await run(
        `LOAD DATA LOCAL INFILE 'rows' INTO TABLE \`${table}\` CHARACTER SET utf8mb4 (${names})`,
        rows,
      );
    },
    async close() {
      connection.end();
      await once(connection, 'end').catch(() => undefined);
    },
  };
}

export const loaderFor = (database: DatabaseConfig): Loader =>
  database.dialect === 'sqlite' ? sqliteLoader(database.file) : mariadbLoader(database.connection);

function* sessionRows(turns: number, now: number): Generator<Row> {
  for (const { id, turns: made } of sessionsOf(turns, now)) {
    const publicId = `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`;
    yield [id, publicId, '0'.repeat(64), made.length, made[0]!.at, made.at(-1)!.at];
  }
}

const site = 'http://site.test';

const sources = (id: number) =>
  JSON.stringify(
    [1, 2].map((n) => ({
      n,
      title: titleOf(id + n),
      url: `${site}/notes-${id + n}/`,
      kind: 'post',
      excerpt: titleOf(id).repeat(4),
      document_id: id + n,
    })),
  );
/** Enough different ones. */
const storedSources = Array.from({ length: 1000 }, (_, id) => sources(id));

function* turnRows(turns: number, now: number): Generator<Row> {
  for (const { id: session, turns: made } of sessionsOf(turns, now)) {
    for (const turn of made) {
      const { questionId: id, at, day, page, language } = turn;
      const url = site + page;
      yield [id, session, 'user', turn.question, null, url, language, null, ...none, at, ''];
      yield [id + 1, session, 'assistant', turn.answer, ...answerOf(turn), at + turn.ms, day];
    }
  }
}
const none = ['', null, null, '', 0, 0, 0] as const;
const answerOf = (turn: GeneratedTurn): Row => [
  storedSources[turn.questionId % storedSources.length]!,
  null,
  '',
  turn.questionId,
  turn.outcome,
  0.5,
  turn.feedback,
  turn.model,
  turn.tokens,
  50,
  turn.ms,
];

function* termRows(turns: number, now: number): Generator<Row> {
  for (const session of sessionsOf(turns, now)) {
    for (const term of termsOf(session)) yield [session.id, term];
  }
}

function figureRows(turns: number, now: number): Row[] {
  const rows = new Map<string, [string, string, string, ...number[]]>();
  for (const { turns: made } of sessionsOf(turns, now)) {
    for (const [n, { day, outcome, model, tokens, feedback }] of made.entries()) {
      const key = `${day} ${outcome} ${model}`;
      const sums = rows.get(key) ?? [day, outcome, model, 0, 0, 0, 0, 0, 0];
      const by = [
        1,
        Number(n === 0),
        tokens,
        50,
        Number(feedback === 'up'),
        Number(feedback === 'down'),
      ];
      rows.set(key, [
        day,
        outcome,
        model,
        ...by.map((value, index) => value + Number(sums[index + 3])),
      ]);
    }
  }
  return [...rows.values()];
}

function* documentRows(documents: number, now: number): Generator<Row> {
  for (let id = 1; id <= documents; id++) {
    const status = id % 100 === 0 ? 'failed' : 'completed';
    const title = titleOf(id);
    const url = `${site}/notes-${id}/`;
    const named = ['text', `text:${id}`, title, url, title.repeat(60)];
    yield [id, ...named, status, 5, now, now + id, listedAs(title, url)];
  }
}

/** Fills empty tables with a year of conversations, and with documents. */
export async function seed(
  loader: Loader,
  prefix: string,
  { turns, documents, now }: { turns: number; documents: number; now: number },
): Promise<void> {
  const isSqlite = loader.dialect === 'sqlite';
  const table = (name: string) => prefix + name;
  await loader.load(
    table('chat_sessions'),
    ['id', 'public_id', 'secret_hash', 'turns', 'created_at', 'last_at'],
    sessionRows(turns, now),
  );
  await loader.load(
    table('chats'),
    [
      ...[
        'id',
        'session_id',
        'role',
        'content',
        'citations',
        'page_url',
        'language',
        'question_id',
      ],
      ...['outcome', 'confidence', 'feedback', 'model', 'prompt_tokens', 'completion_tokens'],
      ...['response_time_ms', 'created_at', 'day'],
    ],
    turnRows(turns, now),
  );
  // Made at once, an index takes a tenth of the time.
  const terms = table('chat_terms');
  await loader.execute(
    isSqlite ? `DROP INDEX "${terms}_term"` : `ALTER TABLE \`${terms}\` DROP KEY term`,
  );
  await loader.load(terms, ['session_id', 'term'], termRows(turns, now));
  await loader.execute(
    isSqlite
      ? `CREATE INDEX "${terms}_term" ON "${terms}" (term, session_id)`
      : `ALTER TABLE \`${terms}\` ADD KEY term (term, session_id)`,
  );
  await loader.load(
    table('chat_figures'),
    [
      ...['day', 'outcome', 'model', 'answers', 'sessions', 'prompt_tokens', 'completion_tokens'],
      ...['up', 'down'],
    ],
    figureRows(turns, now),
  );
  await loader.load(
    table('documents'),
    [
      ...['id', 'kind', 'source_key', 'title', 'source_url', 'body', 'status', 'chunk_count'],
      ...['created_at', 'updated_at', 'listed_as'],
    ],
    documentRows(documents, now),
  );
}
