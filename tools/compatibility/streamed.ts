import { randomBytes } from 'node:crypto';
import { readConfig } from '../../server/config/config.ts';
import type { ChatEvent } from '../../server/contract/chat.ts';
import { start } from '../../server/main.ts';
import { fakeSite, shimFor } from '../../test/fakes/shim.ts';
import { startWordPressSite } from '../../test/fakes/wordpress-site.ts';
import { waitFor } from '../demo/wait.ts';
import { runScript } from './playground.ts';

/** One question of a visitor, which a sidecar answered through WordPress on this PHP. */
export interface StreamResult {
  php: string;
  wordpress: string;
  /** Events of the stream. */
  events: number;
  /** Empty if the answer was the right one. */
  trouble: string;
}

/** A sidecar that knows when the ferry leaves, for the site whose address and id the plugin is given. */
export async function startFerrySidecar() {
  const secret = randomBytes(32).toString('hex');
  const site = await startWordPressSite(secret);
  site.put({ id: 1, title: 'Ferry', html: '<p>The ferry leaves at eight.</p>' });
  const config = readConfig({
    ITIH_PORT: '0',
    ITIH_SECRET: secret,
    ITIH_SITE_URL: site.url,
    ITIH_DATABASE_URL: 'sqlite::memory:',
    ITIH_LOG_LEVEL: 'silent',
  });
  const sidecar = await start(config);
  const url = `http://127.0.0.1:${sidecar.port}`;
  const shim = shimFor(url, secret);
  await waitFor({ what: 'Indexing', timeoutMs: 60_000 }, async () => {
    const { body } = await shim.admin<{ documents?: { total: number } }>('GET', '/dashboard');
    return (body.documents?.total ?? 0) > 0 || undefined;
  });
  return {
    constants: { ITIH_SECRET: secret, ITIH_SIDECAR_URL: url, SUITE_SITE_ID: fakeSite.id },
    stop: async () => {
      await sidecar.stop();
      await site.close();
    },
  };
}

interface Said {
  php: string;
  wordpress: string;
  /** An answer that is no stream. */
  answer: unknown;
}

/** Asks in PHP on WebAssembly, with the newest WordPress. */
export async function streamAnswer(
  php: string,
  constants: Record<string, string>,
): Promise<StreamResult> {
  // A fatal error of PHP fails the process, and is the trouble.
  const said = await runScript('streamed.php', {
    php,
    suite: 'sid',
    url: fakeSite.url,
    constants,
  }).catch(String);
  const last = /^\{"php".*\}$/m.exec(said)?.[0];
  const none = { php, wordpress: '', answer: said };
  const { answer, ...versions } = last ? (JSON.parse(last) as Said) : none;
  const events = [...said.matchAll(/^data: (.*)$/gm)].map(
    ([, data = '']) => JSON.parse(data) as ChatEvent,
  );
  const text = events.map((event) => (event.type === 'delta' ? event.content : '')).join('');
  const isRight = /leaves at eight/.test(text) && events.at(-1)?.type === 'done';
  const trouble = isRight ? '' : `answered ${text} ${JSON.stringify(answer)}`.slice(0, 300);
  return { ...versions, events: events.length, trouble };
}
