/** Set-ups and parts of pages that files of tests on the real site share. */
import { rmSync, writeFileSync } from 'node:fs';
import { createServer, Server, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll } from '@jest/globals';
import { fakeApiKey, type OpenAiServer } from '../../fakes/openai-server.ts';
import { until } from '../../fakes/wait.ts';
import { runPhp, stack, startSidecar, type Sidecar, type SidecarOptions } from '../../stack.ts';

/** An expression of PHP that gives this value. */
export const php = (value: unknown): string =>
  `json_decode( base64_decode( '${Buffer.from(JSON.stringify(value)).toString('base64')}' ), true )`;

/** Switches a plugin of the site on for the tests of a file, and off after them. */
export function sitePlugin(name: string, code: string): void {
  const file = () => join(stack().wpDir, 'wp-content/mu-plugins', `${name}.php`);
  beforeAll(() => writeFileSync(file(), `<?php\n${code}`));
  afterAll(() => rmSync(file(), { force: true }));
}

export interface Served {
  readonly now: Sidecar;
  /** Starts it again on its data, after it has ended or been stopped. */
  restart: (env?: Record<string, string>) => Promise<void>;
  stop: () => Promise<unknown>;
}

/** Runs a sidecar during the tests of a file. Settings of the site, and what a vendor has refused, go with it. */
export function useSidecar(options: SidecarOptions | (() => Promise<SidecarOptions>) = {}): Served {
  let current: Sidecar | undefined;
  const now = () => {
    if (!current) throw new Error('The sidecar has not been started.');
    return current;
  };
  beforeAll(async () => {
    current = await startSidecar(typeof options === 'function' ? await options() : options);
  });
  afterAll(async () => {
    await current?.stop();
    await runPhp(
      "update_option( 'itih_settings', array(), false ); delete_option( 'itih_vendor_failure' );",
    );
  });
  return {
    get now() {
      return now();
    },
    async restart(env = {}) {
      await now().stop();
      current = await startSidecar({ databaseUrl: now().databaseUrl, env });
    },
    stop: () => now().stop(),
  };
}

/** Waits until the site knows that its sidecar has called. */
export const firstContact = () =>
  until('the first contact', () => runPhp<boolean>('return \\Itih\\RagChat\\had_contact();'));

/** Settings that let the fake vendor answer. */
export const openAi = ({ url }: OpenAiServer) => ({
  provider: 'openai',
  fallback: '',
  openai: { api_key: fakeApiKey, base_url: url, model: 'gpt-4o-mini' },
});

/** Runs `work` while another program answers at the sidecar's address. */
export async function instead(
  program: Server | RequestListener,
  work: () => Promise<void>,
): Promise<void> {
  const server = program instanceof Server ? program : createServer(program);
  await new Promise<void>((done) => server.listen(stack().sidecarPort, '127.0.0.1', done));
  try {
    await work();
  } finally {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
}

/** A page of the site as HTML; `path` begins with a slash. */
export const page = async (path: string, cookie = ''): Promise<string> =>
  (await fetch(new URL(path, stack().url), { headers: { cookie } })).text();

/** An address out of an attribute of HTML. */
export const unescaped = (attribute: string): string =>
  attribute
    .replaceAll('&quot;', '"')
    .replaceAll('&#039;', "'")
    .replaceAll('&#038;', '&')
    .replaceAll('&amp;', '&');

/** The notice of the chat on the dashboard; empty without one. */
export async function notice(cookie: string): Promise<string> {
  const html = await page('/wp-admin/', cookie);
  const [, text = ''] = /itih-outage"[^>]*>([\s\S]*?)<a class="notice-dismiss"/.exec(html) ?? [];
  return text.replace(/<[^>]+>/g, '').trim();
}

/**
 * Uninstalls as core does after deactivation: `uninstall.php` runs in a process that has not loaded the plugin. Gives
 * what `code`, the body of a PHP function, returns in this process afterwards.
 */
export async function uninstall<T>(code: string): Promise<T> {
  const active = await runPhp<string[]>(`
    $active = get_option( 'active_plugins' );
    update_option( 'active_plugins', array() );
    return $active;`);
  try {
    return await runPhp<T>(`
      require_once ABSPATH . 'wp-admin/includes/plugin.php';
      if ( defined( 'Itih\\\\RagChat\\\\VERSION' ) ) { throw new Exception( 'The plugin is loaded.' ); }
      uninstall_plugin( 'itih-rag-chat/itih-rag-chat.php' );
      ${code}`);
  } finally {
    await runPhp(`update_option( 'active_plugins', ${JSON.stringify(active)} );`);
  }
}
