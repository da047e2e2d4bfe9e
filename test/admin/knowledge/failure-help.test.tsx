/** @jest-environment jsdom */
import { beforeEach, expect, test } from '@jest/globals';
import { failureHelp } from '../../../admin/knowledge/failure.tsx';
import { Knowledge } from '../../../admin/screens/knowledge.tsx';
import type { DocumentView } from '../../../server/contract/knowledge.ts';
import { collection, dashboardOf, failedDocument, fakeServer, statusOf } from '../fake-server.ts';
import { click, get, show } from '../page.tsx';
import { siteOf } from '../site.ts';

const page: Partial<DocumentView> = { kind: 'url', attachment_id: null };
const post: Partial<DocumentView> = { kind: 'post', attachment_id: null, post_id: 5 };

test.each<[string, Partial<DocumentView>, string, string]>([
  ['no_text', post, 'page builder', 'post.php?post=5&action=edit'],
  ['no_text', page, 'scripts', failedDocument.source_url],
  ['no_text', {}, 'Replace the file', 'post.php?post=3&action=edit'],
  ['too_large', {}, 'Divide it', 'post.php?post=3&action=edit'],
  ['unsupported_type', {}, 'Save it as', 'post.php?post=3&action=edit'],
  ['blocked_address', page, 'ITIH_FETCH_ALLOW', 'delete'],
  ['not_found', page, 'has moved', failedDocument.source_url],
  ['rest_forbidden', page, 'robots.txt', failedDocument.source_url],
  ['provider_error', page, 'in your browser', 'process'],
  ['provider_timeout', post, 'embeds your texts', '?page=itih-rag-chat-settings&tab=embeddings'],
  ['not_configured', post, 'embeds your texts', '?page=itih-rag-chat-settings&tab=embeddings'],
  ['budget_exhausted', post, 'limit', '?page=itih-rag-chat-settings&tab=limits'],
  ['sidecar_unavailable', post, 'in time', 'process'],
  ['overloaded', page, 'Try it again', 'process'],
  ['internal_error', {}, 'log', 'process'],
])('%s: what helps', (code, document, advice, step) => {
  const help = failureHelp({ ...failedDocument, ...document, error: { code, message: 'No.' } });
  expect(help.advice).toContain(advice);
  expect(typeof help.step === 'string' ? help.step : help.step.href).toBe(step);
});

const server = fakeServer();
beforeEach(() => {
  window.history.replaceState(null, '', '?page=itih-rag-chat-knowledge');
  server.on('GET /status', statusOf());
  server.on('GET /dashboard', dashboardOf({ failed: 1 }));
});

test('in the list the reason stands with its step', async () => {
  const error = { code: 'provider_timeout', message: 'The page took too long to answer.' };
  server.on('GET /documents', collection([{ ...failedDocument, ...page, error }], 1));
  server.on('POST /documents/7/process', { document: failedDocument });
  await show(<Knowledge site={siteOf()} />);
  expect(get('.itih-failure').textContent).toContain('took too long to answer');
  await click('Try again', '.itih-failure');
  expect(server.calls.some(({ path }) => path === '/documents/7/process')).toBe(true);
});

test('a document that nothing can help is deleted from there', async () => {
  const error = { code: 'blocked_address', message: 'This address may not be fetched.' };
  server.on('GET /documents', collection([{ ...failedDocument, ...page, error }], 1));
  await show(<Knowledge site={siteOf()} />);
  await click('Delete it', '.itih-failure');
  expect(get('[role="dialog"]').textContent).toContain('Delete “Scanned price list”?');
});
