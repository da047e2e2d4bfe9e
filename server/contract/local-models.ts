import { z } from 'zod';

/** For sites in other languages than English. A release has it as files of its own. */
export const multilingualName = 'multilingual-e5-small';

/**
 * `POST /models/local`: the address of a repository such as https://huggingface.co/Xenova/bge-small-en-v1.5, or of a
 * folder with a model's files; or the model that is offered for other languages than English.
 */
export const downloadModel = z.strictObject({
  address: z.union([z.literal(multilingualName), z.url({ protocol: /^https?$/ }).max(2048)]),
});

/** `GET /models/local`, and the answer to a start or a removal. */
export const localModelsReply = z.object({
  /** Where the models lie on the sidecar's machine; null: nothing can be kept. */
  folder: z.string().nullable(),
  models: z.array(
    z.object({
      name: z.string(),
      bytes: z.number().int(),
      /** Whether it comes with the program. */
      included: z.boolean(),
    }),
  ),
  /** The model that `english` of the settings stands for: the one of the site's language, as far as it is here. */
  automatic: z.string(),
  /** The multilingual model; null: it is here. */
  offer: z
    .object({
      name: z.string(),
      bytes: z.number().int(),
      /** The site's language is not English: without it pages are found by their words alone. */
      wanted: z.boolean(),
      /** False: this program knows no address for it, or nothing can be kept. */
      downloadable: z.boolean(),
    })
    .nullable(),
  /** The last download of this sidecar. */
  download: z
    .object({
      name: z.string(),
      state: z.enum(['running', 'done', 'failed']),
      /** The file that is being downloaded, or was when it failed. */
      file: z.string(),
      bytes: z.number().int(),
      /** Null: unknown. */
      total: z.number().int().nullable(),
      /** A sentence; null unless it failed. */
      error: z.string().nullable(),
    })
    .nullable(),
});
export type LocalModelsReply = z.infer<typeof localModelsReply>;
export type ModelDownload = NonNullable<LocalModelsReply['download']>;
