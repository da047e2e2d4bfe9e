import type { LocalModels } from '../../providers/local/local-models.ts';
import { type Finding, warn } from './findings.ts';

/** Finds a model that is missing on this machine; null: the chosen one can be tried. */
export async function checkLocalModel(
  localModels: Pick<LocalModels, 'chosen' | 'status'>,
  model: string,
): Promise<Finding | null> {
  const chosen = localModels.chosen(model);
  if (chosen === null) {
    const says = `There is no model "${model}" in the ONNX format on this machine: pages are found by their words.`;
    return warn('embeddings', says, 'Choose another under RAG Chat › Settings › Embeddings.');
  }
  const { offer, automatic } = await localModels.status();
  if (!offer?.wanted || chosen !== automatic) return null;
  const says = `Pages in other languages than English are found by their words, until ${offer.name} is here.`;
  const next = offer.downloadable
    ? 'Download it under RAG Chat › Settings › Embeddings, or with `wp itih models download`.'
    : 'Put its folder into models/ of the sidecar’s state folder; docs/hosting.md says where it is.';
  return warn('embeddings', says, next);
}
