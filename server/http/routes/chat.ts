import type { Request, Response } from 'express';
import { chatRequest, type ChatEvent } from '../../contract/chat.ts';
import { collectReply } from '../../chat/reply.ts';
import type { Services } from '../../composition/services.ts';
import type { Handlers } from '../contract-router.ts';
import { identityOf } from '../identity.ts';
import { hashAddress } from '../../chat/rate-limit.ts';
import { clientGone, parseBody } from '../request.ts';
import { writeEvents } from '../sse.ts';

type Give = (events: AsyncGenerator<ChatEvent, void>, signal: AbortSignal) => Promise<unknown>;

export function chatRoutes(
  services: Pick<
    Services,
    'answer' | 'settings' | 'admission' | 'rateLimit' | 'keys' | 'userHash' | 'clock'
  >,
): Handlers {
  const { answer, settings, admission, rateLimit, keys, userHash, clock } = services;

  /** Answers a question through `give`. The answer counts as one in progress until it has ended. */
  async function converse(request: Request, response: Response, give: Give): Promise<void> {
    const signal = clientGone(request);
    const identity = identityOf(response);
    const { ip, locale } = identity;
    const { limits, privacy } = await settings.get();
    const body = parseBody(chatRequest, request);
    const sessionSecret = request.get('x-itih-secret') ?? '';
    const slot = admission.answer(identity, sessionSecret, limits);
    try {
      await rateLimit(ip, limits);
      const question = {
        message: body.message,
        sessionId: body.session_id ?? '',
        sessionSecret,
        pageUrl: body.page_url ?? null,
        locale: body.locale ?? locale,
        ipHash: privacy.store_ip === 'hashed' ? hashAddress(ip, keys.addresses, clock()) : '',
        userHash: userHash.of(identity.user_id),
      };
      const { log } = request;
      await give(answer(question, { signal, log, opened: slot.join }), signal);
    } finally {
      slot.leave();
    }
  }

  return {
    'POST /chat': (request, response) =>
      converse(request, response, (events, signal) => writeEvents(response, events, signal)),

    'POST /chat/sync': (request, response) =>
      converse(request, response, async (events) => response.json(await collectReply(events))),
  };
}
