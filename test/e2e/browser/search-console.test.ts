import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createPost, pluginComplaints, rest, startSidecar, type Sidecar } from '../../stack.ts';
import { openAdminPage, whenRead, type AdminPage } from './admin-page.ts';

let sidecar: Sidecar;
let admin: AdminPage;

const field = (name: string) => admin.page.locator(`#itih-search [name="${name}"]`);
const part = (name: string) => admin.page.locator(`#itih-search-${name}`);
const ask = async (question: string) => {
  await field('q').fill(question);
  await admin.page.getByRole('button', { name: 'Search', exact: true }).click();
};

beforeAll(async () => {
  sidecar = await startSidecar({ settings: { indexing: { auto_index: true } } });
  await createPost({
    title: 'Clocks of the east wing',
    content: '<h2>Opening</h2><p>The east wing shows clocks, and opens at ten on Sundays.</p>',
  });
  await createPost(
    {
      title: 'Clocks of the west wing',
      content: '<p>The west wing shows the clocks of the harbour from Monday to Friday.</p>',
    },
    'pages',
  );
  await rest('POST', '/itih/v1/posts/index', {});
  await whenRead(2);
  admin = await openAdminPage('-search');
});
afterAll(async () => {
  await admin.close();
  await sidecar.stop();
});

test('before a question there is only the form, which wants one', async () => {
  await field('q').waitFor();
  await admin.picture('search-empty');
  await admin.expectNoAxeViolations();
  await admin.page.getByRole('button', { name: 'Search', exact: true }).click();
  expect(await part('path').count()).toBe(0);
});

test('a question shows what the chat is given, and what became of all the rest', async () => {
  await ask('When does the east wing open on Sundays?');
  await part('context').getByText('opens at ten on Sundays').waitFor();
  expect(await part('path').textContent()).toContain('as it was asked');
  expect(await part('path').textContent()).toContain('No vectors: words are compared');
  const first = part('candidates').locator('tbody tr').first();
  expect(await first.textContent()).toContain('Clocks of the east wing');
  expect(await first.textContent()).toContain('Used');
  // The focus stays in the form.
  expect(await admin.page.evaluate(() => document.activeElement?.textContent)).toBe('Search');
  await admin.picture('search-found');
  await admin.expectNoAxeViolations();
});

test('it is restricted to a type of post, and the address remembers it', async () => {
  await admin.page.getByText('Options', { exact: true }).click();
  await field('type').selectOption('page');
  await ask('Which wing shows clocks?');
  await part('context').getByText('clocks of the harbour').waitFor();
  expect(await part('candidates').textContent()).not.toContain('east wing');
  await admin.picture('search-options');
  await admin.expectNoAxeViolations();

  await admin.page.reload();
  await part('context').getByText('clocks of the harbour').waitFor();
  expect(await field('type').inputValue()).toBe('page');
  await admin.page.goBack();
  await part('context').getByText('opens at ten on Sundays').waitFor();
});

test('a question that nothing answers is told', async () => {
  await ask('Zebra?');
  await part('context').getByText('it does not know').waitFor();
  await admin.picture('search-nothing');
});

test('from right to left and on a phone nothing is wider than the screen', async () => {
  await ask('When does the east wing open on Sundays?');
  await part('context').getByText('opens at ten on Sundays').waitFor();
  await admin.turnRightToLeft();
  await admin.picture('search-rtl');
  await admin.becomePhone();
  await admin.page.reload();
  await part('candidates').waitFor();
  await admin.picture('search-phone');
  expect(await admin.overflow()).toBeLessThanOrEqual(0);
  await admin.expectNoAxeViolations();
});

test('no page threw an error, and PHP complained of nothing', () => {
  expect(admin.problems).toEqual([]);
  expect(pluginComplaints()).toEqual([]);
});
