import type { Request } from 'express';
import { clearHistoryQuery, feedbackRequest, historyQuery } from '../../contract/chat.ts';
import type { Services } from '../../composition/services.ts';
import type { Handlers } from '../contract-router.ts';
import { parseBody, parseQuery } from '../request.ts';

const secretOf = (request: Request) => request.get('x-itih-secret') ?? '';

export function conversationRoutes({
  sessions,
  chats,
  settings,
  noteGaps,
}: Pick<Services, 'sessions' | 'chats' | 'settings' | 'noteGaps'>): Handlers {
  return {
    'POST /feedback': async (request, response) => {
      const body = parseBody(feedbackRequest, request);
      const session = await sessions.require(body.session_id, secretOf(request));
      const { message_id, feedback, comment = null } = body;
      const rated = await chats.rate(session.id, message_id, feedback, comment);
      response.json({ updated: rated ? 1 : 0 });
      if (rated) noteGaps.note(message_id);
    },

    'GET /history': async (request, response) => {
      const { session_id, limit, before } = parseQuery(historyQuery, request);
      const session = await sessions.require(session_id, secretOf(request));
      const { reasoning } = (await settings.get()).chat;
      const turns = await chats.turns(session.id, limit, before);
      // The history leaves out reasoning when the stream does.
      response.json({
        turns: reasoning ? turns : turns.map((turn) => ({ ...turn, reasoning: '' })),
      });
    },

    'DELETE /history': async (request, response) => {
      const { session_id } = parseQuery(clearHistoryQuery, request);
      const session = await sessions.require(session_id, secretOf(request));
      const deleted = await chats.count(session.id);
      await sessions.remove(session.id);
      response.json({ deleted });
    },
  };
}
