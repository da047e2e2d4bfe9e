import { z } from 'zod';
import { dashboardReply, statusReply } from '../../server/contract/admin.ts';
import type { Content } from './content.ts';
import { callSidecar, type SidecarAddress } from './sidecar.ts';
import { waitFor } from './wait.ts';

const readyMs = 120_000;
const indexMs = 600_000;
const showEveryMs = 5_000;

const settingsReply = z.object({
  settings: z.object({ chat: z.object({ starters: z.array(z.string()) }) }),
});

async function isUp(sidecar: SidecarAddress): Promise<true | undefined> {
  try {
    return statusReply.parse(await callSidecar(sidecar, 'GET', '/status')).bridge.ok || undefined;
  } catch {
    return undefined;
  }
}

/** Until the sidecar answers and reaches WordPress. */
export async function sidecarReady(sidecar: SidecarAddress): Promise<void> {
  await waitFor({ what: 'The start of the sidecar', timeoutMs: readyMs }, () => isUp(sidecar));
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
