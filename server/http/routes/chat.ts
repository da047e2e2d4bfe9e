import type { Request, Response } from 'express';
import { overloaded, requireOpenTo } from '../../chat/limits/admission.ts';
import { collectReply } from '../../chat/answer/reply.ts';
import type { AnswerInProgress } from '../../chat/answer/answers-in-progress.ts';
import { mailedTurn } from '../../chat/conversations/mailed-turn.ts';
import { settingsFor } from '../../chat/answer/turns.ts';
import { network } from '../../chat/limits/rate-limit.ts';
import type { Services } from '../../composition/services.ts';
import type { Identity } from '../../contract/bridge.ts';
import {
  answerQuery,
  chatRequest,
  clearHistoryQuery,
  feedbackRequest,
  historyQuery,
  mailRequest,
  type ChatEvent,
  type ChatRequest,
} from '../../contract/chat.ts';
import { AppError } from '../../errors/app-error.ts';
import { requestId } from '../../runtime/request-id.ts';
import type { Session } from '../../storage/chats.ts';
import type { Handlers } from '../contract-router.ts';
import { identityOf } from '../identity.ts';
import { clientGone, parseBody, parseId, parseQuery } from '../request.ts';
import { writeEvents } from '../sse.ts';

const secretOf = (request: Request) => request.get('x-itih-secret') ?? '';

/** Finds the caller's own session. @throws AppError `invalid_session` */
const ownSession = (
  { chats, userHash }: Services,
  request: Request,
  response: Response,
  id: string,
): Promise<Session> =>
  chats.require(id, secretOf(request), userHash.of(identityOf(response).user_id));

/** Stops the answers that the session has left: its next question shall not wait for them. */
async function stopUnread(
  services: Services,
  request: Request,
  response: Response,
  sessionId: string,
): Promise<void> {
  const left = services.answers.unreadOf(sessionId);
  if (left.length === 0) return;
  await ownSession(services, request, response, sessionId);
  await services.answers.stop(left);
}

/**
 * Begins an answer, after consent, places, order and limits. It counts as one in progress until it has ended.
 */
async function beginAnswer(
  services: Services,
  request: Request,
  response: Response,
  body: ChatRequest,
): Promise<AnswerInProgress> {
  const { answers, turns, startQueue, settings, admission, metrics } = services;
  const { rateLimit, addressHash, userHash, log } = services;
  const identity = identityOf(response);
  const { ip } = identity;
  const locale = body.locale ?? identity.locale;
  response.locals['locale'] = locale;
  const { limits, privacy } = await settingsFor(settings, locale);
  const { consent_text: consent } = privacy;
  if (consent !== '' && !body.consent) throw new AppError('consent_required', { consent });
  await stopUnread(services, request, response, body.session_id ?? '');
  const sessionSecret = secretOf(request);
  const slot = admission.answer(identity, sessionSecret, limits);
  const opened = async (secret: string) => {
    slot.join(secret);
    await rateLimit.opened(secret, limits);
  };
  async function* events(signal: AbortSignal): AsyncGenerator<ChatEvent> {
    const waiting = { network: network(ip), begin: slot.begin, signal };
    const prepared = yield* startQueue.turn(waiting);
    try {
      await rateLimit.question(ip, sessionSecret, limits);
      const question = {
        ...{ message: body.message, history: body.history, locale },
        ...{ sessionId: body.session_id ?? '', sessionSecret },
        pageUrl: body.page_url ?? null,
        ipHash:
          privacy.store_chats && privacy.store_ip === 'hashed' ? await addressHash.of(ip) : '',
        userHash: userHash.of(identity.user_id),
      };
      yield* turns.answer(question, { signal, log, opened, prepared });
    } finally {
      prepared();
    }
  }
  return answers.begin({ events, ended: slot.leave, locale, metrics, log });
}

/** Returns the number of the last event that the client has; 0 if it has none. */
function lastEvent(request: Request): number {
  const number = Number(request.get('last-event-id'));
  return Number.isSafeInteger(number) && number > 0 ? number : 0;
}

async function* eventsOf(answer: AnswerInProgress, signal: AbortSignal): AsyncGenerator<ChatEvent> {
  for await (const [, event] of answer.read(0, signal)) yield event;
}

/**
 * Returns the key under which a question that is sent again finds its answer. The id alone is one only where it is
 * in no log: clients may send the same in the header X-Request-Id, which is.
 */
