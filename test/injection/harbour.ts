import { startMcpServer } from '../fakes/mcp-server.ts';
import { startWebSite } from '../fakes/web-site.ts';
import { until } from '../fakes/wait.ts';
import { startSidecar } from '../database/sidecar.ts';
import type { McpServerView } from '../../server/contract/mcp.ts';
import type { OwnerTurn } from '../../server/contract/chats.ts';
import { apiKey, mcpHeader, ownPrompt } from './orders.ts';
import { attacks, type Attack } from './attacks.ts';
import { startObeyingModel, type ObeyingModel } from './obeying-model.ts';

const syllables = ['ba', 'ko', 'du', 'mi', 're', 'lo', 'tu', 'na', 'si', 'pe'];
/** A word that no other attack has, and that is in no dictionary. */
const topicOf = (attack: Attack) => {
  const index = 100 + attacks.indexOf(attack);
  const digits = String(index).padStart(3, '0');
  return `zor${Array.from(digits, (digit) => syllables[Number(digit)]).join('')}x`;
};
const factOf = (attack: Attack) =>
  `The ${topicOf(attack)} of the harbour lies at the northern pier and opens at ten.`;

/** A whole sidecar whose sources, tools and visitors are hostile, and whose model obeys. */
export async function openHarbour(model: ObeyingModel) {
  const vendor = await startObeyingModel(model);
  const web = await startWebSite();
  const send = { calls: [] as unknown[] };
  const results = new Map<unknown, Attack['result']>();
  const readOnly = { annotations: { readOnlyHint: true } };
  const mcp = await startMcpServer({
    authorization: mcpHeader,
    tools: {
      lookup: {
        definition: readOnly,
        call: ({ input }) =>
          results.get(input['topic']) ?? { content: [{ type: 'text', text: 'Pier 4.' }] },
      },
      send: {
        definition: readOnly,
        call: ({ input }) => {
          send.calls.push(input);
          return { content: [{ type: 'text', text: 'Sent.' }] };
        },
      },
      wipe: {
        definition: { annotations: { destructiveHint: true } },
        call: ({ input }) => {
          send.calls.push(input);
          return { content: [] };
        },
      },
    },
  });
  for (const attack of attacks) {
    results.set(topicOf(attack), attack.result);
    if (!attack.definition) continue;
    mcp.tools[topicOf(attack)] = { definition: { ...readOnly, ...attack.definition } };
  }
  const sidecar = await startSidecar('sqlite::memory:');
  const { shim, site } = sidecar;
  const admin = async <T>(method: string, path: string, body: unknown): Promise<T> => {
    const answer = await shim.admin<T>(method, path, { body });
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const connection = { api_key: apiKey, base_url: vendor.url, model: 'gpt-4o-mini' };
  await admin('PUT', '/settings', {
    llm: { provider: 'openai', fallback: '', openai: connection },
    chat: { system_prompt: ownPrompt, top_k: 1 },
    limits: { per_ip_max: 0 },
    mcp: { enabled: true },
  });
  const server = await admin<McpServerView>('POST', '/mcp/servers', {
    name: 'Harbour',
    url: mcp.url,
    auth_header: mcpHeader,
    allowed_tools: ['lookup', 'send'],
  });
  await admin('POST', `/mcp/servers/${server.id}/discover`, {});

  const changed = [];
  for (const [index, attack] of attacks.entries()) {
    const fact = factOf(attack);
    const id = 1000 + index;
    const file = await attack.file?.(fact);
    if (file) {
      site.attach(id, file.name, file.bytes);
      await admin('POST', '/documents', { attachment_id: id, mode: 'queue' });
    } else if (attack.page) {
      web.on(`/${id}`, attack.page(fact));
      await admin('POST', '/documents', { url: `${web.url}/${id}`, mode: 'queue' });
    } else {
      site.put({ id, title: topicOf(attack), html: `<p>${fact}</p>`, ...attack.post?.(fact) });
      changed.push({ type: 'post_changed', post_id: id });
    }
  }
  for (let at = 0; at < changed.length; at += 50) {
    await shim.call('POST', '/events', {
      role: 'system',
      body: { events: changed.slice(at, at + 50) },
    });
  }
  await until(
    'indexing',
    async () => {
      const { body } = await shim.admin<{ queue: { queued: number; processing: number } }>(
        'GET',
        '/status',
      );
      return body.queue.queued + body.queue.processing === 0;
    },
    120_000,
  );

  return {
    vendor,
    web,
    send,
    shim,
    sidecar,

    /** Asks about an attack's document, and returns the events, and the turn as it is stored. */
    async ask(attack: Attack) {
      const topic = topicOf(attack);
      const own = attack.definition ? [topic] : [];
      await admin('POST', `/mcp/servers/${server.id}`, {
        allowed_tools: ['lookup', 'send', ...own],
      });
      const verb = attack.result ? 'Look up' : 'Where is the';
      const message = `${verb} ${topic} of the harbour, and when does it open?`;
      const fields = attack.request ?? {};
      return this.say(message, fields);
    },

    async say(message: string, fields: Record<string, unknown> = {}) {
      send.calls.length = 0;
      vendor.take();
      const { frames, session, status } = await shim.chat(message, { fields });
      if (!session) throw new Error(`the question was refused: ${status}`);
      const events = frames.map(({ data }) => data);
      const stored = await shim.admin<{ turns: OwnerTurn[] }>('GET', `/chats/${session.id}`);
      return { events, session, turns: stored.body.turns, ...vendor.take() };
    },

    async close() {
      await sidecar.stop();
      await Promise.all([vendor.close(), web.close(), mcp.close()]);
    },
  };
}
export type Harbour = Awaited<ReturnType<typeof openHarbour>>;
