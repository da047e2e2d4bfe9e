import type { z } from 'zod';
import { AppError } from '../../errors/app-error.ts';
import {
  answerEstimateRequest,
  type AnswerEstimate,
  createIndexRequest,
  embeddingEstimateRequest,
  modelsQuery,
  modelsRequest,
  testRequest,
  type DashboardReply,
} from '../../contract/admin.ts';
import { downloadModel } from '../../contract/local-models.ts';
import {
  foundBusiness,
  foundBusinessState,
  saveSettingsQuery,
  settingsPatch,
  type Settings,
} from '../../contract/settings.ts';
import type { Services } from '../../composition/services.ts';
import { readStatus } from '../../composition/status.ts';
import { groupOf, testConnection } from '../../composition/test-connection.ts';
import { hundredAnswers, usualTokens } from '../../providers/model-price.ts';
import { pricesAsOf } from '../../providers/model-traits.ts';
import { maskSettings } from '../../wordpress/settings.ts';
import type { Handlers } from '../contract-router.ts';
import { clientGone, parseBody, parseQuery } from '../request.ts';

/** Returns the id of a model; empty when its provider is not available. */
function idOf(make: () => { id: string }): string {
  try {
    return make().id;
  } catch {
    return '';
  }
}

export function adminRoutes(services: Services): Handlers {
  const masked = (current: Settings) => maskSettings(current, settings.givenKeys());
  const { settings, documents, providers, vectorize, state } = services;
  async function settingsReply(current: Settings) {
    const found = await state.readText(foundBusinessState);
    return {
      settings: masked(current),
      revision: settings.revision(),
      found: foundBusiness.parse(found === null ? {} : JSON.parse(found)),
    };
  }
  /** Lists the models of the named provider or the active one. */
  async function models(query: z.infer<typeof modelsRequest>, signal: AbortSignal) {
    const { scope, provider, settings: unsaved = {} } = query;
    const current = await settings.patched(unsaved);
    const asked = provider ?? current[groupOf[scope]].provider;
    return asked === '' ? [] : providers.models(current, scope, asked, signal);
  }

  return {
    'GET /settings': async (_request, response) => {
      response.json(await settingsReply(await settings.get()));
    },

    'PUT /settings': async (request, response) => {
      const { revision, check } = parseQuery(saveSettingsQuery, request);
      const patch = parseBody(settingsPatch, request);
      const saved = await services.saveSettings(patch, check === '1', revision);
      response.json(await settingsReply(saved));
    },

    'GET /dashboard': async (_request, response) => {
      const [current, counts, summary] = await Promise.all([
        settings.get(),
        documents.counts(),
        services.figures.summary(),
      ]);
      const { engine } = current.vector_store;
      const reply: DashboardReply = {
        documents: counts,
        chats: summary,
        providers: {
          llm: {
            provider: current.llm.provider,
            model: idOf(() => providers.languageModel(current)),
          },
          embedding: {
            provider: current.embeddings.provider,
            model: idOf(() => providers.embedder(current)),
          },
          vector_store: engine === 'auto' ? 'relational' : engine,
        },
      };
      response.json(reply);
    },

    'GET /status': async (_request, response) => {
      response.json(await readStatus(services));
    },

    'GET /admin/models': async (request, response) => {
      const query = parseQuery(modelsQuery, request);
      response.json({ models: await models(query, clientGone(request)) });
    },

    'POST /admin/models': async (request, response) => {
      const query = parseBody(modelsRequest, request);
      response.json({ models: await models(query, clientGone(request)) });
    },

    'POST /admin/test': async (request, response) => {
      const { scope, settings: unsaved = {} } = parseBody(testRequest, request);
      response.json(await testConnection(services, scope, unsaved, clientGone(request)));
    },

    'POST /vector-store/create-index': async (request, response) => {
      const { dimensions: wanted } = parseBody(createIndexRequest, request);
      const signal = clientGone(request);
      const test = await testConnection(services, 'embedding', {}, signal);
      if (!test.ok) throw new AppError('provider_error', { message: test.message });
      const dimensions = wanted ?? test.dimensions ?? 0;
      const current = await settings.get();
      // The site's own database takes vectors of any length without an index.
      const created =
        current.vector_store.engine === 'vectorize' &&
        (await vectorize.createIndex(current, dimensions, signal));
      const ok = dimensions === test.dimensions;
      response.json({ ok, created, dimensions, metric: 'cosine' });
    },
  };
}

/** Costs of what is chosen and not saved yet. */
export function estimateRoutes({ settings, indexReport, clock }: Services): Handlers {
  return {
    'POST /admin/embedding-estimate': async (request, response) => {
      const { settings: unsaved = {} } = parseBody(embeddingEstimateRequest, request);
      response.json(await indexReport.estimate(unsaved));
    },

    'POST /admin/answer-estimate': async (request, response) => {
      const { settings: unsaved = {} } = parseBody(answerEstimateRequest, request);
      const { llm } = await settings.patched(unsaved);
      const reply: AnswerEstimate = {
        tokens: usualTokens,
        price_usd: hundredAnswers(llm, clock()),
        as_of: pricesAsOf,
      };
      response.json(reply);
    },
  };
}

export function localModelRoutes({ localModels, settings }: Services): Handlers {
  return {
    'GET /models/local': async (_request, response) => {
      response.json(await localModels.status());
    },

    'POST /models/local': async (request, response) => {
      const { address } = parseBody(downloadModel, request);
      localModels.start(address);
      response.status(202).json(await localModels.status());
    },

    'DELETE /models/local/<name>': async (request, response) => {
      const name = String(request.params['name']);
      const { embeddings } = await settings.get();
      if (embeddings.provider === 'local' && localModels.chosen(embeddings.local.model) === name) {
        throw new AppError('conflict', { message: 'This model finds the passages at present.' });
      }
      await localModels.remove(name);
      response.json(await localModels.status());
    },
  };
}
