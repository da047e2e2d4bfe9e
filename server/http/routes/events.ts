import { eventsRequest, removeDataRequest } from '../../contract/bridge.ts';
import type { Services } from '../../composition/services.ts';
import type { Handlers } from '../contract-router.ts';
import { parseBody } from '../request.ts';

/** Calls of the shim itself, not of a user. */
export function eventRoutes({
  siteChanged,
  removeData,
}: Pick<Services, 'siteChanged' | 'removeData'>): Handlers {
  return {
    'POST /events': async (request, response) => {
      const { events } = parseBody(eventsRequest, request);
      await siteChanged(events);
      response.status(202).json({ accepted: events.length });
    },

    'GET /ping': (_request, response) => {
      response.json({ ok: true });
    },

    'DELETE /data': async (request, response) => {
      const { settings } = parseBody(removeDataRequest, request);
      await removeData.run(settings);
      response.json({ deleted: true });
    },
  };
}
