import { privacyQuery } from '../../contract/privacy.ts';
import type { Services } from '../../composition/services.ts';
import type { Handlers } from '../contract-router.ts';
import { parseId, parseQuery } from '../request.ts';

/** Calls of core's privacy tools about a logged-in visitor. */
export function privacyRoutes({
  personalChats,
  sessions,
  userHash,
}: Pick<Services, 'personalChats' | 'sessions' | 'userHash'>): Handlers {
  return {
    'GET /privacy/<id>': async (request, response) => {
      const { page } = parseQuery(privacyQuery, request);
      response.json(await personalChats.page(userHash.all(parseId(request)), page));
    },

    'DELETE /privacy/<id>': async (request, response) => {
      response.json(await sessions.removeOfUser(userHash.all(parseId(request))));
    },
  };
}
