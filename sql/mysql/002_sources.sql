-- What a URL source needs between two visits.

-- 1: the owner has named it, and what the source calls itself does not count.
ALTER TABLE `{prefix}rag_documents` ADD COLUMN title_given TINYINT UNSIGNED NOT NULL DEFAULT 0;
-- Validators of the last answer, sent back as If-None-Match and If-Modified-Since.
ALTER TABLE `{prefix}rag_documents` ADD COLUMN etag VARCHAR(255) NOT NULL DEFAULT '';
ALTER TABLE `{prefix}rag_documents` ADD COLUMN last_modified VARCHAR(64) NOT NULL DEFAULT '';
-- When the source was last asked whether it has changed.
ALTER TABLE `{prefix}rag_documents` ADD COLUMN checked_at BIGINT UNSIGNED NOT NULL DEFAULT 0;
-- The crawl that it belongs to: the id of the first document, whose body is what the crawl may reach,
-- or 'sitemap'. And how many links away from it pages are still read.
ALTER TABLE `{prefix}rag_documents` ADD COLUMN crawl_id VARCHAR(36) NULL;
ALTER TABLE `{prefix}rag_documents` ADD COLUMN crawl_depth INT UNSIGNED NOT NULL DEFAULT 0;
ALTER TABLE `{prefix}rag_documents` ADD KEY crawl (crawl_id);
