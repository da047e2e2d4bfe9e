import { AppError } from '../errors/app-error.ts';
import type { LanguageModel } from '../providers/language-model.ts';
import type { SlowModels } from '../providers/slow-models.ts';

/** After two late answers, which visitors have waited for in vain, a model is not asked for ten minutes. */
export const lateLimits = { failures: 2, pause: 10 * 60 * 1000 };

/** Returns a model that tells whether it begins to answer in time. */
export const noteLate = (model: LanguageModel, late: SlowModels): LanguageModel => ({
  id: model.id,
  async *stream(request, options) {
    try {
      for await (const event of model.stream(request, options)) {
        if (event.type === 'text') late.succeeded(model.id);
        yield event;
      }
    } catch (error) {
      const isLate = error instanceof AppError && error.code === 'provider_timeout';
      if (isLate && !options.signal.aborted) late.failed(model.id);
      throw error;
    }
  },
});

/** Returns the models that are not too slow at present; all, if nobody else is left to ask. */
export function inTime(
  models: readonly LanguageModel[],
  late: Pick<SlowModels, 'isSlow'>,
): readonly LanguageModel[] {
  const quick = models.filter(({ id }) => !late.isSlow(id));
  return quick.length > 0 ? quick : models;
}
