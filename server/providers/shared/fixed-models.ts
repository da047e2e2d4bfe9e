import type { ModelChoice, ModelScope } from '../registry.ts';

/** The models of a vendor whose API has no list of them. */
export interface FixedModels {
  /** With the dimensions of their vectors. */
  embedding: Readonly<Record<string, number>>;
  rerank: readonly string[];
}

/** Returns the models that serve the purpose, in the vendor's order. */
export const fixedModels =
  ({ embedding, rerank }: FixedModels) =>
  (_at: unknown, scope: ModelScope): Promise<ModelChoice[]> =>
    Promise.resolve(
      scope === 'rerank'
        ? rerank.map((id) => ({ id, label: id }))
        : Object.entries(embedding).map(([id, dimensions]) => ({ id, label: id, dimensions })),
    );
