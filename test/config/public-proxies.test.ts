import { expect, test } from '@jest/globals';
import { readProxies } from '../../server/config/public-proxies.ts';

test('takes addresses and blocks of this machine and of private networks', () => {
  const text = '127.0.0.1, ::1,10.1.2.3,192.168.0.0/16,fd00::/8,127.0.0.0/8';
  expect(readProxies(text)).toEqual(text.split(',').map((one) => one.trim()));
});

test.each([
  '',
  '8.8.8.8',
  '0.0.0.0/0',
  '10.0.0.0/0',
  '192.168.0.0/8',
  '::/0',
  'proxy.example',
  '10.0.0.1/x',
])('“%s” is refused: it would let others say who the visitor is', (text) => {
  expect(() => readProxies(text)).toThrow('ITIH_PUBLIC_PROXIES');
});
