import type { Request, Response } from 'express';
import { settingsFor } from '../../chat/owner-words.ts';
import type { ChatRequest } from '../../contract/chat.ts';
import type { Services } from '../../composition/services.ts';
import { network } from '../../chat/rate-limit.ts';
import type { Prepared } from '../../chat/start-queue.ts';
import { AppError } from '../../errors/app-error.ts';
import { identityOf } from '../identity.ts';
import { createOwnSession, secretOf } from './own-session.ts';

export type BeginServices = Pick<
  Services,
  | 'answer'
  | 'answers'
  | 'settings'
  | 'guestAccess'
  | 'sessions'
  | 'admission'
  | 'answerInTurn'
  | 'rateLimit'
  | 'hashAddress'
  | 'userHash'
  | 'log'
>;

/** Returns a function that begins an answer, after consent, places, order and limits. */
export function createBeginAnswer(services: BeginServices) {
  const { answer, answers, answerInTurn, settings, admission } = services;
  const { rateLimit, hashAddress, userHash, log } = services;
  const ownSession = createOwnSession(services);

  /** Stops the answers that the session has left: its next question shall not wait for them. */
  async function stopUnread(
    request: Request,
    response: Response,
    sessionId: string,
  ): Promise<void> {
    const left = answers.unreadOf(sessionId);
    if (left.length === 0) return;
    await ownSession(request, response, sessionId);
    await answers.stop(left);
  }

  /** Begins an answer, which counts as one in progress until it has ended. */
  return async function begin(request: Request, response: Response, body: ChatRequest) {
    const identity = identityOf(response);
    const { ip, locale } = identity;
    const language = body.locale ?? locale;
    response.locals['locale'] = language;
    const { limits, privacy } = await settingsFor(settings, language);
    const { consent_text: consent } = privacy;
    if (consent !== '' && !body.consent) throw new AppError('consent_required', { consent });
    await stopUnread(request, response, body.session_id ?? '');
    const sessionSecret = secretOf(request);
    const slot = admission.answer(identity, sessionSecret, limits);
    async function* inTurn(signal: AbortSignal, prepared: Prepared) {
      await rateLimit.question(ip, sessionSecret, limits);
      const question = {
        message: body.message,
        sessionId: body.session_id ?? '',
        sessionSecret,
        pageUrl: body.page_url ?? null,
        locale: language,
        ipHash: privacy.store_chats && privacy.store_ip === 'hashed' ? await hashAddress(ip) : '',
        userHash: userHash.of(identity.user_id),
        history: body.history,
      };
      const opened = async (secret: string) => {
        slot.join(secret);
        await rateLimit.opened(secret, limits);
      };
      yield* answer(question, { signal, log, opened, prepared });
    }
    return answers.begin({
      events: (signal) =>
        answerInTurn({
          locale: language,
          turn: { network: network(ip), begin: slot.begin, signal },
          answer: (prepared) => inTurn(signal, prepared),
          log,
        }),
      ended: slot.leave,
      log,
    });
  };
}
