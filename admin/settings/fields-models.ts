import { __, sprintf } from '@wordpress/i18n';
import { providerLabel } from '../labels.ts';
import { connected, type Scope } from '../models/providers.ts';
import type { SettingPath } from './draft.ts';
import { place, type Field, type TabName } from './field.ts';

/** Places settings that components of their own edit, by their labels. */
const special = (tab: TabName, section: string, labels: Record<SettingPath, string>): Field[] =>
  Object.entries(labels).flatMap(([path, label]) =>
    place(tab, section, { [path]: { label, control: { kind: 'special' } } }),
  );

/** Settings of the connection to each vendor. */
function connections(scope: Scope, tab: TabName): Field[] {
  const names: Record<string, string> = {
    api_key: __('API key', 'itih-rag-chat'),
    base_url: __('Base URL', 'itih-rag-chat'),
    model: __('Model', 'itih-rag-chat'),
    account_id: __('Account ID', 'itih-rag-chat'),
  };
  return connected(scope).flatMap((vendor) =>
    Object.entries(names).flatMap(([name, text]) =>
      special(tab, scope, {
        [`${scope}.${vendor}.${name}`]: sprintf(
          /* translators: 1: name of a vendor. 2: name of a setting, such as "Model". */
          __('%1$s: %2$s', 'itih-rag-chat'),
          providerLabel(vendor),
          text,
        ),
      }),
    ),
  );
}

/** Settings that the forms of models and of the vector store edit. */
export const modelFields = (): Field[] => [
  ...special('models', 'llm', {
    'llm.provider': __('How it answers', 'itih-rag-chat'),
    'llm.fallback': __('If it fails, answer with', 'itih-rag-chat'),
    'llm.traits': __('Price of models', 'itih-rag-chat'),
    'chat.reasoning': __('Let it think first', 'itih-rag-chat'),
    'chat.reasoning_effort': __('How much it thinks', 'itih-rag-chat'),
  }),
  ...connections('llm', 'models'),
  ...special('embeddings', 'embeddings', {
    'embeddings.provider': __('Find by meaning', 'itih-rag-chat'),
    'embeddings.dimensions': __('Dimensions', 'itih-rag-chat'),
    'embeddings.local.model': __('Local model', 'itih-rag-chat'),
  }),
  ...connections('embeddings', 'embeddings'),
  ...special('embeddings', 'rerank', {
    'rerank.provider': __('Better order', 'itih-rag-chat'),
    'rerank.candidates': __('Passages to put in order', 'itih-rag-chat'),
  }),
  ...connections('rerank', 'embeddings'),
  ...special('store', 'vector-store', {
    'vector_store.engine': __('Where it is stored', 'itih-rag-chat'),
    'vector_store.account_id': __('Account ID', 'itih-rag-chat'),
    'vector_store.api_token': __('API token', 'itih-rag-chat'),
    'vector_store.index_name': __('Name of the index', 'itih-rag-chat'),
  }),
  ...special('mcp', 'tools', {
    'mcp.enabled': __('Let the chat use tools', 'itih-rag-chat'),
  }),
  ...special('answers', 'answers', {
    'chat.curated': __('Your answers', 'itih-rag-chat'),
    'chat.synonyms': __('Synonyms', 'itih-rag-chat'),
  }),
];
