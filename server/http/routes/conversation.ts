import { mailedTurn } from '../../chat/mailed-turn.ts';
import { requireOpenTo } from '../../chat/open-chat.ts';
import {
  clearHistoryQuery,
  feedbackRequest,
  historyQuery,
  mailRequest,
} from '../../contract/chat.ts';
import type { Services } from '../../composition/services.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Handlers } from '../contract-router.ts';
import { identityOf } from '../identity.ts';
import { parseBody, parseQuery } from '../request.ts';
import { createOwnSession, secretOf } from './own-session.ts';

/** Latest turns of a mailed conversation. */
const mailedTurns = 50;

export function conversationRoutes(
  services: Pick<
    Services,
    | 'sessions'
    | 'userHash'
    | 'chats'
    | 'settings'
    | 'guestAccess'
    | 'noteGaps'
    | 'rateLimit'
    | 'bridge'
  >,
): Handlers {
  const { sessions, chats, settings, guestAccess, noteGaps, rateLimit, bridge } = services;
  const ownSession = createOwnSession(services);
  return {
    'POST /feedback': async (request, response) => {
      const body = parseBody(feedbackRequest, request);
      const session = await ownSession(request, response, body.session_id);
      const { message_id, feedback, comment = null } = body;
      const rated = await chats.rate(session.id, message_id, feedback, comment);
      response.json({ updated: rated ? 1 : 0 });
      if (rated) noteGaps.note(message_id);
    },

    'POST /chat/mail': async (request, response) => {
      const { session_id, email, note = '', page_url = '' } = parseBody(mailRequest, request);
      const session = await ownSession(request, response, session_id);
      const current = await settings.get();
      requireOpenTo(identityOf(response), current, guestAccess);
      if (current.chat.mail_to === '') throw new AppError('not_configured');
      await rateLimit.mail(identityOf(response).ip, secretOf(request));
      const turns = (await chats.turns(session.id, mailedTurns)).map(mailedTurn);
      const { sent } = await bridge.mail({ email, note, page_url, turns });
      if (!sent) throw new AppError('internal_error');
      response.json({ sent });
    },

    'GET /history': async (request, response) => {
      const { session_id, limit, before } = parseQuery(historyQuery, request);
      const session = await ownSession(request, response, session_id);
      const { reasoning } = (await settings.get()).chat;
      const turns = await chats.turns(session.id, limit, before);
      // The history leaves out reasoning when the stream does.
      response.json({
        turns: reasoning ? turns : turns.map((turn) => ({ ...turn, reasoning: '' })),
      });
    },

    'DELETE /history': async (request, response) => {
      const { session_id } = parseQuery(clearHistoryQuery, request);
      const session = await ownSession(request, response, session_id);
      const deleted = await chats.count(session.id);
      await sessions.remove(session.id);
      response.json({ deleted });
    },
  };
}
