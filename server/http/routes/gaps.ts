import { gapsQuery, updateGapRequest } from '../../contract/gaps.ts';
import type { Services } from '../../composition/services.ts';
import type { Handlers } from '../contract-router.ts';
import { clientGone, parseBody, parseId, parseQuery } from '../request.ts';
import { setTotals } from '../totals.ts';

type GapServices = Pick<Services, 'gaps' | 'gapDetail' | 'log'>;

export function gapRoutes({ gaps, gapDetail, log }: GapServices): Handlers {
  return {
    'GET /gaps': async (request, response) => {
      const query = parseQuery(gapsQuery, request);
      const { rows, total } = await gaps.list(query);
      setTotals(response, total, query.per_page);
      response.json(rows);
    },

    'GET /gaps/<id>': async (request, response) => {
      const signal = clientGone(request);
      response.json(await gapDetail(parseId(request), { signal, log }));
    },

    'POST /gaps/<id>': async (request, response) => {
      const { state, action, seen } = parseBody(updateGapRequest, request);
      const id = parseId(request);
      await gaps.update(id, state, action, seen === undefined ? undefined : Date.parse(seen));
      response.json(await gaps.get(id));
    },
  };
}
