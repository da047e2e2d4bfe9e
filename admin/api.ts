import apiFetch from '@wordpress/api-fetch';
import { __ } from '@wordpress/i18n';
import type {
  AnswerEstimate,
  createIndexReply,
  DashboardReply,
  EmbeddingEstimate,
  ModelsReply,
  modelsRequest,
  StatusReply,
  TestReply,
  testRequest,
} from '../server/contract/admin.ts';
import type {
  AskReply,
  AskRequest,
  chatDeletionReply,
  ChatDetail,
  ChatFacets,
  ChatsQuery,
  ChatSummary,
  deleteChatsReply,
  deleteChatsRequest,
} from '../server/contract/chats.ts';
import type {
  AskCommonQuestions,
  ChangeCommonQuestion,
  CommonQuestionName,
  CommonQuestionsReply,
} from '../server/contract/common-questions.ts';
import type { ConnectReply } from '../server/contract/connect.ts';
import type { ErrorBody } from '../server/contract/errors.ts';
import type { Figures } from '../server/contract/figures.ts';
import type { Gap, GapDetail, GapsQuery, updateGapRequest } from '../server/contract/gaps.ts';
import type {
  BulkReply,
  bulkRequest,
  ChunkView,
  CreateDocuments,
  createDocumentsReply,
  DocumentsQuery,
  DocumentView,
  indexPostsReply,
  IndexPostsRequest,
  LinkedFilesReply,
  ReadingReply,
  suggestionsReply,
} from '../server/contract/knowledge.ts';
import type { LocalModelsReply } from '../server/contract/local-models.ts';
import type { ContentReply } from '../server/contract/posts.ts';
import type { SearchReply, SearchRequest } from '../server/contract/search.ts';
import type {
  maskedSecret,
  ownedSettings,
  FoundBusiness,
  OwnedSettingsReply,
  Settings,
  SettingsPatch,
} from '../server/contract/settings.ts';

type Output<Schema extends { parse(value: unknown): unknown }> = ReturnType<Schema['parse']>;

export type OwnedSettings = OwnedSettingsReply['settings'];
type OwnedSettingsPatch = Output<typeof ownedSettings>;
export type MaskedSecret = Output<typeof maskedSecret>;
export type ModelsRequest = Output<typeof modelsRequest>;
export type TestRequest = Output<typeof testRequest>;
export type CreatedIndex = Output<typeof createIndexReply>;
export type AddedDocuments = Output<typeof createDocumentsReply>;
export type DeleteChatsRequest = Output<typeof deleteChatsRequest>;
type DeleteChatsReply = Output<typeof deleteChatsReply>;
type ChatDeletionReply = Output<typeof chatDeletionReply>;
type GapUpdate = Output<typeof updateGapRequest>;
export type BulkAction = Partial<Output<typeof bulkRequest>>;
type IndexPostsReply = Output<typeof indexPostsReply>;

type Masked<T> = {
  [K in keyof T]: K extends 'api_key' | 'api_token'
    ? MaskedSecret
    : T[K] extends object
      ? Masked<T[K]>
      : T[K];
};
/** Settings as `GET /settings` returns them: complete, with secrets masked. */
export type MaskedSettings = Masked<Settings>;

/** A refused or failed call. `message` is translated and fit to be shown. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: string;
  /** `invalid_request`: path of the field → what is wrong with it. */
  readonly fields: Record<string, string>;
  /** `wrong_site`: the address of the site that the sidecar serves. */
  readonly site: string;
  /** `sidecar_unavailable`: why the plugin cannot ask it, such as `unreachable`; empty: not known. */
  readonly reason: string;
  /** By which the reason is found in the sidecar's log; empty where there is none. */
  readonly requestId: string;

  constructor(
    code: string,
    message: string,
    fields: Record<string, string> = {},
    { site = '', reason = '', requestId = '' } = {},
  ) {
    super(message);
    this.code = code;
    this.fields = fields;
    this.site = site;
    this.reason = reason;
    this.requestId = requestId;
  }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

export function toApiError(cause: unknown): ApiError {
  if (cause instanceof ApiError) return cause;
  const body = (cause ?? {}) as Partial<ErrorBody>;
  return new ApiError(
    body.code ?? 'unknown_error',
    body.message || __('Something went wrong. Please try again.', 'itih-rag-chat'),
    body.data?.fields,
    {
      site: text(body.data?.site),
      reason: text(body.data?.reason),
      requestId: text(body.data?.request_id),
    },
  );
}

interface CallOptions {
  signal?: AbortSignal | undefined;
  data?: object;
  /** Another one than the plugin's. */
  namespace?: string;
}

/** Calls a route of the plugin. @throws ApiError */
export async function call<T>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  { signal, data, namespace = '/itih/v1' }: CallOptions = {},
): Promise<T> {
  try {
    return await apiFetch<T>({
      path: namespace + path,
      method,
      ...(signal && { signal }),
      ...(data && { data }),
    });
  } catch (cause) {
    throw toApiError(cause);
  }
}

/** One page of a collection, with what the whole of it holds. */
export interface Paged<T> {
  body: T;
  total: number;
  pages: number;
}

