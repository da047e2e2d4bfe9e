import {
  IdentifierNode,
  OperationNodeTransformer,
  type KyselyPlugin,
  type QueryId,
  type SchemableIdentifierNode,
} from 'kysely';
import { tableNames } from './schema.ts';

const names: ReadonlySet<string> = new Set(tableNames);

class TablePrefixer extends OperationNodeTransformer {
  readonly #prefix: string;

  constructor(prefix: string) {
    super();
    this.#prefix = prefix;
  }

  protected override transformSchemableIdentifier(
    node: SchemableIdentifierNode,
    queryId?: QueryId,
  ): SchemableIdentifierNode {
    const transformed = super.transformSchemableIdentifier(node, queryId);
    const { name } = transformed.identifier;
    if (!names.has(name)) return transformed;
    return { ...transformed, identifier: IdentifierNode.create(this.#prefix + name) };
  }
}

/** Adds the prefix to table names: `documents` becomes `wp_rag_documents`. Aliases must not be table names. */
export function tablePrefix(prefix: string): KyselyPlugin {
  const transformer = new TablePrefixer(prefix);
  return {
    transformQuery: ({ node, queryId }) => transformer.transformNode(node, queryId),
    transformResult: ({ result }) => Promise.resolve(result),
  };
}
