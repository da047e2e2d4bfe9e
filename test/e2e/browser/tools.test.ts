import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startMcpServer, type FakeMcpServer } from '../../fakes/mcp-server.ts';
import { pluginComplaints, rest, startSidecar, type Sidecar } from '../../stack.ts';
import { openAdminPage, type AdminPage } from './admin-page.ts';

const authorization = 'Bearer not-a-token-0042';
const describedAs = (description: string, annotations?: object) => ({
  definition: { description, inputSchema: { type: 'object' }, ...(annotations && { annotations }) },
});

let sidecar: Sidecar;
let mcp: FakeMcpServer;
let admin: AdminPage;

const field = (name: string) => admin.page.locator(`#itih-server [name="${name}"]`);
const row = () => admin.page.locator('.itih-table tbody tr');
const save = () => admin.page.locator('#itih-server button[type=submit]').click();
const noted = (text: string) => admin.page.locator('.components-notice', { hasText: text });

beforeAll(async () => {
  mcp = await startMcpServer({
    authorization,
    tools: {
      free_tables: describedAs('Which tables are free at an hour.', { readOnlyHint: true }),
      leave_note: describedAs('Leaves a note for the kitchen.'),
      cancel_all: describedAs('Cancels every booking.', { destructiveHint: true }),
    },
  });
  sidecar = await startSidecar({ env: { ITIH_FETCH_ALLOW: new URL(mcp.url).host } });
  admin = await openAdminPage('-settings&tab=mcp');
});
afterAll(async () => {
  await admin.close();
  await sidecar.stop();
  await mcp.close();
});

test('it says what tools are, and that the built-in answerer uses none', async () => {
  await admin.page.getByText('There is no server yet.').waitFor();
  await admin.page.getByRole('link', { name: 'Choose a language model' }).waitFor();
  await admin.picture('tools-empty');
  await admin.expectNoAxeViolations();
});

test('an address that is not public is refused', async () => {
  await admin.page.getByRole('button', { name: 'Add a server' }).click();
  await field('name').fill('Bookings');
  await field('url').fill('http://127.0.0.1:9/mcp');
  await save();
  await admin.page.locator('#itih-server .is-error', { hasText: 'ITIH_FETCH_ALLOW' }).waitFor();
  await admin.picture('tools-blocked');
});

test('a server without its header is stored, and says what it lacks', async () => {
  await field('url').fill(mcp.url);
  await save();
  await noted('The MCP server asks you to sign in.').waitFor();
  expect(await row().textContent()).toContain('Never');
});

test('with its header its tools are found, and the header is not shown again', async () => {
  await field('auth_header').fill(authorization);
  await save();
  await noted('Bookings: 3 tools were found, of which 1 can be used.').waitFor();
  await admin.page.getByText('Set, and never shown').waitFor();
  await admin.page.getByText('Never used: it says that it may destroy something.').waitFor();
  expect(await admin.page.content()).not.toContain('not-a-token');
  await admin.picture('tools-found');
  await admin.expectNoAxeViolations();
});

test('the owner chooses among them, and switches tools on', async () => {
  await field('allowed_tools').selectOption('chosen');
  await admin.page.getByRole('checkbox', { name: 'leave_note' }).check();
  expect(await admin.page.getByRole('checkbox', { name: 'cancel_all' }).count()).toBe(0);
  await admin.picture('tools-choice');
  await admin.expectNoAxeViolations();
  await save();
  await row().getByText('2 of 3 used').waitFor();
  await Promise.all([
    admin.page.waitForResponse((response) => response.url().includes('settings')),
    admin.page.getByRole('checkbox', { name: 'Let the chat use tools' }).check(),
  ]);
  await admin.page.locator('#itih-server').getByText('Close', { exact: true }).click();
  const { body } = await rest<{ settings: { mcp: { enabled: boolean } } }>(
    'GET',
    '/itih/v1/settings',
  );
  expect(body.settings.mcp.enabled).toBe(true);
});

test('on a phone nothing is wider than the screen', async () => {
  await admin.turnRightToLeft();
  await admin.picture('tools-rtl');
  await admin.becomePhone();
  await admin.page.reload();
  await row().getByRole('button', { name: 'Edit: Bookings' }).click();
  await admin.picture('tools-phone');
  expect(await admin.overflow()).toBeLessThanOrEqual(0);
  await admin.expectNoAxeViolations();
});

test('a server is removed after a question', async () => {
  await row().getByRole('button', { name: 'Remove: Bookings' }).click();
  const dialog = admin.page.getByRole('dialog');
  await dialog.getByText('The chat will no longer use its tools.').waitFor();
  await admin.picture('tools-remove');
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await admin.page.getByText('There is no server yet.').waitFor();
  const { body } = await rest<unknown[]>('GET', '/itih/v1/mcp/servers');
  expect(body).toEqual([]);
});

test('no page threw an error, and PHP complained of nothing', () => {
  expect(admin.problems).toEqual([]);
  expect(pluginComplaints()).toEqual([]);
});
