-- Chunks are counted by their space, as vectors come after the words.
ALTER TABLE `{prefix}rag_chunks` ADD KEY space (embedder, dimensions);
-- Sentences have no vectors any more. The table stays, empty: an older program, put back, reads and fills it.
TRUNCATE TABLE `{prefix}rag_sentence_vectors`;
