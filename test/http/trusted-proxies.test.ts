import { expect, test } from '@jest/globals';
import { matchesAddress } from '../../server/http/base-app.ts';

const cases: [string, string, string[], boolean][] = [
  ['nobody is listed', '192.0.2.1', [], false],
  ['the address itself', '192.0.2.1', ['192.0.2.1'], true],
  ['another address', '192.0.2.2', ['192.0.2.1'], false],
  ['an address of a block', '192.0.2.200', ['192.0.2.0/24'], true],
  ['an address beside a block', '192.0.3.1', ['192.0.2.0/24'], false],
  ['the second entry', '10.1.2.3', ['192.0.2.1', '10.0.0.0/8'], true],
  ['spaces around an entry', '10.1.2.3', [' 10.0.0.0/8 '], true],
  ['IPv6', '2001:db8::9', ['2001:db8::/32'], true],
  ['IPv6, otherwise written', '2001:DB8:0:0::9', ['2001:db8::9'], true],
  ['IPv6 that is IPv4', '::ffff:10.1.2.3', ['10.0.0.0/8'], true],
  ['IPv6 is not IPv4', '::a01:203', ['10.0.0.0/8'], false],
  ['everybody, said so', '203.0.113.9', ['0.0.0.0/0'], true],
  // An entry that is wrong must not open what it was meant to guard.
  ['a block without length', '203.0.113.9', ['10.0.0.0/'], false],
  ['a length of spaces', '203.0.113.9', ['10.0.0.0/ '], false],
  ['a length too long', '10.0.0.0', ['10.0.0.0/33'], false],
  ['a negative length', '10.0.0.0', ['10.0.0.0/-1'], false],
  ['a length that is half a number', '10.0.0.0', ['10.0.0.0/7.5'], false],
  ['a length in another notation', '10.9.9.9', ['10.0.0.0/0x8'], false],
  ['two lengths', '10.9.9.9', ['10.0.0.0/8/8'], false],
  ['a name', '127.0.0.1', ['localhost'], false],
  ['nothing', '127.0.0.1', [''], false],
  ['no address', 'unknown', ['0.0.0.0/0'], false],
  ['an empty address', '', ['0.0.0.0/0'], false],
];

test.each(cases)('%s', (_case, address, list, expected) => {
  expect(matchesAddress(address, list)).toBe(expected);
});
