import type { BridgeTransport } from '../contract/bridge.ts';
import type { SiteChoice } from '../config/config.ts';
import { withServices } from './with-services.ts';

export interface DoctorOptions extends SiteChoice {
  snippets?: keyof BridgeTransport['snippets'];
}

/** Port of the listener for visitors where the environment names none. */
const usualPort = 8791;

/** `itih doctor` */
export const doctorCommand = ({ snippets, ...site }: DoctorOptions): Promise<void> =>
  withServices(site, async ({ bridge, config }) => {
    const { host, port } = config.edge ?? { host: '127.0.0.1', port: usualPort };
    const shown = host.includes(':') ? `[${host}]` : host;
    const found = await bridge.transport(`http://${shown}:${port}`);
    if (snippets) return console.log(found.snippets[snippets]);
    console.log(`Transport: ${found.use || 'unknown, because the site cannot call itself'}`);
    if (found.says) console.log(found.says);
    for (const { way, reason } of found.why) console.log(`  not ${way}: ${reason}`);
  });
