/** Schemas of what the routes take, by route. */
import type { z } from 'zod';
import {
  createIndexRequest,
  embeddingEstimateRequest,
  modelsQuery,
  modelsRequest,
  testRequest,
} from '../server/contract/admin.ts';
import { eventsRequest, removeDataRequest } from '../server/contract/bridge.ts';
import {
  answerQuery,
  chatRequest,
  clearHistoryQuery,
  feedbackRequest,
  historyQuery,
} from '../server/contract/chat.ts';
import {
  askRequest,
  chatsFilter,
  chatsQuery,
  deleteChatsRequest,
} from '../server/contract/chats.ts';
import { figuresQuery } from '../server/contract/figures.ts';
import { gapsQuery, updateGapRequest } from '../server/contract/gaps.ts';
import {
  bulkRequest,
  collectionQuery,
  createDocuments,
  documentsQuery,
  indexPostsRequest,
  processRequest,
  queueRequest,
} from '../server/contract/knowledge.ts';
import { downloadModel } from '../server/contract/local-models.ts';
import { createMcpServer, updateMcpServer } from '../server/contract/mcp.ts';
import { postsChatRequest } from '../server/contract/posts.ts';
import { privacyQuery } from '../server/contract/privacy.ts';
import type { RouteName } from '../server/contract/routes.ts';
import { searchRequest } from '../server/contract/search.ts';
import { saveSettingsQuery, settingsPatch } from '../server/contract/settings.ts';

type Schemas = Partial<Record<RouteName, z.ZodType>>;

export const bodies: Schemas = {
  'POST /chat': chatRequest,
  'POST /chat/sync': chatRequest,
  'POST /feedback': feedbackRequest,
  'POST /documents': createDocuments,
  'POST /documents/<id>/process': processRequest,
  'POST /documents/bulk': bulkRequest,
  'POST /posts/index': indexPostsRequest,
  'PUT /queue': queueRequest,
  'POST /search': searchRequest,
  'POST /mcp/servers': createMcpServer,
  'POST /mcp/servers/<id>': updateMcpServer,
  'POST /admin/models': modelsRequest,
  'POST /models/local': downloadModel,
  'POST /admin/test': testRequest,
  'POST /admin/embedding-estimate': embeddingEstimateRequest,
  'POST /vector-store/create-index': createIndexRequest,
  'PUT /settings': settingsPatch,
  'POST /ask': askRequest,
  'POST /chats/delete': deleteChatsRequest,
  'POST /gaps/<id>': updateGapRequest,
  'POST /events': eventsRequest,
  'POST /posts/chat': postsChatRequest,
  'DELETE /data': removeDataRequest,
};

export const queries: Schemas = {
  'GET /chat/<id>/events': answerQuery,
  'DELETE /chat/<id>': answerQuery,
  'GET /history': historyQuery,
  'DELETE /history': clearHistoryQuery,
  'GET /documents': documentsQuery,
  'GET /documents/<id>': collectionQuery,
  'GET /admin/models': modelsQuery,
  'PUT /settings': saveSettingsQuery,
  'GET /figures': figuresQuery,
  'GET /chats': chatsQuery,
  'GET /chats/export': chatsFilter,
  'GET /gaps': gapsQuery,
  'GET /privacy/<id>': privacyQuery,
};
