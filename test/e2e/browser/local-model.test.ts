import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SearchReply } from '../../../server/contract/search.ts';
import { until } from '../../fakes/wait.ts';
import { contentOf, onnxModelFiles } from '../../providers/local/tiny-models.ts';
import {
  createPost,
  pluginComplaints,
  rest,
  startSidecar,
  trashPost,
  type Sidecar,
} from '../../stack.ts';
import { openAdminPage, whenRead, type AdminPage } from './admin-page.ts';

let sidecar: Sidecar;
let posts: { id: number }[] = [];
let models: Server;
let address: string;
let admin: AdminPage;
/** Lets the weights come. */
let release = () => {};

const field = (name: string) => admin.page.locator(`[name="${name}"]`);
const card = () => admin.page.locator('#itih-embeddings');

beforeAll(async () => {
  const files = onnxModelFiles();
  models = createServer(({ url = '' }, response) => {
    const content = files[url.replace('/tiny-tongues/', '')];
    if (content === undefined) return void response.writeHead(404).end();
    const bytes = contentOf(content);
    response.writeHead(200, { 'content-length': bytes.length });
    if (!url.endsWith('/model.onnx')) return void response.end(bytes);
    response.write(bytes.subarray(0, 60));
    release = () => void response.end(bytes.subarray(60));
  });
  await new Promise<void>((resolve) => models.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(models.address() as AddressInfo).port}/tiny-tongues`;
  sidecar = await startSidecar({
    settings: { embeddings: { provider: 'local' }, indexing: { auto_index: true } },
  });
  posts = [
    await createPost({
      title: 'Prices',
      content: '<p>Pensioners pay eight euros for a ticket. Children come in free of charge.</p>',
    }),
    await createPost({ title: 'Garden', content: '<p>The roses bloom in the month of June.</p>' }),
  ];
  await rest('POST', '/itih/v1/posts/index', {});
  admin = await openAdminPage('-settings&tab=embeddings');
});
afterAll(async () => {
  await admin.close();
  for (const { id } of posts) await trashPost(id);
  await sidecar.stop();
  models.closeAllConnections();
  models.close();
});

test('without a key, a question finds what says it in other words', async () => {
  await whenRead(2);
  const query = 'How much is the admission fee for seniors?';
  await until('it is found by its meaning', async () => {
    const { body } = await rest<SearchReply>('POST', '/itih/v1/search', { query });
    return body.embedder === 'local:all-minilm-l6-v2' && body.chunks[0]?.title === 'Prices';
  });
});

test('the tab says what the model costs, on every screen', async () => {
  await field('embeddings.local.model').waitFor();
  expect(await field('embeddings.provider').inputValue()).toBe('local');
  await admin.picture('local-model');
  await admin.expectNoAxeViolations();
});

test('a model is downloaded with its progress, and can be chosen', async () => {
  await card().locator('summary').click();
  await field('local.address').fill(address);
  await card().getByRole('button', { name: 'Download' }).click();
  await card().getByText('onnx/model.onnx').waitFor();
  await admin.picture('local-model-download');
  release();
  await card().getByText('can be chosen').waitFor();
  await field('embeddings.local.model').selectOption('tiny-tongues');
  await admin.picture('local-model-chosen');
  await admin.expectNoAxeViolations();
  await admin.becomePhone();
  await admin.picture('local-model-phone');
  expect(await admin.overflow()).toBeLessThanOrEqual(0);
  await admin.turnRightToLeft();
  await admin.picture('local-model-rtl');
  await field('embeddings.local.model').selectOption('english');
  await card().getByRole('button', { name: 'Remove tiny-tongues' }).click();
  await card().getByRole('listitem').waitFor({ state: 'detached' });
  expect(pluginComplaints()).toEqual([]);
});
