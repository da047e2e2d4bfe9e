import type { Database } from './database.ts';

/** Children before their parents. */
export const droppedTables = [
  'next_vectors',
  'sentence_vectors',
  'remote_vectors',
  'chunks',
  'chunk_changes',
  'documents',
  'chats',
  'chat_terms',
  'chat_figures',
  'chat_sessions',
  'mcp_servers',
  'state',
] as const;

/** Removes all tables of this prefix. */
export async function dropTables(database: Database): Promise<void> {
  const { dialect, prefix } = database;
  const quote = dialect === 'mysql' ? '`' : '"';
  await database.execute(
    droppedTables.map((name) => `DROP TABLE IF EXISTS ${quote}${prefix}${name}${quote}`),
  );
  // VACUUM rewrites the file, in which deleted rows would stay readable.
  if (dialect === 'sqlite') await database.execute(['VACUUM', 'PRAGMA wal_checkpoint(TRUNCATE)']);
}
