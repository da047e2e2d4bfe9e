import { __, sprintf } from '@wordpress/i18n';
import { providerLabel } from '../labels.ts';
import { builtin, local, offered, type Scope } from '../models/providers.ts';
import { place, type Field, type TabName } from './field.ts';

const special = { kind: 'special' } as const;

/** Settings of the connection to each vendor. */
function connections(scope: Scope, tab: TabName): Field[] {
  const names: Record<string, string> = {
    api_key: __('API key', 'itih-rag-chat'),
    base_url: __('Base URL', 'itih-rag-chat'),
    model: __('Model', 'itih-rag-chat'),
    account_id: __('Account ID', 'itih-rag-chat'),
  };
  const vendors = offered[scope].filter((id) => id !== builtin && id !== local);
  return vendors.flatMap((vendor) =>
    Object.entries(names).flatMap(([name, text]) =>
      place(tab, scope, {
        [`${scope}.${vendor}.${name}`]: {
          /* translators: 1: name of a vendor. 2: name of a setting, such as "Model". */
          label: sprintf(__('%1$s: %2$s', 'itih-rag-chat'), providerLabel(vendor), text),
          control: special,
        },
      }),
    ),
  );
}

/** Settings that the forms of models and of the vector store edit. */
export const modelFields = (): Field[] => [
  ...place('models', 'llm', {
    'llm.provider': { label: __('Language model', 'itih-rag-chat'), control: special },
    'llm.fallback': { label: __('Provider in reserve', 'itih-rag-chat'), control: special },
    'llm.traits': { label: __('Own figures of models', 'itih-rag-chat'), control: special },
    'chat.reasoning': { label: __('Let it think first', 'itih-rag-chat'), control: special },
    'chat.reasoning_effort': { label: __('How much it thinks', 'itih-rag-chat'), control: special },
  }),
  ...connections('llm', 'models'),
  ...place('embeddings', 'embeddings', {
    'embeddings.provider': { label: __('Embeddings', 'itih-rag-chat'), control: special },
    'embeddings.dimensions': { label: __('Dimensions', 'itih-rag-chat'), control: special },
    'embeddings.local.model': { label: __('Local model', 'itih-rag-chat'), control: special },
  }),
  ...connections('embeddings', 'embeddings'),
  ...place('embeddings', 'rerank', {
    'rerank.provider': { label: __('Reranking', 'itih-rag-chat'), control: special },
    'rerank.candidates': { label: __('Passages to rerank', 'itih-rag-chat'), control: special },
  }),
  ...connections('rerank', 'embeddings'),
  ...place('store', 'vector-store', {
    'vector_store.engine': {
      label: __('Where vectors are compared', 'itih-rag-chat'),
      control: special,
    },
    'vector_store.account_id': { label: __('Account ID', 'itih-rag-chat'), control: special },
    'vector_store.api_token': { label: __('API token', 'itih-rag-chat'), control: special },
    'vector_store.index_name': {
      label: __('Name of the index', 'itih-rag-chat'),
      control: special,
    },
  }),
  ...place('mcp', 'tools', {
    'mcp.enabled': { label: __('Let the chat use tools', 'itih-rag-chat'), control: special },
  }),
  ...place('answers', 'answers', {
    'chat.curated': { label: __('Your answers', 'itih-rag-chat'), control: special },
    'chat.synonyms': { label: __('Synonyms', 'itih-rag-chat'), control: special },
  }),
];
