-- What a search is restricted by, and what it compares questions with.

-- WordPress' type of the post (`product`); empty for what is no post. Its names have 20 characters at most.
ALTER TABLE `{prefix}rag_documents` ADD COLUMN post_type VARCHAR(20) NOT NULL DEFAULT '';

-- Vectors as a sidecar holds them in memory, a byte for each dimension and 8 more, narrow enough to be read
-- at every start. Derived: made again from the vectors themselves when they are missing.
CREATE TABLE IF NOT EXISTS `{prefix}rag_vector_codes` (
  -- A hash of embedder and dimensions; codes of one identity are read in one go.
  identity BIGINT UNSIGNED NOT NULL,
  chunk_id BIGINT UNSIGNED NOT NULL,
  document_id BIGINT UNSIGNED NOT NULL,
  code BLOB NOT NULL,
  PRIMARY KEY (identity, chunk_id),
  KEY chunk (chunk_id),
  CONSTRAINT `{prefix}rag_vector_codes_chunk` FOREIGN KEY (chunk_id)
    REFERENCES `{prefix}rag_chunks` (id) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 ROW_FORMAT=DYNAMIC;
