-- Which vectors a hosted index has been sent, so that it can be brought to what the chunks are. Rows outlive
-- their chunks: what is to be removed there has to be known here. Derived: without it all is sent again.

CREATE TABLE IF NOT EXISTS `{prefix}rag_remote_vectors` (
  -- Marks of the index and the site, and of the embedder and its dimensions.
  target VARCHAR(32) NOT NULL,
  namespace VARCHAR(32) NOT NULL,
  chunk_id BIGINT UNSIGNED NOT NULL,
  -- Grows with each batch that was sent; 0: being sent, and not known whether it has arrived.
  sequence BIGINT UNSIGNED NOT NULL DEFAULT 0,
  -- What the vendor calls the batch.
  mutation VARCHAR(64) NOT NULL DEFAULT '',
  -- 1: the vendor's answers take it into account.
  processed TINYINT UNSIGNED NOT NULL DEFAULT 0,
  PRIMARY KEY (target, namespace, chunk_id),
  KEY progress (target, processed, sequence),
  KEY mutation (mutation)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 ROW_FORMAT=DYNAMIC;
