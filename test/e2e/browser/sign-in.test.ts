import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startMcpServer, type FakeMcpServer } from '../../fakes/mcp-server.ts';
import { protect, startOAuthServer, type FakeOAuthServer } from '../../fakes/oauth-server.ts';
import { pluginComplaints, startSidecar, type Sidecar } from '../../stack.ts';
import { openAdminPage, type AdminPage } from './admin-page.ts';

let sidecar: Sidecar;
let mcp: FakeMcpServer;
let oauth: FakeOAuthServer;
let admin: AdminPage;

const field = (name: string) => admin.page.locator(`#itih-server [name="${name}"]`);
const row = () => admin.page.locator('.itih-table tbody tr');
const noted = (text: string) => admin.page.locator('.components-notice', { hasText: text });
const press = (name: string) =>
  row()
    .getByRole('button', { name: `${name}: Bookings` })
    .click();
/** Leads to the authorization server, and decides there. */
async function signIn(decision: 'Allow' | 'Deny'): Promise<void> {
  await press('Sign in');
  await admin.page.getByRole('link', { name: decision }).click();
}

beforeAll(async () => {
  mcp = await startMcpServer();
  oauth = await startOAuthServer(() => mcp.url, { decision: 'ask' });
  protect(mcp, oauth);
  sidecar = await startSidecar({ env: { ITIH_FETCH_ALLOW: '127.0.0.1' } });
  admin = await openAdminPage('-settings&tab=mcp');
});
afterAll(async () => {
  await admin.close();
  await sidecar.stop();
  await mcp.close();
  await oauth.close();
});

test('a server that wants a sign-in says so', async () => {
  await admin.page.getByRole('button', { name: 'Add a server' }).click();
  await field('name').fill('Bookings');
  await field('url').fill(mcp.url);
  await admin.page.locator('#itih-server button[type=submit]').click();
  await row().getByText('This server asks you to sign in.').waitFor();
  await admin.page.getByText('Sign in with a client of your own').click();
  expect(await admin.page.locator('.itih-client code').textContent()).toMatch(
    /\/wp-admin\/admin\.php\?page=itih-rag-chat-settings&tab=mcp$/,
  );
  await admin.picture('sign-in-needed');
  await admin.expectNoAxeViolations();
  await admin.page.locator('#itih-server').getByText('Close', { exact: true }).click();
});

test('a refusal at the authorization server comes back as a reason', async () => {
  await signIn('Deny');
  await noted('You were not signed in: access was denied.').waitFor();
  expect(admin.page.url()).not.toMatch(/state=|error=/);
  await admin.picture('sign-in-denied');
  await admin.expectNoAxeViolations();
});

test('the button leads there and back, and the tools are found', async () => {
  admin.consoleErrors.length = 0;
  await signIn('Allow');
  await noted('Bookings: 1 tool was found, of which 1 can be used.').waitFor();
  await row().getByText('Signed in').waitFor();
  expect(admin.page.url()).not.toMatch(/state=|code=/);
  expect(oauth.refusals).toEqual([]);
  expect(admin.consoleErrors).toEqual([]);
  await admin.picture('signed-in');
  await admin.expectNoAxeViolations();
});

test('an end of the access is said where it is found out', async () => {
  for (const grant of oauth.grants) grant.isOver = true;
  await press('Look for tools');
  await row().getByText('The sign-in has expired or was revoked.').waitFor();
  await admin.picture('sign-in-expired');
  await admin.turnRightToLeft();
  await admin.picture('sign-in-rtl');
  await admin.becomePhone();
  await admin.page.reload();
  await row().getByText('The sign-in has expired or was revoked.').waitFor();
  await admin.picture('sign-in-phone');
  expect(await admin.overflow()).toBeLessThanOrEqual(0);
  await admin.expectNoAxeViolations();
});

test('the owner signs in again, and out', async () => {
  admin.consoleErrors.length = 0;
  await signIn('Allow');
  await row().getByText('Signed in').waitFor();
  await press('Sign out');
  await noted('You are signed out.').waitFor();
  await row().getByText('Not signed in').waitFor();
  expect(admin.consoleErrors).toEqual([]);
  await admin.picture('signed-out-phone');
  await admin.expectNoAxeViolations();
  expect(oauth.forms('/revoke')).toHaveLength(2);
});

test('a server is removed', async () => {
  await press('Remove');
  await admin.page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await admin.page.getByText('There is no server yet.').waitFor();
});

test('no page threw an error, and PHP complained of nothing', () => {
  expect(admin.problems).toEqual([]);
  expect(pluginComplaints()).toEqual([]);
});
