-- checked_at of a post is when it was last looked at as a guest. Until now it was when it was read.
UPDATE `{prefix}rag_documents` SET checked_at = 0 WHERE post_id IS NOT NULL;
