import { afterEach, beforeEach, jest } from '@jest/globals';
import type { DashboardReply, StatusReply } from '../../server/contract/admin.ts';
import type { CommonQuestionsReply } from '../../server/contract/common-questions.ts';
import type { ErrorCode } from '../../server/contract/errors.ts';
import { AppError } from '../../server/errors/app-error.ts';
import type { DocumentView } from '../../server/contract/knowledge.ts';
import type { MaskedSettings } from '../../admin/api.ts';
import {
  forEachEmbeddingVendor,
  forEachReranker,
  forEachVendor,
} from '../../server/contract/providers.ts';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';

interface Call {
  method: string;
  path: string;
  query: Record<string, string>;
  body: unknown;
  signal: AbortSignal | null | undefined;
}

type Answer = (call: Call) => unknown;

/** WordPress' client sends PUT as POST with a header that says so. */
const methodOf = ({ headers, method = 'GET' }: RequestInit) =>
  (headers as Record<string, string> | undefined)?.['X-HTTP-Method-Override'] ?? method;

/** An error with a body of its own. */
export class ServerError extends Error {
  readonly status: number;
  readonly body: object;
  constructor(status: number, body: object) {
    super('refused');
    this.status = status;
    this.body = body;
  }
}

/** An answer with its totals. */
class Collection {
  readonly body: unknown;
  readonly total: number;
  readonly perPage: number;
  constructor(body: unknown, total: number, perPage: number) {
    this.body = body;
    this.total = total;
    this.perPage = perPage;
  }
}

/** They were never asked. */
const commonQuestions: CommonQuestionsReply = {
  ...{ kind: 'other', is_chosen: false, language: 'en', languages: ['en'], questions: [] },
  ...{ asked_at: null, waiting: 0, has_changed: false, error: null },
};

/** One page of what has `total` items. */
export const collection = (body: unknown, total: number, perPage = 20) =>
  new Collection(body, total, perPage);

const totalsOf = ({ total, perPage }: Collection) => ({
  'X-WP-Total': String(total),
  'X-WP-TotalPages': String(Math.ceil(total / perPage)),
});

/** As much of a `Response`, which jsdom lacks, as WordPress' client reads. */
function respond(answer: unknown, status = 200) {
  const page = answer instanceof Collection ? answer : undefined;
  return {
    status,
    ok: status < 300,
    headers: new Headers(page && totalsOf(page)),
    json: () => Promise.resolve(page ? page.body : answer),
  };
}

/**
 * Stands in for WordPress' REST interface: `fetch` answers from `routes`, by "METHOD /path". A healthy sidecar and the
 * default settings are there at first.
 */
export function fakeServer() {
  const routes = new Map<string, Answer>();
  const calls: Call[] = [];
  const original = globalThis.fetch;

  const answer = jest.fn(async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const url = new URL(input as string, 'http://site.test');
    const path = url.pathname.replace(/.*\/itih\/v1/, '');
    const call: Call = {
      method: methodOf(init),
      path,
      query: Object.fromEntries(url.searchParams),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      signal: init.signal,
    };
    calls.push(call);
    const route = routes.get(`${call.method} ${path}`);
    try {
      if (!route) throw new AppError('not_found');
      return respond(await route(call));
    } catch (cause) {
      if (cause instanceof ServerError) return respond(cause.body, cause.status);
      if (!(cause instanceof AppError)) throw cause;
      return respond(cause.toBody(), cause.status);
    }
  });

  beforeEach(() => {
    routes.clear();
    routes.set('GET /status', () => statusOf());
    routes.set('GET /settings', () => ({ settings: maskedDefaults }));
    routes.set('GET /common-questions', () => commonQuestions);
    routes.set('GET /content', () => ({ types: [] }));
    calls.length = 0;
    globalThis.fetch = answer as unknown as typeof fetch;
  });
  afterEach(() => {
    globalThis.fetch = original;
  });

  return {
    calls,
    /** The body that a route was sent last. */
    sent: (method: string, path: string) =>
      calls.filter((call) => call.method === method && call.path === path).at(-1)?.body,
    on(route: string, body: Answer | object) {
      routes.set(route, typeof body === 'function' ? (body as Answer) : () => body);
    },
    fail(route: string, code: ErrorCode, fields?: Record<string, string>) {
      routes.set(route, () => {
        throw new AppError(code, fields ? { fields } : {});
      });
    },
  };
}

