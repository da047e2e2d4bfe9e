import { statusReply, type StatusReply } from '../../contract/admin.ts';
import { signedHeaders } from '../../wordpress/signature.ts';
import type { Services } from '../services.ts';

/** Milliseconds: it gives each part three seconds. */
const patience = 8000;

/** Returns where the environment of this command puts the sidecar. */
export function ownAddress({ host, port }: Services['config']): string {
  const local = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${local.includes(':') ? `[${local}]` : local}:${port}`;
}

/** Asks the sidecar that runs for its status, as the plugin does; null if none of this site answers. */
export async function askRunning({
  config,
  site,
}: Pick<Services, 'config' | 'site'>): Promise<StatusReply | null> {
  const identity = { role: 'admin', user_id: 0, ip: '', locale: '' } as const;
  const call = { method: 'GET', route: '/itih/v1/status', query: [], identity, body: '' };
  try {
    const answer = await fetch(ownAddress(config) + call.route, {
      headers: signedHeaders(call, await site.get(), Date.now()),
      signal: AbortSignal.timeout(patience),
    });
    return answer.ok ? statusReply.parse(await answer.json()) : null;
  } catch {
    return null;
  }
}
