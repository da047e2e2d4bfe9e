import type { MaskedSecret, MaskedSettings } from './api.ts';
import type { Connection, SettingsPatch } from '../server/contract/settings.ts';

/** The groups of settings that name a provider. */
export type Scope = 'llm' | 'embeddings';
type Field = 'api_key' | 'base_url' | 'model';

/** Providers that need no key, no address and no model of their own. */
export const builtin = 'builtin';

/** The providers to choose from. */
export const offered: Record<Scope, readonly string[]> = {
  llm: [builtin, 'openai', 'openai_compatible', 'groq'],
  embeddings: [builtin, 'openai', 'openai_compatible'],
};

/** Only what differs from the stored settings. A key: replaced by a text, removed by "". */
export interface Draft {
  provider?: string;
  connections: Record<string, Partial<Pick<Connection, Field>>>;
}
export const emptyDraft: Draft = { connections: {} };

export type StoredConnection = Pick<Connection, 'base_url' | 'model'> & { api_key: MaskedSecret };
const noConnection: StoredConnection = {
  api_key: { set: false, last4: '' },
  base_url: '',
  model: '',
};

export function storedConnection(
  settings: MaskedSettings,
  scope: Scope,
  provider: string,
): StoredConnection {
  const group = settings[scope] as unknown as Record<string, StoredConnection | undefined>;
  return group[provider] ?? noConnection;
}

export const chosenProvider = (settings: MaskedSettings, scope: Scope, draft: Draft): string =>
  draft.provider ?? settings[scope].provider;

export function withProvider(
  settings: MaskedSettings,
  scope: Scope,
  draft: Draft,
  provider: string,
): Draft {
  const { connections } = draft;
  return provider === settings[scope].provider ? { connections } : { connections, provider };
}

/** `value` undefined: back to what is stored. */
export function withField(
  settings: MaskedSettings,
  scope: Scope,
  draft: Draft,
  provider: string,
  field: Field,
  value: string | undefined,
): Draft {
  const stored = storedConnection(settings, scope, provider);
  const changed = { ...draft.connections[provider] };
  const same = field === 'api_key' ? value === undefined : value === stored[field];
  if (same || value === undefined) delete changed[field];
  else changed[field] = value;
  return { ...draft, connections: { ...draft.connections, [provider]: changed } };
}

const isTouched = (part: object) => Object.keys(part).length > 0;

const toGroup = ({ provider, connections }: Draft) => ({
  ...(provider !== undefined && { provider }),
  ...Object.fromEntries(Object.entries(connections).filter(([, changed]) => isTouched(changed))),
});

/** What a save or a test has to send; an untouched group is left out. */
export function toPatch(drafts: Partial<Record<Scope, Draft>>): SettingsPatch {
  const groups = Object.entries(drafts).map(([scope, draft]) => [scope, toGroup(draft)] as const);
  return Object.fromEntries(groups.filter(([, group]) => isTouched(group)));
}
