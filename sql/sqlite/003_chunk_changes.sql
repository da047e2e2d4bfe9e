-- The same table as sql/mysql/003_chunk_changes.sql; see there for what it means.

CREATE TABLE IF NOT EXISTS "{prefix}rag_chunk_changes" (
  document_id INTEGER NOT NULL PRIMARY KEY,
  revision INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS "{prefix}rag_chunk_changes_revision" ON "{prefix}rag_chunk_changes" (revision);
