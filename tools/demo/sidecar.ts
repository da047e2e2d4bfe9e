import { join } from 'node:path';
import { callSidecar as call } from '../../server/cli/service/reach.ts';
import type { SiteIdentity } from '../../server/contract/bridge.ts';
import { fetchSiteIdentity } from '../../server/wordpress/bridge.ts';
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

const identities = new Map<string, Promise<SiteIdentity>>();

/** Returns the site's identity. It is asked for once: WordPress is busy while it is indexed. */
function identityAt(wordpress: string): Promise<SiteIdentity> {
  const ask = () => fetchSiteIdentity(wordpress).catch(() => undefined);
  const wait = () => waitFor({ what: 'The identity of the site', timeoutMs: callMs }, ask);
  const identity = identities.get(wordpress) ?? wait();
  identities.set(wordpress, identity);
  return identity;
}

/** Calls the sidecar as the plugin does for a signed-in administrator. */
export async function callSidecar(
  { url, secret, wordpress }: SidecarAddress,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  payload?: unknown,
): Promise<unknown> {
  const caller = { ...(await identityAt(wordpress)), secret, clock: Date.now };
  return call(url, caller, method, path, payload, callMs).catch((cause: Error) => {
    throw new Error(`${method} ${path}: ${cause.message}`, { cause });
  });
}
