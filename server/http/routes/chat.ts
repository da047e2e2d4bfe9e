import type { Request, Response } from 'express';
import { collectReply } from '../../chat/reply.ts';
import type { AnswerInProgress } from '../../chat/answers-in-progress.ts';
import type { Services } from '../../composition/services.ts';
import { AppError } from '../../errors/app-error.ts';
import { answerQuery, chatRequest, type ChatEvent, type ChatRequest } from '../../contract/chat.ts';
import type { Handlers } from '../contract-router.ts';
import { identityOf } from '../identity.ts';
import { clientGone, parseBody, parseId, parseQuery } from '../request.ts';
import { writeEvents } from '../sse.ts';

type ChatServices = Pick<
  Services,
  | 'answer'
  | 'answers'
  | 'settings'
  | 'sessions'
  | 'admission'
  | 'startQueue'
  | 'rateLimit'
  | 'hashAddress'
  | 'userHash'
  | 'log'
>;

const secretOf = (request: Request) => request.get('x-itih-secret') ?? '';

/** Returns the number of the last event that the client has; 0 if it has none. */
function lastEvent(request: Request): number {
  const number = Number(request.get('last-event-id'));
  return Number.isSafeInteger(number) && number > 0 ? number : 0;
}

async function* eventsOf(answer: AnswerInProgress, signal: AbortSignal): AsyncGenerator<ChatEvent> {
  for await (const [, event] of answer.read(0, signal)) yield event;
}

export function chatRoutes(services: ChatServices): Handlers {
  const { answer, answers, settings, sessions, admission, startQueue, rateLimit, hashAddress } =
    services;

  /** Stops the answers that the session has left: its next question shall not wait for them. */
  async function stopUnread(sessionId: string, secret: string): Promise<void> {
    const left = answers.unreadOf(sessionId);
    if (left.length === 0) return;
    await sessions.require(sessionId, secret);
    await answers.stop(left);
  }

  /** Begins an answer, which counts as one in progress until it has ended. */
  async function begin(request: Request, response: Response, body: ChatRequest) {
    const identity = identityOf(response);
    const { ip, locale } = identity;
    const { limits, privacy } = await settings.get();
    const { consent_text: consent } = privacy;
    if (consent !== '' && !body.consent) throw new AppError('consent_required', { consent });
    const sessionSecret = secretOf(request);
    await stopUnread(body.session_id ?? '', sessionSecret);
    const slot = admission.answer(identity, sessionSecret, limits);
    try {
      await startQueue();
      await rateLimit.question(ip, sessionSecret, limits);
    } catch (error) {
      slot.leave();
      throw error;
    }
    const question = {
      message: body.message,
      sessionId: body.session_id ?? '',
      sessionSecret,
      pageUrl: body.page_url ?? null,
      locale: body.locale ?? locale,
      ipHash: privacy.store_chats && privacy.store_ip === 'hashed' ? await hashAddress(ip) : '',
      userHash: services.userHash.of(identity.user_id),
      history: body.history,
    };
    const opened = async (secret: string) => {
      slot.join(secret);
      await rateLimit.opened(secret, limits);
    };
    return answers.begin({
      requestId: body.request_id,
      events: (signal) => answer(question, { signal, log: services.log, opened }),
      ended: slot.leave,
      log: services.log,
    });
  }

  /** Begins an answer, or joins that of an earlier request with the same id. */
  function beginOnce(request: Request, response: Response): Promise<AnswerInProgress> {
    const body = parseBody(chatRequest, request);
    return answers.once(body.request_id, () => begin(request, response, body));
  }

  /** Holds a place for a request that waits for an answer. */
  async function reading(response: Response, read: () => Promise<unknown>): Promise<void> {
    const { limits } = await settings.get();
    const slot = admission.reader(identityOf(response), limits);
    try {
      await read();
    } finally {
      slot.leave();
    }
  }

  async function owned(request: Request): Promise<AnswerInProgress> {
    const { session_id } = parseQuery(answerQuery, request);
    const { publicId } = await sessions.require(session_id, secretOf(request));
    return answers.require(parseId(request), publicId);
  }

  return {
    'POST /chat': (request, response) =>
      reading(response, async () => {
        const signal = clientGone(request);
        const begun = await beginOnce(request, response);
        await writeEvents(response, begun.read(lastEvent(request), signal), signal);
      }),

    'POST /chat/sync': (request, response) =>
      reading(response, async () => {
        const signal = clientGone(request);
        const begun = await beginOnce(request, response);
        const reply = await collectReply(eventsOf(begun, signal));
        if (!signal.aborted) response.json(reply);
      }),

    'GET /chat/<id>/events': (request, response) =>
      reading(response, async () => {
        const signal = clientGone(request);
        const begun = await owned(request);
        await writeEvents(response, begun.read(lastEvent(request), signal), signal);
      }),

    'DELETE /chat/<id>': async (request, response) => {
      const begun = await owned(request);
      const stopped = !begun.hasEnded;
      await answers.stop([begun]);
      response.json({ stopped });
    },
  };
}
