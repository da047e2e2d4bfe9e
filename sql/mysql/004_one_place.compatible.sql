-- Vectors have one place. Those of a space that version 53a3281b was building beside go there; the table stays, empty.
UPDATE `{prefix}rag_chunks` chunk JOIN `{prefix}rag_next_vectors` beside ON beside.chunk_id = chunk.id
  SET chunk.embedder = beside.embedder, chunk.dimensions = beside.dimensions, chunk.embedding = beside.embedding;
DELETE FROM `{prefix}rag_next_vectors`;
