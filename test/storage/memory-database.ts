import type { Database } from '../../server/storage/database.ts';
import { migrate } from '../../server/storage/migrate.ts';
import { openSqlite } from '../../server/storage/sqlite.ts';

/** A database of its own with all tables, gone when it is closed. */
export async function memoryDatabase(prefix = 'wp_rag_'): Promise<Database> {
  const database = openSqlite(':memory:', prefix);
  await migrate(database);
  return database;
}
