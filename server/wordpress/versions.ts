import { peerVersion, protocol, type PeerVersion } from '../contract/bridge.ts';
import { AppError } from '../errors/app-error.ts';
import { version } from '../runtime/version.ts';

export const versionHeader = 'x-itih-version';

/** Value of the header in every call and answer of this sidecar. */
export const ownVersion = new URLSearchParams({
  version,
  protocol: String(protocol.number),
  least: String(protocol.least),
}).toString();

/** Whether two sides understand each other: each speaks at least the oldest protocol that the other still knows. */
export const areCompatible = (
  theirs: Pick<PeerVersion, 'protocol' | 'least'>,
  ours: { number: number; least: number } = protocol,
): boolean => theirs.protocol >= ours.least && ours.number >= theirs.least;

/** Refuses a plugin of another protocol. A call without the header is judged by its signature alone. */
export function requireCompatible(header: string | undefined): void {
  const parsed = peerVersion.safeParse(Object.fromEntries(new URLSearchParams(header)));
  if (parsed.success && !areCompatible(parsed.data)) throw new AppError('incompatible_version');
}

const numbersOf = (text: string) => (text.match(/\d+/g) ?? []).slice(0, 3).map(Number);

/** Returns the older of plugin and sidecar. An empty version of the plugin is not known. */
export function olderOf(plugin: string, sidecar = version): 'none' | 'plugin' | 'sidecar' {
  const [theirs, ours] = [numbersOf(plugin), numbersOf(sidecar)];
  if (theirs.length === 0) return 'none';
  for (const place of [0, 1, 2]) {
    const difference = (theirs[place] ?? 0) - (ours[place] ?? 0);
    if (difference !== 0) return difference < 0 ? 'plugin' : 'sidecar';
  }
  return 'none';
}