/** Without parsing, `apiFetch` throws the response itself. */
const bodyOf = (cause: unknown): unknown =>
  cause instanceof Error || !(cause && typeof cause === 'object' && 'json' in cause)
    ? cause
    : (cause as Response).json().catch(() => undefined);

async function getPage<T>(path: string, query: object, signal: AbortSignal): Promise<Paged<T>> {
  const named = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(named.map(([name, value]) => [name, String(value)]));
  try {
    const response = await apiFetch<Response, false>({
      path: `/itih/v1${path}?${search}`,
      signal,
      parse: false,
    });
    return {
      body: (await response.json()) as T,
      total: Number(response.headers.get('X-WP-Total')),
      pages: Number(response.headers.get('X-WP-TotalPages')),
    };
  } catch (cause) {
    throw toApiError(await bodyOf(cause));
  }
}

type SettingsReply =
  | { settings: MaskedSettings; revision: string; partial?: undefined; found?: FoundBusiness }
  | OwnedSettingsReply;

/** Settings to be edited. `partial`: no sidecar answers, and only those that the plugin owns are there. */
export interface LoadedSettings {
  settings: MaskedSettings;
  revision: string;
  partial: boolean;
  /** The business card as pages tell it; an older sidecar does not say it. */
  found: FoundBusiness;
}

const toLoaded = (reply: SettingsReply): LoadedSettings => ({
  settings: reply.settings as MaskedSettings,
  revision: reply.revision,
  partial: reply.partial === true,
  found: ('found' in reply && reply.found) || {},
});

/** @throws ApiError when no sidecar has answered, so that only the plugin's own are known */
function complete({ settings, partial }: SettingsReply): MaskedSettings {
  if (partial) {
    const message = __('The answer service does not answer.', 'itih-rag-chat');
    throw new ApiError('sidecar_unavailable', message);
  }
  return settings as MaskedSettings;
}

/** A post as WordPress' own search describes it. */
export interface FoundPost {
  id: number;
  title: string;
}

