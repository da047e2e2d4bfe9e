-- The same columns as sql/mysql/002_sources.sql; see there for what they mean.

ALTER TABLE "{prefix}rag_documents" ADD COLUMN title_given INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "{prefix}rag_documents" ADD COLUMN etag TEXT NOT NULL DEFAULT '';
ALTER TABLE "{prefix}rag_documents" ADD COLUMN last_modified TEXT NOT NULL DEFAULT '';
ALTER TABLE "{prefix}rag_documents" ADD COLUMN checked_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "{prefix}rag_documents" ADD COLUMN crawl_id TEXT;
ALTER TABLE "{prefix}rag_documents" ADD COLUMN crawl_depth INTEGER NOT NULL DEFAULT 0;
CREATE INDEX IF NOT EXISTS "{prefix}rag_documents_crawl" ON "{prefix}rag_documents" (crawl_id);
