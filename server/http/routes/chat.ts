import type { Request, Response } from 'express';
import { AppError } from '../../app-error.ts';
import { chatRequest, type ChatReply } from '../../contract/chat.ts';
import type { Question } from '../../pipeline/answer.ts';
import { collectReply } from '../../pipeline/reply.ts';
import type { Services } from '../../services.ts';
import type { Handlers } from '../contract-router.ts';
import { identityOf } from '../identity.ts';
import { hashAddress } from '../rate-limit.ts';
import { clientGone, parseBody } from '../request.ts';
import { writeEvents } from '../sse.ts';

export function chatRoutes(services: Services): Handlers {
  const { answer, settings, rateLimit, keys, clock } = services;

  async function readQuestion(request: Request, response: Response): Promise<Question> {
    const { ip, locale } = identityOf(response);
    const { limits, privacy } = await settings.get();
    const body = parseBody(chatRequest, request);
    if (body.message.trim() === '') throw new AppError('empty_message');
    await rateLimit(ip, limits);
    return {
      message: body.message,
      sessionId: body.session_id ?? '',
      sessionSecret: request.get('x-itih-secret') ?? '',
      pageUrl: body.page_url ?? null,
      locale: body.locale ?? locale,
      ipHash: privacy.store_ip === 'hashed' ? hashAddress(ip, keys.addresses, clock()) : '',
    };
  }

  return {
    'POST /chat': async (request, response) => {
      const signal = clientGone(request);
      const question = await readQuestion(request, response);
      await writeEvents(response, answer(question, { signal, log: request.log }), signal);
    },

    'POST /chat/sync': async (request, response) => {
      const signal = clientGone(request);
      const question = await readQuestion(request, response);
      const reply: ChatReply = await collectReply(answer(question, { signal, log: request.log }));
      response.json(reply);
    },
  };
}