/** Calls of the admin pages; MCP servers have theirs in `tools/servers.tsx`. */
export const api = {
  getStatus: (signal: AbortSignal) => call<StatusReply>('GET', '/status', { signal }),
  getDashboard: (signal: AbortSignal) => call<DashboardReply>('GET', '/dashboard', { signal }),
  getFigures: (days: number, signal: AbortSignal) =>
    call<Figures>('GET', `/figures?days=${days}`, { signal }),
  getChats: (query: Partial<ChatsQuery>, signal: AbortSignal) =>
    getPage<ChatSummary[]>('/chats', query, signal),
  getChat: (session: string, signal: AbortSignal) =>
    call<ChatDetail>('GET', `/chats/${session}`, { signal }),
  getChatFacets: (signal: AbortSignal) => call<ChatFacets>('GET', '/chats/facets', { signal }),
  deleteChats: (request: DeleteChatsRequest) =>
    call<DeleteChatsReply>('POST', '/chats/delete', { data: request }),
  /** The latest one of many conversations; null without one. */
  getChatDeletion: async (signal: AbortSignal) =>
    (await call<ChatDeletionReply>('GET', '/chats/deletion', { signal })).deletion,
  /** Stops it; one that has ended is forgotten. */
  endChatDeletion: async () =>
    (await call<ChatDeletionReply>('DELETE', '/chats/deletion')).deletion,
  getDocuments: (query: Partial<DocumentsQuery>, signal: AbortSignal) =>
    getPage<DocumentView[]>('/documents', query, signal),
  /** With one page of its chunks. */
  getDocument: (id: number, page: number, signal: AbortSignal) =>
    getPage<{ document: DocumentView; chunks: ChunkView[] }>(`/documents/${id}`, { page }, signal),
  addDocuments: (request: CreateDocuments) =>
    call<AddedDocuments>('POST', '/documents', { data: request }),
  /** `force`: also what has not changed is embedded again. */
  processDocument: (id: number, { force = false } = {}) =>
    call<{ document: DocumentView }>('POST', `/documents/${id}/process`, {
      data: force ? { force } : {},
    }),
  deleteDocument: (id: number) => call<{ deleted: true }>('DELETE', `/documents/${id}`),
  /** Works for some seconds; the answer says where the next call goes on. */
  bulk: (request: BulkAction) => call<BulkReply>('POST', '/documents/bulk', { data: request }),
  /** Works for some seconds; the answer says where the next call goes on. */
  getLinkedFiles: (after: number) =>
    call<LinkedFilesReply>('GET', `/linked-files?${new URLSearchParams({ after: String(after) })}`),
  getReading: (postId: number, signal: AbortSignal) =>
    call<ReadingReply>('GET', `/posts/${postId}/reading`, { signal }),
  getSuggestions: async (signal: AbortSignal) =>
    (await call<Output<typeof suggestionsReply>>('GET', '/suggestions', { signal })).questions,
  setPaused: (paused: boolean) => call<{ paused: boolean }>('PUT', '/queue', { data: { paused } }),
  indexPosts: (request: Partial<IndexPostsRequest> = {}) =>
    call<IndexPostsReply>('POST', '/posts/index', { data: request }),
  getSettings: async (signal?: AbortSignal) =>
    complete(await call<SettingsReply>('GET', '/settings', { signal })),
  saveSettings: async (patch: SettingsPatch) =>
    complete(await call<SettingsReply>('PUT', '/settings', { data: patch })),
  loadSettings: async (signal?: AbortSignal) =>
    toLoaded(await call<SettingsReply>('GET', '/settings', { signal })),
  /** @throws ApiError `conflict` when a setting of the patch has changed since the revision */
  saveLoadedSettings: async (patch: SettingsPatch, revision: string) =>
    toLoaded(
      await call<SettingsReply>('PUT', `/settings?${new URLSearchParams({ revision })}`, {
        data: patch,
      }),
    ),
  /** Stores nothing. @throws ApiError that names what would be refused */
  checkSettings: (patch: SettingsPatch) =>
    call<SettingsReply>('PUT', '/settings?check=1', { data: patch }),
  /** Those that the plugin has by itself, also while no sidecar answers. */
  getOwnedSettings: async (signal: AbortSignal): Promise<OwnedSettings> =>
    (await call<SettingsReply>('GET', '/settings', { signal })).settings,
  saveOwnedSettings: async (patch: OwnedSettingsPatch): Promise<OwnedSettings> =>
    (await call<SettingsReply>('PUT', '/settings', { data: patch })).settings,
  /** Searches the public posts of all types by WordPress' own REST interface. */
  searchPosts: (text: string, signal: AbortSignal) => {
    const query = { search: text, type: 'post', per_page: '20', _fields: 'id,title' };
    const path = `/search?${new URLSearchParams(query)}`;
    return call<FoundPost[]>('GET', path, { signal, namespace: '/wp/v2' });
  },
  /** Posts that would be read, and those that would not. */
  getContent: (signal: AbortSignal) => call<ContentReply>('GET', '/content', { signal }),
  /** With what is filled in, saved or not. */
  listModels: (request: ModelsRequest, signal: AbortSignal) =>
    call<ModelsReply>('POST', '/admin/models', { data: request, signal }),
  testConnection: (request: TestRequest) =>
    call<TestReply>('POST', '/admin/test', { data: request }),
  getLocalModels: (signal: AbortSignal) =>
    call<LocalModelsReply>('GET', '/models/local', { signal }),
  downloadLocalModel: (address: string) =>
    call<LocalModelsReply>('POST', '/models/local', { data: { address } }),
  removeLocalModel: (name: string) => call<LocalModelsReply>('DELETE', `/models/local/${name}`),
  /** With values that are not saved. */
  estimateEmbedding: (settings: SettingsPatch, signal: AbortSignal) =>
    call<EmbeddingEstimate>('POST', '/admin/embedding-estimate', { data: { settings }, signal }),
  /** With values that are not saved. */
  estimateAnswers: (settings: SettingsPatch, signal: AbortSignal) =>
    call<AnswerEstimate>('POST', '/admin/answer-estimate', { data: { settings }, signal }),
  /** As the settings are stored. An index that is there already is only looked at. */
  createIndex: () => call<CreatedIndex>('POST', '/vector-store/create-index', { data: {} }),
  search: (request: SearchRequest, signal: AbortSignal) =>
    call<SearchReply>('POST', '/search', { data: request, signal }),
  /** Asks as a visitor would. */
  ask: (request: AskRequest) => call<AskReply>('POST', '/ask', { data: request }),
  getCommonQuestions: (signal: AbortSignal) =>
    call<CommonQuestionsReply>('GET', '/common-questions', { signal }),
  /** Asks all of them again, in the background. */
  askCommonQuestions: (wanted: AskCommonQuestions = {}) =>
    call<CommonQuestionsReply>('POST', '/common-questions', { data: wanted }),
  /** Without changes the question is asked again. */
  changeCommonQuestion: (name: CommonQuestionName, changes: ChangeCommonQuestion = {}) =>
    call<CommonQuestionsReply>('POST', `/common-questions/${name}`, { data: changes }),
  getGaps: (query: Partial<GapsQuery>, signal: AbortSignal) =>
    getPage<Gap[]>('/gaps', query, signal),
  getGap: (id: number, signal?: AbortSignal) => call<GapDetail>('GET', `/gaps/${id}`, { signal }),
  updateGap: (id: number, update: GapUpdate) => call<Gap>('POST', `/gaps/${id}`, { data: update }),
  /** The variable's value for a sidecar elsewhere; a lasting one contains the secret. Stores a `sidecar_url` unless empty. */
  getConnectionCode: (sidecar_url: string, password: string, lasting: boolean) =>
    call<ConnectReply>('POST', '/connection', { data: { sidecar_url, password, lasting } }),
  /** Stores where a sidecar is that has its connection already. */
  moveSidecar: (sidecar_url: string, password: string) =>
    call<ConnectReply>('PUT', '/connection', { data: { sidecar_url, password } }),
  /** The site gets a new secret. */
  disconnect: () => call<{ sidecar_url: string }>('DELETE', '/connection'),
};
