import type { Request, Response } from 'express';
import type { Services } from '../../composition/services.ts';
import type { Session } from '../../storage/sessions.ts';
import { identityOf } from '../identity.ts';

export const secretOf = (request: Request) => request.get('x-itih-secret') ?? '';

/** Finds the caller's own session. @throws AppError `invalid_session` */
export const createOwnSession =
  ({ sessions, userHash }: Pick<Services, 'sessions' | 'userHash'>) =>
  (request: Request, response: Response, id: string): Promise<Session> =>
    sessions.require(id, secretOf(request), userHash.of(identityOf(response).user_id));
