import type { Services } from '../../composition/services.ts';
import { downloadModel, type LocalModelsReply } from '../../contract/local-models.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Handlers } from '../contract-router.ts';
import { parseBody } from '../request.ts';

export function localModelRoutes({
  localModels,
  settings,
}: Pick<Services, 'localModels' | 'settings'>): Handlers {
  return {
    'GET /models/local': async (_request, response) => {
      const reply: LocalModelsReply = await localModels.status();
      response.json(reply);
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
