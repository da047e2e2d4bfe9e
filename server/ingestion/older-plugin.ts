import type { ImportChatsReply, ImportedChat } from '../contract/import.ts';
import type { CreateDocuments } from '../contract/knowledge.ts';
import type { OlderDocument, OlderReport, OlderSettings, OlderTurn } from '../contract/older.ts';
import { settingsDefaults } from '../contract/settings-defaults.ts';
import { settingsPatch, type SettingsPatch } from '../contract/settings.ts';
import { AppError, toAppError } from '../errors/app-error.ts';
import { withoutSlash } from '../net/without-slash.ts';
import type { Bridge } from '../wordpress/bridge.ts';

type Values = Record<string, unknown>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Names of settings by their group here; `here=there` where they differ. */
const names = {
  chat: 'system_prompt temperature max_tokens history_turns top_k citations reasoning reasoning_effort',
  limits: 'per_ip_max=rate_limit_max per_ip_window_s=rate_limit_window',
  appearance:
    'bot_name welcome=welcome_message position=launcher_position show_credit theme avatar logo',
  indexing: 'auto_index',
} as const;

/** Providers there => here, with the beginning of the names of their settings there. */
const providers: Record<string, [provider: string, start: string]> = {
  openai: ['openai', 'openai'],
  groq: ['groq', 'groq'],
  'openai-compatible': ['openai_compatible', 'compatible'],
  compatible: ['openai_compatible', 'compatible'],
  anthropic: ['anthropic', 'anthropic'],
  cloudflare: ['workers_ai', 'cloudflare'],
  ollama: ['ollama', 'ollama'],
};

/** Addresses that are a vendor's own, so that they need not be stored. */
const usualAddress =
  /^https:\/\/api\.(?:openai\.com\/v1|groq\.com\/openai\/v1|anthropic\.com\/v1)$/;

/** Takes values of a group under the names and with the types that they have here. */
function valuesOf(group: keyof typeof names, there: Values): Values {
  const usual = settingsDefaults[group] as Values;
  const taken = names[group].split(' ').flatMap((pair) => {
    const [name = '', older = name] = pair.split('=');
    const value = there[older];
    if (value === '' || !['string', 'number', 'boolean'].includes(typeof value)) return [];
    const text = value === true ? '1' : String(value);
    const type = typeof usual[name];
    return [[name, type === 'boolean' ? text === '1' : type === 'string' ? text : Number(text)]];
  });
  return Object.fromEntries(taken) as Values;
}

/** Returns the chosen provider with its model and its key. */
function providerOf(group: Values, choice: string): Values {
  const [provider, start] = providers[textOf(group[choice])] ?? [];
  if (provider === undefined) return {};
  const text = (name: string) => withoutSlash(textOf(group[`${start}_${name}`]));
  const isCloudflare = start === 'cloudflare';
  const connection = {
    api_key: text(isCloudflare ? 'token' : 'api_key'),
    base_url: text('base_url').replace(usualAddress, ''),
    model: text('model') || (isCloudflare ? text('llm_model') : ''),
    account_id: isCloudflare ? text('account') : '',
  };
  const given = Object.entries(connection).filter(([, value]) => value !== '');
  return { provider, [provider]: Object.fromEntries(given) };
}

/**
 * Returns a patch for each group of settings that the other plugin has stored. Sizes of chunks and minimum scores are
 * left out, because they mean something else here; so is a hosted index, whose vectors have another form.
 */
function patchesOf(stored: OlderSettings): [group: string, values: Values][] {
  const {
    chat = {},
    indexing = {},
    appearance = {},
    providers: llm = {},
    embeddings = {},
  } = stored;
  const types = indexing['post_types'];
  const patches = {
    chat: valuesOf('chat', chat),
    limits: valuesOf('limits', chat),
    appearance: valuesOf('appearance', { ...appearance, ...chat }),
    indexing: {
      ...valuesOf('indexing', indexing),
      ...(Array.isArray(types) && { post_types: types.map(String) }),
    },
    llm: providerOf(llm, 'llm_provider'),
    embeddings: providerOf(embeddings, 'embedding_provider'),
  };
  return Object.entries(patches).filter(([, values]) => Object.keys(values).length > 0);
}

function sourcesOf(citations: string) {
  let sources: unknown = null;
  try {
    sources = JSON.parse(citations);
  } catch {
    // No JSON, no sources.
  }
  return (Array.isArray(sources) ? (sources as (Values | null)[]) : [])
    .slice(0, 100)
    .map((source) => {
      const url = textOf(source?.['url']);
      const title = textOf(source?.['title']).slice(0, 500);
      return { title, url: /^https?:.{1,2040}$/i.test(url) ? url : '' };
    });
}

/** Turns of one conversation. */
const maxTurns = 2000;