function keyOf(request: Request, { user_id }: Identity, { request_id }: ChatRequest) {
  const secret = secretOf(request);
  const isSecret = secret !== '' || request_id !== requestId();
  return request_id !== undefined && isSecret ? `${user_id} ${request_id} ${secret}` : undefined;
}

/** Questions and their answers. */
export function chatRoutes(services: Services): Handlers {
  const { answers, settings, admission, rateLimit } = services;

  /** Begins an answer, or joins that of an earlier request with the same key. */
  async function beginOnce(request: Request, response: Response): Promise<AnswerInProgress> {
    const body = parseBody(chatRequest, request);
    const identity = identityOf(response);
    const current = await settings.get();
    requireOpenTo(identity, current, services.guestAccess);
    const key = keyOf(request, identity, body);
    // One that begins an answer is counted as a question.
    if (answers.has(key)) await rateLimit.request(identity.ip, current.limits);
    return answers.once(key, () => beginAnswer(services, request, response, body));
  }

  /**
   * Holds a place for a request that waits for an answer.
   *
   * @throws AppError `overloaded`, also later: the place was needed for somebody else
   */
  async function reading(
    request: Request,
    response: Response,
    read: (signal: AbortSignal) => Promise<unknown>,
  ): Promise<void> {
    // Without waiting for WordPress: its workers may all be here, and wait for this.
    const { limits } = settings.known() ?? (await settings.get());
    const ending = new AbortController();
    const signal = AbortSignal.any([clientGone(request), ending.signal]);
    const leave = admission.reader(identityOf(response), limits, () => ending.abort());
    try {
      await read(signal);
    } finally {
      leave();
    }
    if (ending.signal.aborted && !response.headersSent) throw overloaded('relayed');
  }

  async function owned(request: Request, response: Response): Promise<AnswerInProgress> {
    const { session_id } = parseQuery(answerQuery, request);
    const { publicId } = await ownSession(services, request, response, session_id);
    return answers.require(parseId(request), publicId);
  }

  return {
    'POST /chat': (request, response) =>
      reading(request, response, async (signal) => {
        const begun = await beginOnce(request, response);
        await writeEvents(response, begun.read(lastEvent(request), signal), signal);
      }),

    'POST /chat/sync': (request, response) =>
      reading(request, response, async (signal) => {
        const begun = await beginOnce(request, response);
        const reply = await collectReply(eventsOf(begun, signal));
        if (!signal.aborted) response.json(reply);
      }),

    'GET /chat/<id>/events': (request, response) =>
      reading(request, response, async (signal) => {
        const begun = await owned(request, response);
        await writeEvents(response, begun.read(lastEvent(request), signal), signal);
      }),

    'DELETE /chat/<id>': async (request, response) => {
      const begun = await owned(request, response);
      const stopped = !begun.hasEnded;
      await answers.stop([begun]);
      response.json({ stopped });
    },
  };
}

/** Latest turns of a mailed conversation. */
const mailedTurns = 50;

/** Conversations of visitors, which are their own. */
export function conversationRoutes(services: Services): Handlers {
  const { sessions, chats, settings, guestAccess, noteGaps, rateLimit, bridge } = services;
  return {
    'POST /feedback': async (request, response) => {
      const body = parseBody(feedbackRequest, request);
      const session = await ownSession(services, request, response, body.session_id);
      const { message_id, feedback, comment = null } = body;
      const rated = await chats.rate(session.id, message_id, feedback, comment);
      response.json({ updated: rated ? 1 : 0 });
      if (rated) noteGaps.note(message_id);
    },

    'POST /chat/mail': async (request, response) => {
      const { session_id, email, note = '', page_url = '' } = parseBody(mailRequest, request);
      const session = await ownSession(services, request, response, session_id);
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
      const session = await ownSession(services, request, response, session_id);
      const { reasoning } = (await settings.get()).chat;
      const turns = await chats.turns(session.id, limit, before);
      // The history leaves out reasoning when the stream does.
      response.json({
        turns: reasoning ? turns : turns.map((turn) => ({ ...turn, reasoning: '' })),
      });
    },

    'DELETE /history': async (request, response) => {
      const { session_id } = parseQuery(clearHistoryQuery, request);
      const session = await ownSession(services, request, response, session_id);
      const deleted = await chats.count(session.id);
      await sessions.remove(session.id);
      response.json({ deleted });
    },
  };
}
