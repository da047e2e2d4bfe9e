-- Which documents' chunks have changed at which revision (`chunks_revision` in the state), so that a copy
-- of the index reads again only those. Rows outlive their documents: that one is gone is a change, too.

CREATE TABLE IF NOT EXISTS `{prefix}rag_chunk_changes` (
  document_id BIGINT UNSIGNED NOT NULL,
  revision BIGINT UNSIGNED NOT NULL,
  PRIMARY KEY (document_id),
  KEY revision (revision)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 ROW_FORMAT=DYNAMIC;