function chatsOf(rows: readonly OlderTurn[]): ImportedChat[] {
  const spoken = rows.filter(({ role }) => role === 'user' || role === 'assistant');
  return [...Map.groupBy(spoken, ({ session_id }) => session_id)].map(([key, turns]) => ({
    key,
    turns: turns.slice(0, maxTurns).map(({ role, citations, created_at, ...turn }) => ({
      ...turn,
      role: role as 'user' | 'assistant',
      at: Date.parse(`${created_at}Z`),
      sources: sourcesOf(citations),
    })),
  }));
}

/** Returns the request that adds a document, or the reason why it cannot be added. */
function requestOf({ attachment_id, source_url }: OlderDocument): CreateDocuments | string {
  if (attachment_id === null) return 'its file is not in the folder of uploads any more.';
  if (attachment_id !== undefined) return { attachment_id };
  return source_url === '' ? 'neither file nor address is known.' : { url: source_url };
}

interface Dependencies {
  bridge: Pick<Bridge, 'older'>;
  /** Stores a patch, or only checks it. */
  saveSettings: (patch: SettingsPatch, dry: boolean) => Promise<unknown>;
  knowledge: {
    add: (request: CreateDocuments) => Promise<{ rejected: { message: string }[] }>;
  };
  indexPosts: { enqueue: (ids: readonly number[]) => Promise<void> };
  importChats: (chats: readonly ImportedChat[]) => Promise<ImportChatsReply>;
}

/**
 * Takes over what the plugin "ItihRag AI Chatbot" (version 1.1) knows:
 * https://github.com/mahavirvataliya/openrag-ai-chatbot, includes/class-settings.php and includes/Database/class-schema.php.
 */
export class OlderPluginImport {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns the report. An error ends it. @param dry Only says what would be taken over. */
  async run(stored: OlderSettings, dry: boolean): Promise<OlderReport> {
    const report: OlderReport = [];
    try {
      for (const [group, values] of patchesOf(stored)) {
        report.push(await this.#takeSettings(group, values, dry));
      }
      report.push(...(await this.#takeDocuments(dry)), ['line', await this.#takeChats(dry)]);
      const done = 'Deactivate the other plugin, look at the settings, and switch the chat on.';
      report.push(['success', dry ? 'Nothing was changed.' : done]);
    } catch (error) {
      report.push(['error', toAppError(error).message]);
    }
    return report;
  }

  async #takeSettings(group: string, values: Values, dry: boolean): Promise<OlderReport[0]> {
    try {
      const { success, data, error } = settingsPatch.safeParse({ [group]: values });
      if (!success) {
        const wrong = error.issues.map(({ path, message }) => [path.join('.'), message] as const);
        throw new AppError('invalid_request', { fields: Object.fromEntries(wrong) });
      }
      await this.#dependencies.saveSettings(data, dry);
      // Only names: one of the values may be a key.
      return ['line', `${group}: ${Object.keys(values).join(', ')}`];
    } catch (error) {
      const { message, fields = {} } = toAppError(error);
      const why = `${message} ${JSON.stringify(fields)}`;
      return ['warning', `The settings "${group}" cannot be taken over: ${why}`];
    }
  }

  async *#pages(table: 'documents' | 'chats', dry: boolean) {
    for (let after: string | null = ''; after !== null;) {
      const page = await this.#dependencies.bridge.older(table, after, !dry);
      yield page;
      after = page.next;
    }
  }

  async #takeDocuments(dry: boolean): Promise<OlderReport> {
    const { knowledge, indexPosts } = this.#dependencies;
    const report: OlderReport = [];
    const posts = new Set<number>();
    let added = 0;
    for await (const { documents } of this.#pages('documents', dry)) {
      for (const document of documents) {
        const { title, post_id, attachment_id } = document;
        if (post_id > 0 && attachment_id === undefined) {
          posts.add(post_id);
          continue;
        }
        const request = requestOf(document);
        let why = typeof request === 'string' ? request : undefined;
        if (typeof request !== 'string' && !dry) {
          const refused = (error: unknown) => ({ rejected: [toAppError(error)] });
          why = (await knowledge.add(request).catch(refused)).rejected[0]?.message;
        }
        if (why === undefined) added++;
        else report.push(['warning', `"${title}" cannot be taken over: ${why}`]);
      }
    }
    if (!dry && posts.size > 0) await indexPosts.enqueue([...posts]);
    return [...report, ['line', `Documents: ${posts.size} posts, ${added} files and addresses.`]];
  }

  async #takeChats(dry: boolean): Promise<string> {
    const total = { imported: 0, known: 0, expired: 0 };
    for await (const page of this.#pages('chats', dry)) {
      const chats = chatsOf(page.chats);
      if (dry) total.imported += chats.length;
      else {
        const reply = await this.#dependencies.importChats(chats);
        for (const name of Object.keys(reply) as (keyof typeof reply)[]) total[name] += reply[name];
      }
    }
    return `Conversations: ${total.imported}, besides ${total.known} that were here already and ${total.expired} that are older than conversations are kept.`;
  }
}
