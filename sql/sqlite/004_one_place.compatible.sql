-- Vectors have one place. Those of a space that version 53a3281b was building beside go there; the table stays, empty.
UPDATE "{prefix}rag_chunks" SET (embedder, dimensions, embedding) = (
  SELECT embedder, dimensions, embedding FROM "{prefix}rag_next_vectors" WHERE chunk_id = "{prefix}rag_chunks".id
) WHERE id IN (SELECT chunk_id FROM "{prefix}rag_next_vectors");
DELETE FROM "{prefix}rag_next_vectors";
