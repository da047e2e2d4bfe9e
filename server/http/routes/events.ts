import { eventsRequest } from '../../contract/bridge.ts';
import type { Services } from '../../services.ts';
import type { Handlers } from '../contract-router.ts';
import { parseBody } from '../request.ts';

export function eventRoutes({ siteChanged }: Services): Handlers {
  return {
    'POST /events': async (request, response) => {
      const { events } = parseBody(eventsRequest, request);
      await siteChanged(events);
      response.status(202).json({ accepted: events.length });
    },
  };
}
