import {
  type Generated,
  IdentifierNode,
  OperationNodeTransformer,
  type KyselyPlugin,
  type QueryId,
  type SchemableIdentifierNode,
} from 'kysely';
import type { DocumentKind, Feedback, Outcome } from '../contract/chat.ts';
import type { Gap, GapReason, GapState } from '../contract/gaps.ts';
import type { DocumentStatus } from '../contract/knowledge.ts';

/** Times are UTC milliseconds since 1970. `sql/mysql/` explains the columns. */
export interface DocumentTable {
  id: Generated<number>;
  kind: DocumentKind;
  source_key: string;
  title: string;
  source_url: string;
  post_id: number | null;
  attachment_id: number | null;
  body: string | null;
  source_modified: Generated<string>;
  language: Generated<string>;
  bytes: Generated<number>;
  content_hash: Generated<string>;
  chunk_count: Generated<number>;
  status: DocumentStatus;
  error_code: string | null;
  error_message: string | null;
  revision: Generated<number>;
  forced: Generated<number>;
  attempts: Generated<number>;
  available_at: Generated<number>;
  lease_owner: string | null;
  lease_until: number | null;
  created_at: number;
  updated_at: number;
  processed_at: number | null;
  title_given: Generated<number>;
  etag: Generated<string>;
  last_modified: Generated<string>;
  checked_at: Generated<number>;
  crawl_id: string | null;
  crawl_depth: Generated<number>;
  post_type: Generated<string>;
  published_at: Generated<number>;
  prominent: Generated<number>;
  listed_as: Generated<string>;
  page_hash: Generated<string>;
}

export interface ChunkTable {
  id: Generated<number>;
  document_id: number;
  position: number;
  content: string;
  heading_path: string;
  page: number | null;
  char_offset: number;
  source_url: string;
  embedder: Generated<string>;
  dimensions: Generated<number>;
  embedding: string | null;
}

export interface DocumentAnswersTable {
  document_id: number;
  /** Days since 1970, UTC. */
  day: number;
  answers: number;
}

export interface ChunkChangeTable {
  document_id: number;
  revision: number;
}

export interface RemoteVectorTable {
  target: string;
  namespace: string;
  chunk_id: number;
  /** 1: the vendor has accepted the vector. */
  sent: Generated<number>;
}

export interface SessionTable {
  id: Generated<number>;
  public_id: string;
  secret_hash: string;
  ip_hash: string;
  turns: Generated<number>;
  user_hash: Generated<string>;
  created_at: number;
  last_at: number;
}

export interface ChatTable {
  id: Generated<number>;
  session_id: number;
  role: 'user' | 'assistant';
  content: string;
  citations: string | null;
  extras: string | null;
  reasoning: string | null;
  tool_calls: string | null;
  model: Generated<string>;
  finish_reason: Generated<string>;
  prompt_tokens: Generated<number>;
  completion_tokens: Generated<number>;
  cached_tokens: Generated<number>;
  cache_write_tokens: Generated<number>;
  response_time_ms: Generated<number>;
  request_id: Generated<string>;
  feedback: Feedback | null;
  feedback_comment: string | null;
  page_url: string | null;
  language: Generated<string>;
  question_id: number | null;
  outcome: Generated<Outcome | ''>;
  confidence: number | null;
  gap_id: number | null;
  gap_reason: Generated<GapReason | ''>;
  day: Generated<string>;
  created_at: number;
}

export interface GapTable {
  id: Generated<number>;
  language: string;
  question: string;
  question_id: number;
  embedder: Generated<string>;
  dimensions: Generated<number>;
  embedding: string | null;
  state: Generated<GapState>;
  state_at: number;
  action: Generated<Gap['action']>;
  asked: Generated<number>;
  trend: Generated<number>;
  reasons: Generated<string>;
  first_at: number;
  last_at: number;
}

export interface ChatTermTable {
  session_id: number;
  term: string;
}

export interface ChatFigureTable {
  day: string;
  outcome: Outcome;
  model: string;
  answers: number;
  sessions: number;
  prompt_tokens: number;
  completion_tokens: number;
  cached_tokens: number;
  cache_write_tokens: number;
  up: number;
  down: number;
}

export interface McpServerTable {
  id: Generated<number>;
  name: string;
  url: string;
  auth_header: string | null;
  oauth: string | null;
  enabled: Generated<number>;
  allowed_tools: string | null;
  tools: string | null;
  discovered_at: number | null;
  created_at: number;
  updated_at: number;
}

/** Counters, cursors, leases and the schema's version. */
export interface StateTable {
  name: string;
  number: Generated<number>;
  text: string | null;
  /** Null: kept. */
  expires_at: number | null;
}

/** Names without the site's prefix, which `tablePrefix` adds: `{prefix}rag_`. */
export interface Schema {
  documents: DocumentTable;
  chunks: ChunkTable;
  document_answers: DocumentAnswersTable;
  chunk_changes: ChunkChangeTable;
  remote_vectors: RemoteVectorTable;
  chats: ChatTable;
  chat_sessions: SessionTable;
  gaps: GapTable;
  chat_terms: ChatTermTable;
  chat_figures: ChatFigureTable;
  mcp_servers: McpServerTable;
  state: StateTable;
}

/** Children before their parents. */
export const tableNames = [
  'remote_vectors',
  'chunks',
  'chunk_changes',
  'document_answers',
  'documents',
  'chats',
  'chat_terms',
  'chat_figures',
  'chat_sessions',
  'gaps',
  'mcp_servers',
  'state',
] as const satisfies readonly (keyof Schema)[];

const names: ReadonlySet<string> = new Set(tableNames);

class TablePrefixer extends OperationNodeTransformer {
  readonly #prefix: string;

  constructor(prefix: string) {
    super();
    this.#prefix = prefix;
  }

  protected override transformSchemableIdentifier(
    node: SchemableIdentifierNode,
    queryId?: QueryId,
  ): SchemableIdentifierNode {
    const transformed = super.transformSchemableIdentifier(node, queryId);
    const { name } = transformed.identifier;
    if (!names.has(name)) return transformed;
    return { ...transformed, identifier: IdentifierNode.create(this.#prefix + name) };
  }
}

/** Adds the prefix to table names: `documents` becomes `wp_rag_documents`. Aliases must not be table names. */
export function tablePrefix(prefix: string): KyselyPlugin {
  const transformer = new TablePrefixer(prefix);
  return {
    transformQuery: ({ node, queryId }) => transformer.transformNode(node, queryId),
    transformResult: ({ result }) => Promise.resolve(result),
  };
}
