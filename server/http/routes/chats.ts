import { once } from 'node:events';
import {
  askRequest,
  chatsFilter,
  chatsQuery,
  deleteChatsRequest,
  type ChatFacets,
} from '../../contract/chats.ts';
import { askAsOwner } from '../../chat/answer/turns.ts';
import { exportTurns } from '../../chat/conversations/export-turns.ts';
import { importChats } from '../../chat/conversations/import-chats.ts';
import { readConversation } from '../../chat/conversations/read-conversation.ts';
import { gapDetail } from '../../chat/gaps/gaps.ts';
import type { Services } from '../../composition/services.ts';
import { askCommonQuestions, changeCommonQuestion } from '../../contract/common-questions.ts';
import { importChats as importRequest } from '../../contract/import.ts';
import { figuresQuery } from '../../contract/figures.ts';
import { gapsQuery, updateGapRequest } from '../../contract/gaps.ts';
import { AppError } from '../../errors/app-error.ts';
import { pagePath } from '../../net/page-path.ts';
import type { Handlers } from '../contract-router.ts';
import { identityOf } from '../identity.ts';
import { clientGone, parseBody, parseId, parseQuery, sendPage } from '../request.ts';

/** Values of a filter that can be chosen. */
const maxFacets = 100;

/** Returns the different values, the most frequent first. */
function byFrequency(values: readonly string[]): string[] {
  const groups = Map.groupBy(
    values.filter((value) => value !== ''),
    (value) => value,
  );
  return [...groups]
    .sort(([, a], [, b]) => b.length - a.length)
    .slice(0, maxFacets)
    .map(([value]) => value);
}

export function chatsRoutes(services: Services): Handlers {
  const { conversations, sessions, deleteChats, unreadRatings, settings } = services;

  return {
    'GET /chats': async (request, response) => {
      const query = parseQuery(chatsQuery, request);
      const { chats, total } = await conversations.list(query);
      if (query.feedback === 'down') await unreadRatings.seen();
      sendPage(response, chats, total, query.per_page);
    },

    'GET /chats/facets': async (_request, response) => {
      const questions = await conversations.facets();
      const home = settings.site()?.home_url;
      const facets: ChatFacets = {
        pages: byFrequency(questions.map(({ pageUrl }) => pagePath(pageUrl, home))),
        languages: byFrequency(questions.map(({ language }) => language)),
      };
      response.json(facets);
    },

    'GET /chats/export': async (request, response) => {
      const filter = parseQuery(chatsFilter, request);
      const signal = clientGone(request);
      const texts = exportTurns(conversations, filter);
      // Until the first turns are read, a failure is an ordinary error.
      const head = await texts.next();
      response.writeHead(200, {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': 'attachment; filename="conversations.csv"',
        'X-Accel-Buffering': 'no',
      });
      try {
        for (let next = head; !next.done && !signal.aborted; next = await texts.next()) {
          if (response.write(next.value)) continue;
          await once(response, 'drain', { signal }).catch(() => undefined);
        }
        response.end();
      } catch (error) {
        // A file that ends early must not look whole.
        services.log.error({ err: error }, 'the export broke off');
        response.destroy();
      } finally {
        await texts.return(undefined);
      }
    },

    'POST /chats/import': async (request, response) => {
      response.json(await importChats(services, parseBody(importRequest, request).chats));
    },

    'POST /chats/delete': async (request, response) => {
      const wanted = parseBody(deleteChatsRequest, request);
      if ('sessions' in wanted) {
        const ids = await conversations.idsOf(wanted.sessions);
        response.json({ deleted: await sessions.removeAll(ids) });
        return;
      }
      const begun = await deleteChats.start(wanted.filter);
      response.status(begun.deletion ? 202 : 200).json(begun);
    },

    'GET /chats/deletion': async (_request, response) => {
      response.json({ deletion: await deleteChats.latest() });
    },

    'DELETE /chats/deletion': async (_request, response) => {
      response.json({ deletion: await deleteChats.end() });
    },

    'GET /chats/<session>': async (request, response) => {
      const found = await readConversation(services, String(request.params['session']));
      if (!found) throw new AppError('not_found');
      response.json(found);
    },

    'DELETE /chats/<session>': async (request, response) => {
      if (!(await sessions.removeNamed(String(request.params['session'])))) {
        throw new AppError('not_found');
      }
      response.json({ deleted: true });
    },

    'GET /figures': async (request, response) => {
      const { days } = parseQuery(figuresQuery, request);
      response.json(await services.figures.read(days));
    },

    'POST /ask': async (request, response) => {
      const question = parseBody(askRequest, request);
      const { locale } = identityOf(response);
      const options = { signal: clientGone(request), log: services.log };
      response.json(await askAsOwner(services, question, locale, options));
    },
  };
}

export function commonQuestionRoutes({ commonQuestions }: Services): Handlers {
  return {
    'GET /common-questions': async (_request, response) => {
      response.json(await commonQuestions.read());
    },

    'POST /common-questions': async (request, response) => {
      const wanted = parseBody(askCommonQuestions, request);
      response.status(202).json(await commonQuestions.start(wanted));
    },

    'POST /common-questions/<name>': async (request, response) => {
      const change = parseBody(changeCommonQuestion, request);
      response.json(await commonQuestions.change(String(request.params['name']), change));
    },
  };
}

export function gapRoutes(services: Services): Handlers {
  const { gaps, log } = services;
  return {
    'GET /gaps': async (request, response) => {
      const query = parseQuery(gapsQuery, request);
      const { rows, total } = await gaps.list(query);
      sendPage(response, rows, total, query.per_page);
    },

    'GET /gaps/<id>': async (request, response) => {
      const signal = clientGone(request);
      response.json(await gapDetail(services, parseId(request), { signal, log }));
    },

    'POST /gaps/<id>': async (request, response) => {
      const { state, action, seen } = parseBody(updateGapRequest, request);
      const id = parseId(request);
      await gaps.update(id, state, action, seen === undefined ? undefined : Date.parse(seen));
      response.json(await gaps.get(id));
    },
  };
}
