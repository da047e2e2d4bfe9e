import { createServer } from 'node:http';
import { readConfig } from '../../server/config/config.ts';
import { createApp, createPublicApp } from '../../server/http/app.ts';
import { createLog, type Log } from '../../server/runtime/log.ts';
import { createServices } from '../../server/composition/services.ts';
import { createAnonymousNonce } from '../../server/wordpress/nonce.ts';
import { fakeApiKey, type OpenAiServer } from '../fakes/openai-server.ts';
import { listen } from '../fakes/listen.ts';
import { readFrames, shimFor, type CallOptions, type Frame } from '../fakes/shim.ts';
import { startWordPressSite } from '../fakes/wordpress-site.ts';
import { memoryDatabase } from '../storage/memory-database.ts';

export const secret = 's'.repeat(32);

/** The nonce of anonymous visitors, as WordPress gives it. */
export const anonymousNonce = () => createAnonymousNonce('key onesalt one', Date.now() / 1000);

/** The whole HTTP side on a database in memory and a fake site, without background work. */
export async function startApp(
  env: Record<string, string> = {},
  ready = () => true,
  log = createLog('silent'),
) {
  const site = await startWordPressSite(secret);
  const config = readConfig({
    ITIH_SECRET: secret,
    ITIH_SITE_URL: site.url,
    ITIH_NONCE_KEY: 'key one',
    ITIH_NONCE_SALT: 'salt one',
    ...env,
  });
  const database = await memoryDatabase();
  const services = createServices(config, database, log);
  const plugin = await listen(createServer(createApp(services, ready)));
  const { edge } = config;
  const visitors =
    edge && (await listen(createServer(createPublicApp(services, ready, edge.proxies))));
  return {
    /** Address for the plugin's calls. */
    url: plugin.url,
    /** Address to which a web server leads visitors; empty without `ITIH_PUBLIC_PORT`. */
    publicUrl: visitors?.url ?? '',
    site,
    services,
    shim: shimFor(plugin.url, secret),
    async close(): Promise<void> {
      await services.answers.close();
      await plugin.close();
      await visitors?.close();
      const { worker, indexBuilder, vectorize } = services;
      await Promise.all([worker.stop(), indexBuilder.stop(), vectorize.stop()]);
      await services.reader.close();
      await services.localModels.close();
      await services.mcp.connections.close();
      await database.close();
      await site.close();
    },
  };
}
export type App = Awaited<ReturnType<typeof startApp>>;

interface ModelOptions {
  env?: Record<string, string>;
  log?: Log;
  settings?: Record<string, object>;
}

/** Starts it with a fake vendor's model, which answers whatever is asked. */
export async function startAppWithModel(
  openai: OpenAiServer,
  { env = {}, log, settings: { chat, llm, ...settings } = {} }: ModelOptions = {},
): Promise<App> {
  const app = await startApp({ ITIH_FETCH_ALLOW: '127.0.0.1', ...env }, () => true, log);
  const connection = { api_key: fakeApiKey, base_url: openai.url, model: 'gpt-4o-mini' };
  const { status } = await app.shim.admin('PUT', '/settings', {
    body: {
      ...settings,
      chat: { strict: false, ...chat },
      llm: { provider: 'openai', fallback: '', openai: connection, ...llm },
    },
  });
  if (status !== 200) throw new Error(`The settings were answered with ${status}.`);
  return app;
}

/** Opens a stream of events, which can be left. */
export async function open(app: App, method: string, path: string, options: CallOptions) {
  const leaving = new AbortController();
  const signal = AbortSignal.any([leaving.signal, options.signal].filter((one) => !!one));
  const { url, ...init } = app.shim.signed(method, path, { ...options, signal });
  const response = await fetch(url, init);
  const frames = readFrames(response, 0);
  return { response, frames, leave: () => leaving.abort() };
}

/** Begins an answer and reads up to the first event of a type. */
export async function begin(app: App, options: CallOptions, last = 'meta') {
  const { response, frames, leave } = await open(app, 'POST', '/chat', options);
  if (!response.ok) throw new Error(`The question was answered with ${response.status}.`);
  const read: Frame[] = [];
  while (read.at(-1)?.event !== last) read.push((await frames.next()).value as Frame);
  const [meta] = read.map(({ data }) => data);
  if (meta?.type !== 'meta') throw new Error('no session');
  const { session_id, session_secret = '', message_id } = meta;
  const own = { query: { session_id }, headers: { 'x-itih-secret': session_secret } };
  const stop = () => app.shim.call('DELETE', `/chat/${message_id}`, own);
  return { session_id, message_id, own, read, frames, leave, stop };
}
