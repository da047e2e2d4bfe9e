import { BlockList, isIP } from 'node:net';

/** Whether an address is in a list of addresses and CIDR blocks; malformed entries match nothing. */
export function matchesAddress(address: string, list: readonly string[]): boolean {
  const blocks = new BlockList();
  for (const entry of list) {
    const [base = '', bits] = entry.trim().split('/');
    const family = isIP(base);
    if (family === 0) continue;
    const type = family === 6 ? 'ipv6' : 'ipv4';
    const prefix = Number(bits ?? (family === 6 ? 128 : 32));
    if (Number.isInteger(prefix) && prefix >= 0 && prefix <= (family === 6 ? 128 : 32)) {
      blocks.addSubnet(base, prefix, type);
    }
  }
  const family = isIP(address);
  return family !== 0 && blocks.check(address, family === 6 ? 'ipv6' : 'ipv4');
}
