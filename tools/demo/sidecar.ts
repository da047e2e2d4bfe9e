import { join } from 'node:path';
import { z } from 'zod';
import { callSidecar as call, type Caller } from '../../server/cli/service/reach.ts';
import { dashboardReply, statusReply } from '../../server/contract/admin.ts';
import type { Children } from './children.ts';
import type { Content } from './content.ts';
import { repository } from './paths.ts';
import type { Site } from './site.ts';
import { waitFor } from './wait.ts';

const callMs = 60_000;

/** Where its own API answers, and a site whose calls it takes. */
export interface SidecarAddress {
  url: string;
  caller: Caller;
}

const serve = ['server/itih.mjs', 'serve'];

/** Starts the sidecar of a site on Playground, whose wp-config.php it cannot read from there. */
export function startSidecar(site: Site, wordpress: string, children: Children): void {
  children.serve({
    name: 'The sidecar',
    args: serve,
    cwd: repository,
    log: join(site.folder, 'sidecar.log'),
    env: {
      ITIH_HOST: '127.0.0.1',
      ITIH_PORT: String(site.sidecarPort),
      ITIH_SECRET: site.secret,
      ITIH_SITE_URL: wordpress,
      ITIH_PUBLIC_PORT: String(site.edgePort),
      ITIH_DATABASE_URL: `sqlite:${site.sidecarDatabase}`,
      ITIH_NONCE_KEY: site.salts.NONCE_KEY,
      ITIH_NONCE_SALT: site.salts.NONCE_SALT,
    },
  });
}

/** Starts the sidecar beside a WordPress whose wp-config.php tells it everything. */
export function startBeside(folder: string, port: number, log: string, children: Children): void {
  children.serve({
    name: 'The sidecar',
    args: [...serve, '--wp', folder],
    cwd: repository,
    log,
    env: { ITIH_HOST: '127.0.0.1', ITIH_PORT: String(port) },
  });
}

/** Calls the sidecar as the plugin does for a signed-in administrator. */
export async function callSidecar(
  { url, caller }: SidecarAddress,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  payload?: unknown,
): Promise<unknown> {
  return call(url, caller, method, path, payload, callMs).catch((cause: Error) => {
    throw new Error(`${method} ${path}: ${cause.message}`, { cause });
  });
}

const readyMs = 120_000;
const indexMs = 600_000;
const showEveryMs = 5_000;

const settingsReply = z.object({
  settings: z.object({ chat: z.object({ starters: z.array(z.string()) }) }),
});

/** Until the sidecar answers and reaches WordPress. */
export async function sidecarReady(sidecar: SidecarAddress): Promise<void> {
  const isUp = () =>
    callSidecar(sidecar, 'GET', '/status').then(
      (reply) => statusReply.parse(reply).bridge.ok || undefined,
      () => undefined,
    );
  await waitFor({ what: 'The start of the sidecar', timeoutMs: readyMs }, isUp);
}

/** Applies the settings of a new owner, once, so that later changes stay. */
export async function applySettings(sidecar: SidecarAddress, content: Content): Promise<void> {
  const { settings } = settingsReply.parse(await callSidecar(sidecar, 'GET', '/settings'));
  if (settings.chat.starters.length > 0) return;
  const { questions, bot_name, welcome } = content.site;
  await callSidecar(sidecar, 'PUT', '/settings', {
    general: { widget_enabled: true },
    chat: { starters: questions },
    appearance: { theme: 'ocean', bot_name, welcome },
  });
}

async function documents(sidecar: SidecarAddress) {
  return dashboardReply.parse(await callSidecar(sidecar, 'GET', '/dashboard')).documents;
}

/** The sidecar finds the posts by itself; files of the media library are chosen by their owner. */
export async function addMedia(sidecar: SidecarAddress, media: readonly number[]): Promise<void> {
  const { pdf = 0, docx = 0 } = (await documents(sidecar)).by_kind;
  if (pdf + docx >= media.length) return;
  for (const attachment_id of media) {
    await callSidecar(sidecar, 'POST', '/documents', { attachment_id });
  }
}

/** Waits until `expected` documents are through and no other is waiting; gives the counts. */
export async function indexed(
  sidecar: SidecarAddress,
  expected: number,
  say: (line: string) => void,
) {
  let shownAt = 0;
  const patience = { what: 'Indexing', timeoutMs: indexMs, everyMs: 500 };
  return waitFor(patience, async () => {
    const { total, by_status } = await documents(sidecar);
    const { completed = 0, failed = 0 } = by_status;
    if (total >= expected && completed + failed === total) return { total, failed };
    if (Date.now() - shownAt > showEveryMs) {
      say(`indexing: ${completed + failed} of ${Math.max(expected, total)} documents`);
      shownAt = Date.now();
    }
    return undefined;
  });
}
