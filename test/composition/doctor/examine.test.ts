import { expect, test } from '@jest/globals';
import { examine } from '../../../server/composition/doctor/examine.ts';
import { statusOf } from '../../admin/fake-server.ts';

/** Services that have a status and nothing else. */
const found = async (over: object, check: string) => {
  const status = { ...statusOf(), bridge: { ok: false, message: '' }, ...over };
  const services = { status: () => Promise.resolve(status), vectorIndex: {} } as unknown;
  const { findings } = await examine(services as Parameters<typeof examine>[0]);
  return findings.find((one) => one.check === check);
};

test('an embedding model that was replaced is a warning', async () => {
  const replaced = { before: 576, now: 640 };
  const index = { ...statusOf().index, embedder: 'ollama:tiny', replaced };
  expect(await found({ index }, 'index')).toMatchObject({
    result: 'warn',
    says: expect.stringMatching(/ollama:tiny has 640 dimensions now, and had 576/),
    next: expect.stringContaining('former model'),
  });
  expect(await found({}, 'index')).toMatchObject({ result: 'ok' });
});
