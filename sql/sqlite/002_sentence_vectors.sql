CREATE TABLE IF NOT EXISTS "{prefix}rag_sentence_vectors" (
  chunk_id INTEGER NOT NULL REFERENCES "{prefix}rag_chunks" (id) ON DELETE CASCADE,
  embedder TEXT NOT NULL,
  dimensions INTEGER NOT NULL,
  vectors BLOB NOT NULL,
  PRIMARY KEY (chunk_id, embedder, dimensions)
);
CREATE INDEX IF NOT EXISTS "{prefix}rag_sentence_vectors_identity" ON "{prefix}rag_sentence_vectors" (embedder, dimensions);
