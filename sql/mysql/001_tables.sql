-- Times are UTC milliseconds since 1970. Indexed text is 191 characters, the limit of old InnoDB rows.

CREATE TABLE IF NOT EXISTS `{prefix}rag_documents` (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
  kind VARCHAR(8) NOT NULL,
  -- Unique name of the source: post:12, attachment:7, text:<uuid>.
  source_key VARCHAR(191) NOT NULL,
  title VARCHAR(500) NOT NULL DEFAULT '',
  source_url TEXT NOT NULL,
  post_id BIGINT UNSIGNED NULL,
  attachment_id BIGINT UNSIGNED NULL,
  -- Text that exists nowhere else; null when the source can be read again.
  body LONGTEXT NULL,
  -- The site's own last change of the source, as the site names it.
  source_modified VARCHAR(32) NOT NULL DEFAULT '',
  language VARCHAR(35) NOT NULL DEFAULT '',
  bytes BIGINT UNSIGNED NOT NULL DEFAULT 0,
  content_hash CHAR(64) NOT NULL DEFAULT '',
  chunk_count INT UNSIGNED NOT NULL DEFAULT 0,
  status VARCHAR(10) NOT NULL,
  error_code VARCHAR(64) NULL,
  error_message VARCHAR(500) NULL,
  -- Raised by every request to process; work that began before the last one is done again.
  revision INT UNSIGNED NOT NULL DEFAULT 0,
  forced TINYINT UNSIGNED NOT NULL DEFAULT 0,
  attempts INT UNSIGNED NOT NULL DEFAULT 0,
  available_at BIGINT UNSIGNED NOT NULL DEFAULT 0,
  lease_owner VARCHAR(64) NULL,
  lease_until BIGINT UNSIGNED NULL,
  created_at BIGINT UNSIGNED NOT NULL,
  updated_at BIGINT UNSIGNED NOT NULL,
  processed_at BIGINT UNSIGNED NULL,
  -- 1: the owner has named the document, and the source's own title does not count.
  title_given TINYINT UNSIGNED NOT NULL DEFAULT 0,
  -- Validators of the last answer, sent back as If-None-Match and If-Modified-Since.
  etag VARCHAR(255) NOT NULL DEFAULT '',
  last_modified VARCHAR(64) NOT NULL DEFAULT '',
  -- When the source was last asked whether it has changed.
  checked_at BIGINT UNSIGNED NOT NULL DEFAULT 0,
  -- The crawl: the id of its first document, whose body is what the crawl may reach, or 'sitemap'. Depth is
  -- how many links away from this page others are still read.
  crawl_id VARCHAR(36) NULL,
  crawl_depth INT UNSIGNED NOT NULL DEFAULT 0,
  -- WordPress post type such as product, at most 20 characters; empty for other documents.
  post_type VARCHAR(20) NOT NULL DEFAULT '',
  -- 0: unknown.
  published_at BIGINT UNSIGNED NOT NULL DEFAULT 0,
  -- 1: the front page, in a navigation menu, or the page where a crawl starts.
  prominent TINYINT UNSIGNED NOT NULL DEFAULT 0,
  -- Title and address, folded and cut: lists are searched and ordered by it.
  listed_as VARCHAR(191) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL DEFAULT '',
  PRIMARY KEY (id),
  UNIQUE KEY source_key (source_key),
  KEY ready (status, available_at),
  KEY leased (status, lease_until),
  KEY kind (kind, status, chunk_count),
  KEY status (status),
  KEY listed_as (listed_as, kind, status),
  KEY post_id (post_id),
  KEY updated_at (updated_at),
  KEY crawl (crawl_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 ROW_FORMAT=DYNAMIC;

CREATE TABLE IF NOT EXISTS `{prefix}rag_chunks` (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
  document_id BIGINT UNSIGNED NOT NULL,
  position INT UNSIGNED NOT NULL,
  content MEDIUMTEXT NOT NULL,
  heading_path VARCHAR(500) NOT NULL DEFAULT '',
  page INT UNSIGNED NULL,
  -- Characters from the start of the extracted text.
  char_offset INT UNSIGNED NOT NULL DEFAULT 0,
  source_url TEXT NOT NULL,
  -- Embedding space of the vector: only vectors of one space are compared.
  embedder VARCHAR(191) NOT NULL DEFAULT '',
  dimensions INT UNSIGNED NOT NULL DEFAULT 0,
  -- {"f32":"<base64 of little-endian float32>"}. Where the database has the type, a column
  -- vector_<dimensions> VECTOR(<dimensions>) is added at run time, and this one is null.
  embedding LONGTEXT NULL,
  PRIMARY KEY (id),
  UNIQUE KEY document_position (document_id, position),
  CONSTRAINT `{prefix}rag_chunks_document` FOREIGN KEY (document_id)
    REFERENCES `{prefix}rag_documents` (id) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 ROW_FORMAT=DYNAMIC;

-- Number of answers that cited a document. It outlives the conversations and says nothing about them.
CREATE TABLE IF NOT EXISTS `{prefix}rag_document_answers` (
  document_id BIGINT UNSIGNED NOT NULL,
  -- Days since 1970, UTC.
  day INT UNSIGNED NOT NULL,
  answers INT UNSIGNED NOT NULL,
  PRIMARY KEY (document_id, day),
  KEY day (day),
  CONSTRAINT `{prefix}rag_document_answers_document` FOREIGN KEY (document_id)
    REFERENCES `{prefix}rag_documents` (id) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 ROW_FORMAT=DYNAMIC;

-- Empty: nothing reads or writes it but version 53a3281b, when it is put back.
CREATE TABLE IF NOT EXISTS `{prefix}rag_sentence_vectors` (
  chunk_id BIGINT UNSIGNED NOT NULL,
  embedder VARCHAR(191) NOT NULL,
  dimensions INT UNSIGNED NOT NULL,
  vectors LONGBLOB NOT NULL,
  PRIMARY KEY (chunk_id, embedder, dimensions),
  KEY identity (embedder, dimensions),
  CONSTRAINT `{prefix}rag_sentence_vectors_chunk` FOREIGN KEY (chunk_id)
    REFERENCES `{prefix}rag_chunks` (id) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 ROW_FORMAT=DYNAMIC;

-- The change feed: which documents' chunks have changed at which revision (`chunks_revision` in the state).
-- Rows outlive their documents, because a removal is a change, too.
CREATE TABLE IF NOT EXISTS `{prefix}rag_chunk_changes` (
  document_id BIGINT UNSIGNED NOT NULL,
  revision BIGINT UNSIGNED NOT NULL,
  PRIMARY KEY (document_id),
  KEY revision (revision)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 ROW_FORMAT=DYNAMIC;

-- Vectors of the space that is being built. When every chunk has one, the space becomes active and they
-- move to their chunks. Derived: they can be made again.
CREATE TABLE IF NOT EXISTS `{prefix}rag_next_vectors` (
  chunk_id BIGINT UNSIGNED NOT NULL,
  embedder VARCHAR(191) NOT NULL,
  dimensions INT UNSIGNED NOT NULL,
  -- Null: the embedder refuses the text.
  embedding LONGTEXT NULL,
  PRIMARY KEY (chunk_id),
  KEY identity (embedder, dimensions),
  CONSTRAINT `{prefix}rag_next_vectors_chunk` FOREIGN KEY (chunk_id)
    REFERENCES `{prefix}rag_chunks` (id) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 ROW_FORMAT=DYNAMIC;

-- The vectors that a hosted index was sent. Rows outlive their chunks, so that their vectors can be deleted there.
-- Derived: without the table all vectors are sent again.

CREATE TABLE IF NOT EXISTS `{prefix}rag_remote_vectors` (
  -- Hashes: of the index and the site, and of the target and the embedding space.
  target VARCHAR(32) NOT NULL,
  namespace VARCHAR(32) NOT NULL,
  chunk_id BIGINT UNSIGNED NOT NULL,
  -- 0: about to be sent; 1: the vendor has accepted it, or the chunk has no vector.
  sent TINYINT UNSIGNED NOT NULL DEFAULT 0,
  PRIMARY KEY (target, namespace, chunk_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 ROW_FORMAT=DYNAMIC;

CREATE TABLE IF NOT EXISTS `{prefix}rag_chat_sessions` (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
  public_id CHAR(36) NOT NULL,
  secret_hash CHAR(64) NOT NULL,
  ip_hash CHAR(64) NOT NULL DEFAULT '',
  -- Number of questions.
  turns INT UNSIGNED NOT NULL DEFAULT 0,
  -- Keyed hash of a logged-in visitor's user id; empty without a login.
  user_hash VARCHAR(64) NOT NULL DEFAULT '',
  created_at BIGINT UNSIGNED NOT NULL,
  last_at BIGINT UNSIGNED NOT NULL,
  PRIMARY KEY (id),
  UNIQUE KEY public_id (public_id),
  KEY last_at (last_at),
  KEY turns (turns),
  KEY user_hash (user_hash)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 ROW_FORMAT=DYNAMIC;

CREATE TABLE IF NOT EXISTS `{prefix}rag_chats` (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
  session_id BIGINT UNSIGNED NOT NULL,
  role VARCHAR(9) NOT NULL,
  content MEDIUMTEXT NOT NULL,
  citations MEDIUMTEXT NULL,
  -- Beside the sources: cited statements, closest pages and next questions, as JSON.
  extras MEDIUMTEXT NULL,
  reasoning MEDIUMTEXT NULL,
  tool_calls MEDIUMTEXT NULL,
  model VARCHAR(191) NOT NULL DEFAULT '',
  finish_reason VARCHAR(16) NOT NULL DEFAULT '',
  prompt_tokens INT UNSIGNED NOT NULL DEFAULT 0,
  completion_tokens INT UNSIGNED NOT NULL DEFAULT 0,
  -- Parts of prompt_tokens: read from the vendor's cache of prompts, and written to it.
  cached_tokens INT UNSIGNED NOT NULL DEFAULT 0,
  cache_write_tokens INT UNSIGNED NOT NULL DEFAULT 0,
  response_time_ms INT UNSIGNED NOT NULL DEFAULT 0,
  -- Of the request that asked for it, as in the log.
  request_id VARCHAR(64) NOT NULL DEFAULT '',
  feedback VARCHAR(4) NULL,
  feedback_comment TEXT NULL,
  page_url TEXT NULL,
  -- Of a question: BCP 47, as it was detected; empty if unknown.
  language VARCHAR(35) NOT NULL DEFAULT '',
  -- The rest is of an answer. Its question's id:
  question_id BIGINT UNSIGNED NULL,
  -- answered, closest, refused, failed or stopped; empty for a question.
  outcome VARCHAR(8) NOT NULL DEFAULT '',
  -- How likely the context answered the question, 0 to 1; null without a search.
  confidence FLOAT NULL,
  -- The group of similar questions that were not answered well.
  gap_id BIGINT UNSIGNED NULL,
  -- Why it belongs to the gap.
  gap_reason VARCHAR(13) NOT NULL DEFAULT '',
  -- Of its row in rag_chat_figures.
  day CHAR(10) NOT NULL DEFAULT '',
  created_at BIGINT UNSIGNED NOT NULL,
  PRIMARY KEY (id),
  KEY session (session_id, id),
  KEY role_time (role, created_at),
  -- Counts of a gap are read from the index alone.
  KEY gap (gap_id, created_at, gap_reason),
  KEY question (question_id),
  CONSTRAINT `{prefix}rag_chats_session` FOREIGN KEY (session_id)
    REFERENCES `{prefix}rag_chat_sessions` (id) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 ROW_FORMAT=DYNAMIC;

-- Groups of questions that were not answered well. Counts are derived from chats; a gap goes with its last turn.
CREATE TABLE IF NOT EXISTS `{prefix}rag_gaps` (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
  -- BCP 47; empty if unknown. Only questions of one language are compared.
  language VARCHAR(35) NOT NULL DEFAULT '',
  -- The latest one, which others are compared with, and its turn.
  question TEXT NOT NULL,
  question_id BIGINT UNSIGNED NOT NULL,
  -- Vector of the question in one embedding space, as in rag_chunks.
  embedder VARCHAR(191) NOT NULL DEFAULT '',
  dimensions INT UNSIGNED NOT NULL DEFAULT 0,
  embedding LONGTEXT NULL,
  -- open, done or ignored, and since when.
  state VARCHAR(7) NOT NULL DEFAULT 'open',
  state_at BIGINT UNSIGNED NOT NULL,
  action VARCHAR(8) NOT NULL DEFAULT '',
  -- In the last 90 days.
  asked INT UNSIGNED NOT NULL DEFAULT 0,
  -- Of the last 7 days less those of the 7 days before.
  trend INT NOT NULL DEFAULT 0,
  -- Separated by commas, the most frequent first.
  reasons VARCHAR(48) NOT NULL DEFAULT '',
  first_at BIGINT UNSIGNED NOT NULL,
  last_at BIGINT UNSIGNED NOT NULL,
  PRIMARY KEY (id),
  KEY compared (language, last_at),
  KEY by_asked (state, asked, id, reasons),
  KEY by_trend (state, trend, id, reasons),
  KEY by_last (state, last_at, id, reasons)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 ROW_FORMAT=DYNAMIC;

-- What conversations are found by: folded words of their questions and answers, and properties such as
-- 'outcome=refused', which no word is equal to. Derived from the turns.
CREATE TABLE IF NOT EXISTS `{prefix}rag_chat_terms` (
  session_id BIGINT UNSIGNED NOT NULL,
  term VARCHAR(191) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  PRIMARY KEY (session_id, term),
  KEY term (term, session_id),
  CONSTRAINT `{prefix}rag_chat_terms_session` FOREIGN KEY (session_id)
    REFERENCES `{prefix}rag_chat_sessions` (id) ON DELETE CASCADE
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 ROW_FORMAT=DYNAMIC;

-- Sums over answers. They outlive the conversations, of which they tell nothing.
CREATE TABLE IF NOT EXISTS `{prefix}rag_chat_figures` (
  -- In the site's time zone.
  day CHAR(10) NOT NULL,
  outcome VARCHAR(8) NOT NULL,
  model VARCHAR(191) NOT NULL,
  answers INT UNSIGNED NOT NULL DEFAULT 0,
  -- Conversations that began.
  sessions INT UNSIGNED NOT NULL DEFAULT 0,
  prompt_tokens BIGINT UNSIGNED NOT NULL DEFAULT 0,
  completion_tokens BIGINT UNSIGNED NOT NULL DEFAULT 0,
  -- Parts of prompt_tokens: read from the vendor's cache of prompts, and written to it.
  cached_tokens BIGINT UNSIGNED NOT NULL DEFAULT 0,
  cache_write_tokens BIGINT UNSIGNED NOT NULL DEFAULT 0,
  up INT NOT NULL DEFAULT 0,
  down INT NOT NULL DEFAULT 0,
  PRIMARY KEY (day, outcome, model)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 ROW_FORMAT=DYNAMIC;

CREATE TABLE IF NOT EXISTS `{prefix}rag_mcp_servers` (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
  name VARCHAR(100) NOT NULL,
  url TEXT NOT NULL,
  auth_header TEXT NULL,
  -- Sealed JSON: the OAuth client, its tokens, and a sign-in that has begun.
  oauth MEDIUMTEXT NULL,
  enabled TINYINT UNSIGNED NOT NULL DEFAULT 1,
  allowed_tools MEDIUMTEXT NULL,
  tools MEDIUMTEXT NULL,
  discovered_at BIGINT UNSIGNED NULL,
  created_at BIGINT UNSIGNED NOT NULL,
  updated_at BIGINT UNSIGNED NOT NULL,
  PRIMARY KEY (id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 ROW_FORMAT=DYNAMIC;
