import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Children } from './children.ts';
import type { Content } from './content.ts';
import type { Options } from './options.ts';
import { cache } from './paths.ts';
import { startPlayground } from './playground.ts';
import { choosePort } from './ports.ts';
import { startGateway, type SidecarAddress } from './sidecar.ts';
import { lastPort, openSite } from './site.ts';

/** WordPress with its content, and the sidecar; still to be indexed. */
export interface Serving {
  /** Address that visitors type. */
  url: string;
  adminPassword: string;
  sidecar: SidecarAddress;
  /** Attachments to index. */
  media: readonly number[];
  logs: string;
}

/** Options of both ways to run a site. */
export interface Road {
  options: Options;
  content: Content;
  children: Children;
  say: (line: string) => void;
}

const usualPort = 8080;
export const playgroundSite = join(cache, 'playground');

/** WordPress on Playground, behind the sidecar, which holds the site's address. */
export async function servePlayground({ options, content, children, say }: Road): Promise<Serving> {
  mkdirSync(playgroundSite, { recursive: true });
  const usual = (await lastPort(playgroundSite)) ?? usualPort;
  const site = await openSite(playgroundSite, await choosePort(options.port, usual));
  const wordpress = await startPlayground(site, content, children, say);
  say('starting the sidecar');
  startGateway(site, wordpress.url, children);
  const { url, adminPassword, folder } = site;
  const sidecar = {
    url: `http://127.0.0.1:${site.sidecarPort}`,
    secret: site.secret,
    wordpress: wordpress.url,
  };
  return { url, adminPassword, sidecar, media: wordpress.seeded.media, logs: folder };
}
