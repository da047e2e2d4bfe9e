import { dashboardReply, statusReply } from '../../server/contract/admin.ts';
import type { Content } from './content.ts';
import { callSidecar } from './sidecar.ts';
import type { Site } from './site.ts';
import { waitFor } from './wait.ts';

const readyMs = 60_000;
const indexMs = 600_000;

async function isUp(site: Site): Promise<true | undefined> {
  try {
    return statusReply.parse(await callSidecar(site, 'GET', '/status')).bridge.ok || undefined;
  } catch {
    return undefined;
  }
}

/** Until the sidecar answers and reaches WordPress. */
export async function sidecarReady(site: Site): Promise<void> {
  await waitFor({ what: 'The start of the sidecar', timeoutMs: readyMs }, () => isUp(site));
}

/** What a new owner would set first. */
export async function applySettings(site: Site, content: Content): Promise<void> {
  const { questions, bot_name, welcome } = content.site;
  await callSidecar(site, 'PUT', '/settings', {
    chat: { starters: questions },
    appearance: { theme: 'ocean', bot_name, welcome },
  });
}

/** Asks for all posts and for the documents of the media library. */
export async function requestIndexing(site: Site, media: readonly number[]): Promise<void> {
  await callSidecar(site, 'POST', '/posts/index', {});
  for (const attachment_id of media) {
    await callSidecar(site, 'POST', '/documents', { attachment_id });
  }
}

interface Progress {
  done: number;
  failed: number;
  total: number;
}

async function progress(site: Site): Promise<Progress> {
  const { documents } = dashboardReply.parse(await callSidecar(site, 'GET', '/dashboard'));
  const { completed = 0, failed = 0 } = documents.by_status;
  return { done: completed + failed, failed, total: documents.total };
}

/** Until `expected` documents are through, and no other is waiting. */
export async function indexed(
  site: Site,
  expected: number,
  say: (line: string) => void,
): Promise<Progress> {
  let shown = '';
  const patience = { what: 'Indexing', timeoutMs: indexMs, everyMs: 1000 };
  return waitFor(patience, async () => {
    const now = await progress(site);
    const line = `indexing ${now.done} of ${Math.max(expected, now.total)}`;
    if (line !== shown) say((shown = line));
    return now.total >= expected && now.done === now.total ? now : undefined;
  });
}
