import { forEachEmbeddingVendor, forEachVendor } from './providers.ts';
import type { Connection, Settings } from './settings.ts';

const connection: Connection = { api_key: '', base_url: '', model: '', account_id: '' };

export const settingsDefaults: Settings = {
  general: { widget_enabled: true, processing_mode: 'queue', debug_logging: false },
  chat: {
    system_prompt: '',
    temperature: 0.3,
    max_tokens: 1024,
    history_turns: 6,
    top_k: 5,
    min_score: 0.3,
    citations: true,
    reasoning: false,
    reasoning_effort: 'medium',
    strict: true,
    refusal_text: '',
    max_message_chars: 4000,
    starters: [],
  },
  llm: {
    provider: 'builtin',
    fallback: '',
    ...forEachVendor(connection),
  },
  embeddings: {
    provider: 'builtin',
    ...forEachEmbeddingVendor(connection),
    dimensions: 0,
  },
  vector_store: { engine: 'auto', account_id: '', api_token: '', index_name: '' },
  indexing: {
    post_types: ['post', 'page'],
    auto_index: true,
    chunk_size: 1000,
    chunk_overlap: 150,
    min_chunk_chars: 40,
    exclude_ids: [],
    url_recheck_hours: 24,
  },
  limits: {
    per_ip_max: 15,
    per_ip_window_s: 60,
    answers_per_session: 1,
    answers_per_ip: 4,
    answers_total: 100,
    answers_relayed: 0,
    daily_tokens: 0,
    monthly_tokens: 0,
    trusted_proxies: [],
  },
  appearance: {
    theme: 'light',
    colors: {},
    position: 'bottom-right',
    bot_name: '',
    welcome: '',
    avatar: '',
    logo: '',
    show_credit: false,
  },
  mcp: { enabled: false },
  privacy: { retention_days: 90, store_ip: 'hashed', consent_text: '' },
  advanced: { remove_data_on_uninstall: false },
};