export const statusOf = (queue: Partial<StatusReply['queue']> = {}): StatusReply => ({
  ok: true,
  version: '0.1.0',
  plugin_version: '0.1.0',
  update: 'none',
  uptime_s: 7200,
  database: { ok: true, engine: 'MariaDB', version: '11.8.6' },
  bridge: { ok: true, message: '' },
  queue: {
    queued: 0,
    processing: 0,
    failed: 0,
    paused: false,
    waiting_s: 0,
    ...queue,
  },
  index: { embedder: 'builtin', dimensions: 0, building: null },
  vector_store: {
    engine: 'relational',
    mode: 'none',
    reason: 'There are no vectors: the embedding provider is none.',
    warnings: [],
    vectors: 0,
    memory_mb: 0,
  },
});

export const dashboardOf = (
  by_status: Record<string, number>,
  chats: Partial<DashboardReply['chats']> = {},
): DashboardReply => ({
  documents: {
    total: Object.values(by_status).reduce((sum, count) => sum + count, 0),
    by_status,
    by_kind: { post: by_status['completed'] ?? 0 },
    chunks: 10,
  },
  chats: {
    sessions: 0,
    questions: 0,
    questions_today: 0,
    up: 0,
    down: 0,
    median_ms: null,
    prompt_tokens: 0,
    completion_tokens: 0,
    ...chats,
  },
  providers: {
    llm: { provider: 'builtin', model: 'builtin:extractive-1' },
    embedding: { provider: 'builtin', model: 'builtin' },
    vector_store: 'relational',
  },
});

export const documentOf = (document: Partial<DocumentView>): DocumentView => ({
  ...failedDocument,
  kind: 'txt',
  title: 'Opening hours',
  source_url: '',
  attachment_id: null,
  status: 'completed',
  error: null,
  chunk_count: 2,
  language: 'en',
  ...document,
});

export const failedDocument: DocumentView = {
  id: 7,
  kind: 'pdf',
  title: 'Scanned price list',
  source_url: 'http://site.test/price-list.pdf',
  post_id: null,
  attachment_id: 3,
  status: 'failed',
  error: { code: 'no_text', message: 'No readable text was found.' },
  chunk_count: 0,
  content_hash: '',
  bytes: 1000,
  language: '',
  attempts: 1,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  processed_at: null,
  checked_at: null,
};

const noConnection = {
  api_key: { set: false, last4: '' },
  base_url: '',
  model: '',
  account_id: '',
};

/** The defaults without an embedder, as a browser sees them. */
export const maskedDefaults: MaskedSettings = {
  ...settingsDefaults,
  llm: { ...settingsDefaults.llm, ...forEachVendor(noConnection) },
  embeddings: {
    ...settingsDefaults.embeddings,
    ...forEachEmbeddingVendor(noConnection),
    provider: 'builtin',
  },
  rerank: { ...settingsDefaults.rerank, ...forEachReranker(noConnection) },
  vector_store: { ...settingsDefaults.vector_store, api_token: { set: false, last4: '' } },
};

type Part<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [Name in keyof T]?: Part<T[Name]> }
    : T;

/** Lays values over others; a list replaces the one below it. */
function laidOver<T>(below: T, values: Part<T>): T {
  const isGroup = [below, values].every((one) => typeof one === 'object' && !Array.isArray(one));
  if (!isGroup || below === null) return values as T;
  const laid = Object.entries(values as object).map(([name, value]) => [
    name,
    laidOver((below as Record<string, unknown>)[name], value as never),
  ]);
  return { ...below, ...(Object.fromEntries(laid) as Partial<T>) };
}

/** The answer with settings of which these differ from the defaults. */
export const settingsWith = (values: Part<MaskedSettings>) => ({
  settings: laidOver<MaskedSettings>(maskedDefaults, values),
});
