-- The same table as sql/mysql/006_remote_vectors.sql; see there for what it means.

CREATE TABLE IF NOT EXISTS "{prefix}rag_remote_vectors" (
  target TEXT NOT NULL,
  namespace TEXT NOT NULL,
  chunk_id INTEGER NOT NULL,
  sequence INTEGER NOT NULL DEFAULT 0,
  mutation TEXT NOT NULL DEFAULT '',
  processed INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (target, namespace, chunk_id)
);
CREATE INDEX IF NOT EXISTS "{prefix}rag_remote_vectors_progress" ON "{prefix}rag_remote_vectors" (target, processed, sequence);
CREATE INDEX IF NOT EXISTS "{prefix}rag_remote_vectors_mutation" ON "{prefix}rag_remote_vectors" (mutation);
