-- The same tables as sql/mysql/001_tables.sql; see there for what the columns mean.

CREATE TABLE IF NOT EXISTS "{prefix}rag_documents" (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  source_key TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL DEFAULT '',
  source_url TEXT NOT NULL,
  post_id INTEGER,
  attachment_id INTEGER,
  body TEXT,
  source_modified TEXT NOT NULL DEFAULT '',
  language TEXT NOT NULL DEFAULT '',
  bytes INTEGER NOT NULL DEFAULT 0,
  content_hash TEXT NOT NULL DEFAULT '',
  chunk_count INTEGER NOT NULL DEFAULT 0,
  status TEXT NOT NULL,
  error_code TEXT,
  error_message TEXT,
  revision INTEGER NOT NULL DEFAULT 0,
  forced INTEGER NOT NULL DEFAULT 0,
  attempts INTEGER NOT NULL DEFAULT 0,
  available_at INTEGER NOT NULL DEFAULT 0,
  lease_owner TEXT,
  lease_until INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  processed_at INTEGER,
  title_given INTEGER NOT NULL DEFAULT 0,
  etag TEXT NOT NULL DEFAULT '',
  last_modified TEXT NOT NULL DEFAULT '',
  checked_at INTEGER NOT NULL DEFAULT 0,
  crawl_id TEXT,
  crawl_depth INTEGER NOT NULL DEFAULT 0,
  post_type TEXT NOT NULL DEFAULT '',
  published_at INTEGER NOT NULL DEFAULT 0,
  prominent INTEGER NOT NULL DEFAULT 0,
  listed_as TEXT NOT NULL DEFAULT ''
);
CREATE INDEX IF NOT EXISTS "{prefix}rag_documents_ready" ON "{prefix}rag_documents" (status, available_at);
CREATE INDEX IF NOT EXISTS "{prefix}rag_documents_leased" ON "{prefix}rag_documents" (status, lease_until);
CREATE INDEX IF NOT EXISTS "{prefix}rag_documents_kind" ON "{prefix}rag_documents" (kind, status, chunk_count);
CREATE INDEX IF NOT EXISTS "{prefix}rag_documents_status" ON "{prefix}rag_documents" (status);
CREATE INDEX IF NOT EXISTS "{prefix}rag_documents_listed" ON "{prefix}rag_documents" (listed_as, kind, status);
CREATE INDEX IF NOT EXISTS "{prefix}rag_documents_post" ON "{prefix}rag_documents" (post_id);
CREATE INDEX IF NOT EXISTS "{prefix}rag_documents_updated" ON "{prefix}rag_documents" (updated_at);
CREATE INDEX IF NOT EXISTS "{prefix}rag_documents_crawl" ON "{prefix}rag_documents" (crawl_id);

