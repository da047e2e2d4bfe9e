-- Chunks are counted by their space, as vectors come after the words.
CREATE INDEX IF NOT EXISTS "{prefix}rag_chunks_space" ON "{prefix}rag_chunks" (embedder, dimensions);
-- Sentences have no vectors any more. The table stays, empty: an older program, put back, reads and fills it.
DELETE FROM "{prefix}rag_sentence_vectors";
