-- page_hash tells by the text of a post's page whether it is another than the one that was read. Empty: the post was read
-- without its page. It begins with "~" if the page was older than the post, which was read as WordPress stores it.
ALTER TABLE `{prefix}rag_documents` ADD COLUMN page_hash VARCHAR(17) NOT NULL DEFAULT '';