CREATE TABLE IF NOT EXISTS "{prefix}rag_chunks" (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  document_id INTEGER NOT NULL REFERENCES "{prefix}rag_documents" (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  content TEXT NOT NULL,
  heading_path TEXT NOT NULL DEFAULT '',
  page INTEGER,
  char_offset INTEGER NOT NULL DEFAULT 0,
  source_url TEXT NOT NULL,
  embedder TEXT NOT NULL DEFAULT '',
  dimensions INTEGER NOT NULL DEFAULT 0,
  embedding TEXT,
  UNIQUE (document_id, position)
);

CREATE TABLE IF NOT EXISTS "{prefix}rag_document_answers" (
  document_id INTEGER NOT NULL REFERENCES "{prefix}rag_documents" (id) ON DELETE CASCADE,
  day INTEGER NOT NULL,
  answers INTEGER NOT NULL,
  PRIMARY KEY (document_id, day)
);
CREATE INDEX IF NOT EXISTS "{prefix}rag_document_answers_day" ON "{prefix}rag_document_answers" (day);

CREATE TABLE IF NOT EXISTS "{prefix}rag_sentence_vectors" (
  chunk_id INTEGER NOT NULL REFERENCES "{prefix}rag_chunks" (id) ON DELETE CASCADE,
  embedder TEXT NOT NULL,
  dimensions INTEGER NOT NULL,
  vectors BLOB NOT NULL,
  PRIMARY KEY (chunk_id, embedder, dimensions)
);
CREATE INDEX IF NOT EXISTS "{prefix}rag_sentence_vectors_identity" ON "{prefix}rag_sentence_vectors" (embedder, dimensions);

CREATE TABLE IF NOT EXISTS "{prefix}rag_chunk_changes" (
  document_id INTEGER NOT NULL PRIMARY KEY,
  revision INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS "{prefix}rag_chunk_changes_revision" ON "{prefix}rag_chunk_changes" (revision);

CREATE TABLE IF NOT EXISTS "{prefix}rag_next_vectors" (
  chunk_id INTEGER NOT NULL PRIMARY KEY REFERENCES "{prefix}rag_chunks" (id) ON DELETE CASCADE,
  embedder TEXT NOT NULL,
  dimensions INTEGER NOT NULL,
  embedding TEXT
);
CREATE INDEX IF NOT EXISTS "{prefix}rag_next_vectors_identity" ON "{prefix}rag_next_vectors" (embedder, dimensions);

CREATE TABLE IF NOT EXISTS "{prefix}rag_remote_vectors" (
  target TEXT NOT NULL,
  namespace TEXT NOT NULL,
  chunk_id INTEGER NOT NULL,
  sent INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (target, namespace, chunk_id)
);

CREATE TABLE IF NOT EXISTS "{prefix}rag_chat_sessions" (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  public_id TEXT NOT NULL UNIQUE,
  secret_hash TEXT NOT NULL,
  ip_hash TEXT NOT NULL DEFAULT '',
  turns INTEGER NOT NULL DEFAULT 0,
  user_hash TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS "{prefix}rag_chat_sessions_last" ON "{prefix}rag_chat_sessions" (last_at);
CREATE INDEX IF NOT EXISTS "{prefix}rag_chat_sessions_turns" ON "{prefix}rag_chat_sessions" (turns);
CREATE INDEX IF NOT EXISTS "{prefix}rag_chat_sessions_user" ON "{prefix}rag_chat_sessions" (user_hash);

CREATE TABLE IF NOT EXISTS "{prefix}rag_chats" (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  session_id INTEGER NOT NULL REFERENCES "{prefix}rag_chat_sessions" (id) ON DELETE CASCADE,
  role TEXT NOT NULL,
  content TEXT NOT NULL,
  citations TEXT,
  extras TEXT,
  reasoning TEXT,
  tool_calls TEXT,
  model TEXT NOT NULL DEFAULT '',
  finish_reason TEXT NOT NULL DEFAULT '',
  prompt_tokens INTEGER NOT NULL DEFAULT 0,
  completion_tokens INTEGER NOT NULL DEFAULT 0,
  cached_tokens INTEGER NOT NULL DEFAULT 0,
  cache_write_tokens INTEGER NOT NULL DEFAULT 0,
  response_time_ms INTEGER NOT NULL DEFAULT 0,
  request_id TEXT NOT NULL DEFAULT '',
  feedback TEXT,
  feedback_comment TEXT,
  page_url TEXT,
  language TEXT NOT NULL DEFAULT '',
  question_id INTEGER,
  outcome TEXT NOT NULL DEFAULT '',
  confidence REAL,
  gap_id INTEGER,
  gap_reason TEXT NOT NULL DEFAULT '',
  day TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS "{prefix}rag_chats_session" ON "{prefix}rag_chats" (session_id, id);
CREATE INDEX IF NOT EXISTS "{prefix}rag_chats_role_time" ON "{prefix}rag_chats" (role, created_at);
CREATE INDEX IF NOT EXISTS "{prefix}rag_chats_gap" ON "{prefix}rag_chats" (gap_id, created_at, gap_reason);
CREATE INDEX IF NOT EXISTS "{prefix}rag_chats_question" ON "{prefix}rag_chats" (question_id);

CREATE TABLE IF NOT EXISTS "{prefix}rag_gaps" (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  language TEXT NOT NULL DEFAULT '',
  question TEXT NOT NULL,
  question_id INTEGER NOT NULL,
  embedder TEXT NOT NULL DEFAULT '',
  dimensions INTEGER NOT NULL DEFAULT 0,
  embedding TEXT,
  state TEXT NOT NULL DEFAULT 'open',
  state_at INTEGER NOT NULL,
  action TEXT NOT NULL DEFAULT '',
  asked INTEGER NOT NULL DEFAULT 0,
  trend INTEGER NOT NULL DEFAULT 0,
  reasons TEXT NOT NULL DEFAULT '',
  first_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS "{prefix}rag_gaps_compared" ON "{prefix}rag_gaps" (language, last_at);
CREATE INDEX IF NOT EXISTS "{prefix}rag_gaps_by_asked" ON "{prefix}rag_gaps" (state, asked, id, reasons);
CREATE INDEX IF NOT EXISTS "{prefix}rag_gaps_by_trend" ON "{prefix}rag_gaps" (state, trend, id, reasons);
CREATE INDEX IF NOT EXISTS "{prefix}rag_gaps_by_last" ON "{prefix}rag_gaps" (state, last_at, id, reasons);

CREATE TABLE IF NOT EXISTS "{prefix}rag_chat_terms" (
  session_id INTEGER NOT NULL REFERENCES "{prefix}rag_chat_sessions" (id) ON DELETE CASCADE,
  term TEXT NOT NULL,
  PRIMARY KEY (session_id, term)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS "{prefix}rag_chat_terms_term" ON "{prefix}rag_chat_terms" (term, session_id);

CREATE TABLE IF NOT EXISTS "{prefix}rag_chat_figures" (
  day TEXT NOT NULL,
  outcome TEXT NOT NULL,
  model TEXT NOT NULL,
  answers INTEGER NOT NULL DEFAULT 0,
  sessions INTEGER NOT NULL DEFAULT 0,
  prompt_tokens INTEGER NOT NULL DEFAULT 0,
  completion_tokens INTEGER NOT NULL DEFAULT 0,
  cached_tokens INTEGER NOT NULL DEFAULT 0,
  cache_write_tokens INTEGER NOT NULL DEFAULT 0,
  up INTEGER NOT NULL DEFAULT 0,
  down INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (day, outcome, model)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS "{prefix}rag_mcp_servers" (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  url TEXT NOT NULL,
  auth_header TEXT,
  oauth TEXT,
  enabled INTEGER NOT NULL DEFAULT 1,
  allowed_tools TEXT,
  tools TEXT,
  discovered_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
