-- Vectors of the sentences of a chunk, for the active space and the one that is being built. A table of its own,
-- because an index reads whole rows of chunks. Derived: they can be made again.
CREATE TABLE IF NOT EXISTS `{prefix}rag_sentence_vectors` (
  chunk_id BIGINT UNSIGNED NOT NULL,
  embedder VARCHAR(191) NOT NULL,
  dimensions INT UNSIGNED NOT NULL,
  -- Sentences x dimensions signed bytes: values from -1 to 1, times 127.
  vectors LONGBLOB NOT NULL,
  PRIMARY KEY (chunk_id, embedder, dimensions),
  KEY identity (embedder, dimensions),
  CONSTRAINT `{prefix}rag_sentence_vectors_chunk` FOREIGN KEY (chunk_id)
    REFERENCES `{prefix}rag_chunks` (id) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 ROW_FORMAT=DYNAMIC;
