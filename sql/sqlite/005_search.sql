-- The same as sql/mysql/005_search.sql; see there for what it means.

ALTER TABLE "{prefix}rag_documents" ADD COLUMN post_type TEXT NOT NULL DEFAULT '';

CREATE TABLE IF NOT EXISTS "{prefix}rag_vector_codes" (
  identity INTEGER NOT NULL,
  chunk_id INTEGER NOT NULL REFERENCES "{prefix}rag_chunks" (id) ON DELETE CASCADE,
  document_id INTEGER NOT NULL,
  code BLOB NOT NULL,
  PRIMARY KEY (identity, chunk_id)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS "{prefix}rag_vector_codes_chunk" ON "{prefix}rag_vector_codes" (chunk_id);
