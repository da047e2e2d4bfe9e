-- See sql/mysql/005_pages.compatible.sql.
ALTER TABLE "{prefix}rag_documents" ADD COLUMN page_hash TEXT NOT NULL DEFAULT '';
