import {
  bulkRequest,
  collectionQuery,
  createDocuments,
  documentsQuery,
  indexPostsRequest,
  linkedFilesQuery,
  processRequest,
  queueRequest,
} from '../../contract/knowledge.ts';
import { searchRequest } from '../../contract/search.ts';
import { suggestions, type SuggestionsContext } from '../../chat/answer/next-questions.ts';
import type { Services } from '../../composition/services.ts';
import { linkedFiles } from '../../ingestion/linked-files.ts';
import { readPost } from '../../ingestion/reading.ts';
import { toDocumentView } from '../../storage/documents.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Handlers } from '../contract-router.ts';
import { clientGone, parseBody, parseId, parseQuery, sendPage, setTotals } from '../request.ts';
import { explainSearch } from '../../retrieval/search.ts';

export function documentRoutes(services: Services): Handlers {
  const { documents, chunks, knowledge, indexPosts } = services;
  return {
    'GET /documents': async (request, response) => {
      const query = parseQuery(documentsQuery, request);
      const { rows, total } = await documents.list(query);
      sendPage(response, rows.map(toDocumentView), total, query.per_page);
    },

    'POST /documents': async (request, response) => {
      const added = await knowledge.add(parseBody(createDocuments, request));
      response.status(201).json({ ...added, documents: added.documents.map(toDocumentView) });
    },

    'GET /documents/<id>': async (request, response) => {
      const { page, per_page } = parseQuery(collectionQuery, request);
      const document = await documents.get(parseId(request));
      setTotals(response, document.chunk_count, per_page);
      const shown = await chunks.ofDocument(document.id, per_page, (page - 1) * per_page);
      response.json({ document: toDocumentView(document), chunks: shown });
    },

    'DELETE /documents/<id>': async (request, response) => {
      if (!(await knowledge.remove(parseId(request)))) throw new AppError('not_found');
      response.json({ deleted: true });
    },

    'POST /documents/<id>/process': async (request, response) => {
      const { mode, force } = parseBody(processRequest, request);
      const { document, done } = await knowledge.process(parseId(request), mode, force);
      response.status(done ? 200 : 202).json({ document: toDocumentView(document) });
    },

    'POST /documents/bulk': async (request, response) => {
      response.json(await knowledge.bulk(parseBody(bulkRequest, request)));
    },

    'GET /linked-files': async (request, response) => {
      const { after } = parseQuery(linkedFilesQuery, request);
      response.json(await linkedFiles(services, after));
    },

    'GET /posts/<id>/reading': async (request, response) => {
      response.json(await readPost(services, parseId(request), clientGone(request)));
    },

    'GET /suggestions': async (request, response) => {
      const options = { signal: clientGone(request), log: services.log };
      const search: SuggestionsContext['search'] = (query, given) =>
        explainSearch(services, query, given);
      const questions = await suggestions({ ...services, search }, options);
      response.json({ questions });
    },

    'POST /posts/index': async (request, response) => {
      response.status(202).json(await indexPosts.start(parseBody(indexPostsRequest, request)));
    },

    'PUT /queue': async (request, response) => {
      const { paused } = parseBody(queueRequest, request);
      await services.queue.pause(paused);
      services.worker.wake();
      response.json({ paused });
    },

    'POST /search': async (request, response) => {
      const wanted = parseBody(searchRequest, request);
      const signal = clientGone(request);
      response.json(await explainSearch(services, wanted, { signal, log: services.log }));
    },
  };
}
