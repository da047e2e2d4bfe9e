import type { Request, Response } from 'express';
import { overloaded } from '../../chat/overloaded.ts';
import { requireOpenTo } from '../../chat/open-chat.ts';
import { collectReply } from '../../chat/reply.ts';
import type { AnswerInProgress } from '../../chat/answers-in-progress.ts';
import { answerQuery, chatRequest, type ChatEvent, type ChatRequest } from '../../contract/chat.ts';
import type { Identity } from '../../contract/bridge.ts';
import { requestId } from '../../runtime/request-id.ts';
import type { Handlers } from '../contract-router.ts';
import { identityOf } from '../identity.ts';
import { clientGone, parseBody, parseId, parseQuery } from '../request.ts';
import { writeEvents } from '../sse.ts';
import { createBeginAnswer, type BeginServices } from './begin-answer.ts';
import { createOwnSession, secretOf } from './own-session.ts';

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

export function chatRoutes(services: BeginServices): Handlers {
  const { answers, settings, admission, rateLimit } = services;
  const ownSession = createOwnSession(services);
  const begin = createBeginAnswer(services);

  /** Begins an answer, or joins that of an earlier request with the same key. */
  async function beginOnce(request: Request, response: Response): Promise<AnswerInProgress> {
    const body = parseBody(chatRequest, request);
    const identity = identityOf(response);
    const current = await settings.get();
    requireOpenTo(identity, current, services.guestAccess);
    const key = keyOf(request, identity, body);
    // One that begins an answer is counted as a question.
    if (answers.has(key)) await rateLimit.request(identity.ip, current.limits);
    return answers.once(key, () => begin(request, response, body));
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
    const slot = admission.reader(identityOf(response), limits, () => ending.abort());
    try {
      await read(signal);
    } finally {
      slot.leave();
    }
    if (ending.signal.aborted && !response.headersSent) throw overloaded('relayed');
  }

  async function owned(request: Request, response: Response): Promise<AnswerInProgress> {
    const { session_id } = parseQuery(answerQuery, request);
    const { publicId } = await ownSession(request, response, session_id);
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
