import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  chatDeletionReply,
  deleteChatsReply,
  type ChatDeletion,
} from '../../server/contract/chats.ts';
import { until } from '../fakes/wait.ts';
import { databases, startSidecar, type Sidecar } from './sidecar.ts';

describe.each(databases)('deleting many conversations on %s', (_name, databaseUrl) => {
  let sidecar: Sidecar;
  beforeAll(async () => {
    sidecar = await startSidecar(databaseUrl());
  });
  afterAll(async () => sidecar.stop());

  /** Adds conversations about a subject, fifty a call. */
  async function converse(subject: string, calls: number): Promise<void> {
    const at = Date.now();
    for (let call = 0; call < calls; call++) {
      const chats = Array.from({ length: 50 }, (_, n) => ({
        key: `${subject}-${call}-${n}`,
        turns: [
          { role: 'user', content: `Where is the ${subject}?`, at },
          { role: 'assistant', content: 'It is in the second hall.', at: at + 1 },
        ],
      }));
      const { status } = await sidecar.shim.admin('POST', '/chats/import', { body: { chats } });
      expect(status).toBe(200);
    }
  }
  const remove = async (filter: object) => {
    const body = { filter };
    const answer = await sidecar.shim.admin('POST', '/chats/delete', { body });
    return { status: answer.status, body: answer.body };
  };
  const deletion = async (method: 'GET' | 'DELETE' = 'GET') => {
    const { body } = await sidecar.shim.admin(method, '/chats/deletion');
    expect(chatDeletionReply.parse(body)).toEqual(body);
    return (body as { deletion: ChatDeletion | null }).deletion;
  };
  const count = async (search = '') => {
    const query = { search, per_page: '1' };
    const { headers } = await sidecar.shim.call('GET', '/chats', { role: 'reader', query });
    return Number(headers.get('x-wp-total'));
  };

  test('they go in the background, with their number, and others stay', async () => {
    await converse('amber', 11);
    await converse('copper', 1);
    expect(await deletion()).toBeNull();
    const { status, body } = await remove({ search: 'amber' });
    expect(status).toBe(202);
    expect(deleteChatsReply.parse(body)).toMatchObject({
      deleted: 0,
      deletion: { state: 'counting' },
    });
    await until('the deletion has ended', async () => (await deletion())?.ended_at != null);
    expect(await deletion()).toMatchObject({
      state: 'done',
      total: 550,
      deleted: 550,
      error: null,
    });
    expect([await count('amber'), await count()]).toEqual([0, 50]);
    expect(await deletion('DELETE')).toMatchObject({ state: 'done' });
    expect(await deletion()).toBeNull();
    expect(await remove({ search: 'copper' })).toEqual({ status: 200, body: { deleted: 50 } });
  });

  test('it stops when the owner says so; until then no other one begins', async () => {
    await converse('silver', 14);
    expect((await remove({})).status).toBe(202);
    const second = await remove({ from: '2000-01-01' });
    const stopped = await deletion('DELETE');
    // A fast one may have ended before.
    if (stopped?.state === 'stopped') {
      expect(second).toMatchObject({ status: 409, body: { code: 'conflict' } });
      await until('the step under way is counted', async () => {
        const { deleted = 0 } = (await deletion()) ?? {};
        return (await count()) === 700 - deleted;
      });
    } else expect(await count()).toBe(0);
  });
});
