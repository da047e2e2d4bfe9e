import { createHash } from 'node:crypto';
import { AppError } from '../errors/app-error.ts';
import type { Embedder } from '../providers/embedder.ts';
import type { EmbedderChoice } from '../providers/registry.ts';
import type { State } from '../storage/state.ts';

export const probeText = 'How many dimensions has a text?';

export const hash = (value: unknown, length: number) =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, length);

/** Name in the state of the number of dimensions that the choice was found to have. */
export const probeName = ({ provider, model, base_url, dimensions }: EmbedderChoice) =>
  `dimensions:${hash([provider, model, base_url, dimensions], 32)}`;

/** Returns the number of dimensions. The embedder is asked once; later the answer is read from the state. */
export async function probeDimensions(
  state: State,
  embedder: Embedder,
  choice: EmbedderChoice,
): Promise<number> {
  if (embedder.dimensions !== undefined) return embedder.dimensions;
  const name = probeName(choice);
  const found = Number(await state.readText(name));
  if (found > 0) return found;
  const { signal } = new AbortController();
  const [vector] = await embedder.embed([probeText], { purpose: 'document', signal });
  const dimensions = vector?.length ?? 0;
  if (dimensions === 0) throw new AppError('provider_error');
  await state.writeText(name, String(dimensions));
  return dimensions;
}
