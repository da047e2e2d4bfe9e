import { z } from 'zod';

/**
 * `POST /models/local`: the address of a repository such as https://huggingface.co/minishlab/potion-base-8M, or of
 * a folder with a model's files.
 */
export const downloadModel = z.strictObject({
  address: z.url({ protocol: /^https?$/ }).max(2048),
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
