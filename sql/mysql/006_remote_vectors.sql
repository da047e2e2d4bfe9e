-- Which vectors a hosted index was sent. Rows outlive their chunks: a vector to be deleted there has to be known
-- here. Derived: without the table all vectors are sent again.

CREATE TABLE IF NOT EXISTS `{prefix}rag_remote_vectors` (
  -- Hashes: of the index and the site, and of the target and the embedding space.
  target VARCHAR(32) NOT NULL,
  namespace VARCHAR(32) NOT NULL,
  chunk_id BIGINT UNSIGNED NOT NULL,
  -- 0: about to be sent; 1: the vendor has accepted it, or the chunk has no vector.
  sent TINYINT UNSIGNED NOT NULL DEFAULT 0,
  PRIMARY KEY (target, namespace, chunk_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 ROW_FORMAT=DYNAMIC;
