import { expect, test } from '@jest/globals';
import { isOwnServer } from '../../server/net/own-server.ts';

test.each([
  'http://127.0.0.1:8080/v1',
  'http://models.example.com/v1',
  'https://192.168.1.20/v1',
  'https://[fd00::1]:8080/v1',
  'https://ollama:11434',
  'https://gpu.lan/v1',
  'https://gpu.home.arpa/v1',
])('%s is a server of one’s own', (address) => {
  expect(isOwnServer(address)).toBe(true);
});

test.each(['https://openrouter.ai/api/v1', 'https://8.8.8.8/v1', '', 'gpu', 'https://'])(
  '%j is none',
  (address) => {
    expect(isOwnServer(address)).toBe(false);
  },
);
