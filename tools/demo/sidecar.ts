import { join } from 'node:path';
import type { SiteIdentity } from '../../server/contract/bridge.ts';
import { fetchSiteIdentity } from '../../server/wordpress/bridge.ts';
import { signedHeaders } from '../../server/wordpress/signature.ts';
import type { Children } from './children.ts';
import { repository } from './paths.ts';
import type { Site } from './site.ts';
import { waitFor } from './wait.ts';

const callMs = 60_000;

/** Where its own API answers, and what calls to it are signed with. */
export interface SidecarAddress {
  url: string;
  secret: string;
  /** Where WordPress answers. */
  wordpress: string;
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

const identities = new Map<string, SiteIdentity>();

/** Asked once: while it is indexed, WordPress has better things to do. */
async function identityAt(wordpress: string): Promise<SiteIdentity> {
  const known = identities.get(wordpress);
  if (known) return known;
  const ask = () => fetchSiteIdentity(wordpress).catch(() => undefined);
  const identity = await waitFor({ what: 'The identity of the site', timeoutMs: callMs }, ask);
  identities.set(wordpress, identity);
  return identity;
}

/** Calls the sidecar as the plugin does for a signed-in administrator. */
export async function callSidecar(
  sidecar: SidecarAddress,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  payload?: unknown,
): Promise<unknown> {
  const route = `/itih/v1${path}`;
  const body = payload === undefined ? '' : JSON.stringify(payload);
  const identity = { role: 'admin', user_id: 1, ip: '127.0.0.1', locale: 'en_US' } as const;
  const site = await identityAt(sidecar.wordpress);
  const response = await fetch(sidecar.url + route, {
    method,
    signal: AbortSignal.timeout(callMs),
    headers: {
      'Content-Type': 'application/json',
      ...signedHeaders(
        { method, route, identity, body },
        { ...site, secret: sidecar.secret },
        Date.now(),
      ),
    },
    ...(body !== '' && { body }),
  });
  if (!response.ok) {
    throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  }
  return response.json();
}
