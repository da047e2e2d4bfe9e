import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Settings } from '../../../server/contract/settings.ts';
import { pluginComplaints, rest, stack, startSidecar, type Sidecar } from '../../stack.ts';
import { openAdminPage, type AdminPage } from './admin-page.ts';

let sidecar: Sidecar;
let admin: AdminPage;

const field = (name: string) => admin.page.locator(`#itih-admin [name="${name}"]`);
const press = (name: string) =>
  admin.page.locator('#itih-admin').getByRole('button', { name, exact: true }).click();
const tab = (name: string) => admin.page.locator('.nav-tab', { hasText: name });
const noted = (text: string) => admin.page.locator('.components-notice', { hasText: text });
const rows = () => admin.page.locator('.itih-table tbody tr');
const parameters = () => new URL(admin.page.url()).searchParams;
const stored = async () =>
  (await rest<{ settings: Settings }>('GET', '/itih/v1/settings')).body.settings;

beforeAll(async () => {
  sidecar = await startSidecar();
  admin = await openAdminPage('-answers');
});
afterAll(async () => {
  await admin.close();
  await sidecar.stop();
});

test('it says what own answers are for before there is one', async () => {
  await admin.page.getByText('There is none yet.').waitFor();
  await admin.picture('answers-empty');
  await admin.expectNoAxeViolations();
});

test('what the chat could not use is refused at its field', async () => {
  await press('Write an answer');
  await field('url').fill('our tickets');
  await press('Save');
  await admin.page.getByText('Write at least one question.').waitFor();
  await admin.page.getByText('This is no address.').waitFor();
  await field('url').fill('');
  await admin.page.getByText('Write an answer, or name a page, or both.').waitFor();
  await admin.picture('answers-problems');
  await admin.expectNoAxeViolations();
  expect((await stored()).chat.curated).toEqual([]);
});

test('what is written stays on another tab, and is marked as not saved', async () => {
  await field('questions').fill('Can I bring my dog?\nAre dogs allowed?');
  await field('answer').fill('Yes, **on a lead**. Water bowls are at the entrance.');
  await tab('Synonyms').click();
  await tab('Your answers').getByText('not saved').waitFor({ state: 'attached' });
  await tab('Your answers').click();
  expect(await field('questions').inputValue()).toBe('Can I bring my dog?\nAre dogs allowed?');
  await field('url').fill('/dogs/');
  await press('Save');
  await noted('Saved.').waitFor();
  await rows().getByText('and 1 other way to ask it').waitFor();
  expect((await stored()).chat.curated).toEqual([
    {
      questions: ['Can I bring my dog?', 'Are dogs allowed?'],
      answer: 'Yes, **on a lead**. Water bowls are at the entrance.',
      url: `${stack().url}/dogs/`,
    },
  ]);
  await admin.picture('answers-list');
  await admin.expectNoAxeViolations();
});

test('an answer is edited at an address of its own', async () => {
  await press('Edit: Can I bring my dog?');
  await field('answer').waitFor();
  expect(parameters().get('edit')).toBe('Can I bring my dog?');
  await admin.page.reload();
  await field('answer').fill('Yes.');
  await admin.picture('answers-edit');
  await press('Save');
  await noted('Saved.').waitFor();
  expect((await stored()).chat.curated.map(({ answer }) => answer)).toEqual(['Yes.']);
});

test('synonyms are a group on each line', async () => {
  await tab('Synonyms').click();
  await field('synonyms').fill('entry fee، admission\npram');
  await press('Save');
  await admin.page.getByText('“pram” stands alone').waitFor();
  await admin.picture('answers-synonyms-problem');
  await field('synonyms').fill('entry fee، admission\npram, stroller');
  await press('Save');
  await noted('Saved.').waitFor();
  expect((await stored()).chat.synonyms).toEqual(['entry fee, admission', 'pram, stroller']);
  await admin.picture('answers-synonyms');
  await admin.expectNoAxeViolations();
});

test('the owner sets how the chat behaves', async () => {
  await admin.page.getByRole('link', { name: 'How the chat speaks' }).click();
  await field('chat.contact').fill('Ring 01234 5678.');
  await field('chat.tone').fill('Warm and short.');
  await admin.page.getByLabel('Answer only from this site').uncheck();
  await field('chat.refusal_text').fill('x'.repeat(2001));
  await press('Save');
  await admin.page.getByText('This has 2,001 characters; there may be 2,000.').waitFor();
  await field('chat.refusal_text').fill('That is not on our pages.');
  await field('chat.mail_to').fill('the desk');
  await press('Save');
  await admin.page.getByText('This is no e-mail address.').first().waitFor();
  await field('chat.mail_to').fill('desk@example.org');
  await admin.picture('answers-behaviour');
  await admin.expectNoAxeViolations();
  await press('Save');
  await noted('Saved:').waitFor();
  const { chat } = await stored();
  expect(chat).toMatchObject({
    contact: 'Ring 01234 5678.',
    mail_to: 'desk@example.org',
    tone: 'Warm and short.',
    refusal_text: 'That is not on our pages.',
    strict: false,
  });
});

test('the search leads to the answer of a question, and to synonyms', async () => {
  const ask = async (question: string) => {
    const query = new URLSearchParams({ page: 'itih-rag-chat-search', q: question });
    await admin.page.goto(`${stack().url}/wp-admin/admin.php?${query}`);
    await admin.page.getByRole('link', { name: 'Write the answer' }).waitFor();
  };
  await ask('Where can I leave my coat?');
  await admin.picture('search-outcome');
  await admin.expectNoAxeViolations();
  await admin.page.getByRole('link', { name: 'Add synonyms' }).click();
  await noted('Where can I leave my coat?').waitFor();
  await ask('Where can I leave my coat?');
  await admin.page.getByRole('link', { name: 'Write the answer' }).click();
  await field('questions').waitFor();
  expect(await field('questions').inputValue()).toBe('Where can I leave my coat?');
  await press('Discard');
  await ask('are dogs allowed');
  await admin.page.getByRole('link', { name: 'Write the answer' }).click();
  await field('answer').waitFor();
  expect(await field('answer').inputValue()).toBe('Yes.');
});

test('from right to left and on a phone nothing is wider than the screen', async () => {
  await admin.turnRightToLeft();
  await admin.picture('answers-rtl');
  await admin.becomePhone();
  await admin.page.reload();
  await field('answer').waitFor();
  await admin.picture('answers-phone');
  expect(await admin.overflow()).toBeLessThanOrEqual(0);
  await admin.expectNoAxeViolations();
});

test('an answer is removed after a question', async () => {
  await tab('Your answers').click();
  await press('Remove: Can I bring my dog?');
  await admin.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await noted('Removed.').waitFor();
  await admin.page.getByText('There is none yet.').waitFor();
  expect((await stored()).chat.curated).toEqual([]);
});

test('no page threw an error, and PHP complained of nothing', () => {
  expect(admin.problems).toEqual([]);
  expect(pluginComplaints()).toEqual([]);
});
