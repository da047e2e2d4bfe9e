import { presets, type PresetId } from '../contract/presets.ts';

/** Returns the preset of a base URL: it has its host; a server of one's own is known by its port. */
export function findPreset(baseUrl: string): PresetId | undefined {
  const { host, port, protocol } = URL.parse(baseUrl.trim()) ?? {};
  const ids = Object.keys(presets) as PresetId[];
  return ids.find((id) => {
    const own = new URL(presets[id].address);
    return own.hostname === '127.0.0.1'
      ? protocol === 'http:' && port === own.port
      : host === own.host;
  });
}
