import {
  MysqlQueryCompiler,
  SqliteQueryCompiler,
  sql,
  type CompiledQuery,
  type KyselyPlugin,
} from 'kysely';
import type { Database } from '../../server/storage/database.ts';

/** Rows from which reading a whole table is a scan. */
const manyRows = 20_000;

/** Returns the database with a list of the different statements that its queries become. */
export function recording(database: Database) {
  const compiler =
    database.dialect === 'mysql' ? new MysqlQueryCompiler() : new SqliteQueryCompiler();
  const statements = new Map<string, CompiledQuery>();
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      const compiled = compiler.compileQuery(node, queryId);
      if (/^select/i.test(compiled.sql)) statements.set(compiled.sql, compiled);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  return { statements, database: { ...database, query: database.query.withPlugin(plugin) } };
}

/** Whether a statement reads only a page of a table, in the order that its rows have in SQLite anyway. */
const isPage = (statement: string) =>
  !/ where /i.test(statement) && / order by "id" (?:asc|desc) limit /i.test(statement);

/** Whether a statement reads the first rows of an index, whichever they are: MariaDB tells the size of the index. */
const isFirstRows = (statement: string) =>
  statement.includes(' limit ?') &&
  ![' where ', ' order by ', ' join ', ' group by '].some((part) => statement.includes(part));

/** Returns what the database says about a statement that reads a whole table. */
async function scansOf(database: Database, statement: CompiledQuery): Promise<string[]> {
  const explain = database.dialect === 'mysql' ? 'explain' : 'explain query plan';
  const parts = statement.sql.split('?');
  const built = parts.map((part, index) =>
    index < statement.parameters.length
      ? sql`${sql.raw(part)}${statement.parameters[index]}`
      : sql.raw(part),
  );
  const { rows } = await sql<
    Record<string, unknown>
  >`${sql.raw(explain)} ${sql.join(built, sql.raw(''))}`.execute(database.query);
  return rows.flatMap((row) => {
    const { type, rows: read, table, key, detail } = row;
    if (database.dialect === 'sqlite') {
      const text = String(detail);
      // Results of subqueries have these names.
      return /^SCAN (?!matching|found)/.test(text) &&
        !/ USING (?:COVERING )?INDEX/.test(text) &&
        !isPage(statement.sql)
        ? [text]
        : [];
    }
    const isWhole = (type === 'ALL' || type === 'index') && !String(table).startsWith('<');
    return isWhole && Number(read) > manyRows && !isFirstRows(statement.sql)
      ? [`${String(type)} ${String(table)} ${String(key)} ${String(read)} rows`]
      : [];
  });
}

/** Returns the statements that read a whole table, with the reason. */
export async function findScans(
  database: Database,
  statements: Iterable<CompiledQuery>,
): Promise<string[]> {
  const found: string[] = [];
  for (const statement of statements) {
    const scans = await scansOf(database, statement);
    if (scans.length > 0) found.push(`${scans.join(', ')}: ${statement.sql}`);
  }
  return found;
}
