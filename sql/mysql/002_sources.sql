-- What a URL source needs between two visits.

-- 1: the owner has named it, and what the source calls itself does not count.
ALTER TABLE `{prefix}rag_documents` ADD COLUMN title_given TINYINT UNSIGNED NOT NULL DEFAULT 0;
-- Validators of the last answer, sent back as If-None-Match and If-Modified-Since.
ALTER TABLE `{prefix}rag_documents` ADD COLUMN etag VARCHAR(255) NOT NULL DEFAULT '';
ALTER TABLE `{prefix}rag_documents` ADD COLUMN last_modified VARCHAR(64) NOT NULL DEFAULT '';
-- When the source was last asked whether it has changed.
ALTER TABLE `{prefix}rag_documents` ADD COLUMN checked_at BIGINT UNSIGNED NOT NULL DEFAULT 0;
-- The crawl that found it, and what is left of its depth.
ALTER TABLE `{prefix}rag_documents` ADD COLUMN crawl_id VARCHAR(36) NULL;
ALTER TABLE `{prefix}rag_documents` ADD COLUMN crawl_depth INT UNSIGNED NOT NULL DEFAULT 0;
ALTER TABLE `{prefix}rag_documents` ADD KEY checked (kind, checked_at);
ALTER TABLE `{prefix}rag_documents` ADD KEY crawl (crawl_id);
