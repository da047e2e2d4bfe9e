-- The same table as sql/mysql/006_remote_vectors.sql; see there for what it means.

CREATE TABLE IF NOT EXISTS "{prefix}rag_remote_vectors" (
  target TEXT NOT NULL,
  namespace TEXT NOT NULL,
  chunk_id INTEGER NOT NULL,
  sent INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (target, namespace, chunk_id)
);
