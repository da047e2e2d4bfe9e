import { BlockList, isIP } from 'node:net';

const entryForm = /^([^/]+)(?:\/(\d{1,3}))?$/;

/** Whether an address is in a list of addresses and CIDR blocks; malformed entries match nothing. */
export function matchesAddress(address: string, list: readonly string[]): boolean {
  const blocks = new BlockList();
  for (const entry of list) {
    const [, base = '', bits] = entryForm.exec(entry.trim()) ?? [];
    const family = isIP(base);
    if (family === 0) continue;
    const longest = family === 6 ? 128 : 32;
    const prefix = Number(bits ?? longest);
    if (prefix <= longest) blocks.addSubnet(base, prefix, family === 6 ? 'ipv6' : 'ipv4');
  }
  const family = isIP(address);
  return family !== 0 && blocks.check(address, family === 6 ? 'ipv6' : 'ipv4');
}
