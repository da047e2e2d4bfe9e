/** @jest-environment jsdom */
import { TextDecoder } from 'node:util';
import { beforeEach, expect, jest, test } from '@jest/globals';
import { act } from 'react';
import { AppError } from '../../../server/errors/app-error.ts';
import { AddSources } from '../../../admin/knowledge/add-sources.tsx';
import { documentOf, fakeServer } from '../fake-server.ts';
import { button, click, fill, get, show, text, wait } from '../page.tsx';
import { siteOf } from '../site.ts';

const server = fakeServer();
const onAdded = jest.fn();
const noUploads = {
  list: [],
  busy: false,
  add: () => undefined,
  retry: () => undefined,
  clear: () => undefined,
};
const panel = (
  <AddSources
    fileTypes={['application/pdf']}
    rules={siteOf()}
    uploads={noUploads}
    onAdded={onAdded}
    onClose={() => undefined}
  />
);

const sent = () => server.calls.map(({ body }) => body);
const field = (name: string) => get<HTMLInputElement>(`[name="${name}"]`);
const added = (count: number, rejected: object[] = []) => ({
  documents: Array.from({ length: count }, (_, id) => documentOf({ id })),
  rejected,
});

beforeEach(() => {
  onAdded.mockClear();
  server.on('POST /documents', added(1));
});

test('a web page, whose address need not say https', async () => {
  await show(panel);
  await fill('[name="url"]', ' example.org/prices ');
  await click('Add');
  expect(sent()).toEqual([{ url: 'example.org/prices' }]);
  expect(text()).toContain('1 document was added.');
  expect(field('url').value).toBe('');
  expect(onAdded).toHaveBeenCalledTimes(1);
});

test('an address that is refused says why, and stays', async () => {
  server.fail('POST /documents', 'blocked_address');
  await show(panel);
  await fill('[name="url"]', 'http://10.0.0.1/');
  await click('Add');
  expect(text()).toContain(new AppError('blocked_address').message);
  expect(field('url').value).toBe('http://10.0.0.1/');
  expect(onAdded).not.toHaveBeenCalled();
});

test('the rejected lines of a list are shown with their reasons, and stay', async () => {
  server.on(
    'POST /documents',
    added(2, [{ line: 2, value: 'ftp://x', code: 'invalid_request', message: 'Not a web page.' }]),
  );
  await show(panel);
  await click('List of addresses');
  await fill(
    '[name="urls"]',
    'Prices,https://example.org/a\nFiles,ftp://x\nhttps://example.org/b\n',
  );
  await click('Add');
  expect(sent()).toEqual([
    { urls: 'Prices,https://example.org/a\nFiles,ftp://x\nhttps://example.org/b\n' },
  ]);
  const [row, ...others] = document.querySelectorAll('.itih-rejected tbody tr');
  expect(row?.textContent).toBe('2ftp://xNot a web page.');
  expect(others).toEqual([]);
  expect(field('urls').value).toBe('Files,ftp://x');
  expect(text()).toContain('2 documents were added.');
});

test('when no line was taken, nothing is followed', async () => {
  server.on(
    'POST /documents',
    added(0, [{ line: 1, value: 'x', code: 'invalid_request', message: 'No.' }]),
  );
  await show(panel);
  await click('List of addresses');
  await fill('[name="urls"]', 'x');
  await click('Add');
  expect(text()).toContain('Nothing was added.');
  expect(onAdded).not.toHaveBeenCalled();
});

test('a list that is too long is not sent', async () => {
  await show(panel);
  await click('List of addresses');
  await fill('[name="urls"]', 'https://example.org/\n'.repeat(10_000));
  await click('Add');
  expect(sent()).toEqual([]);
  expect(field('urls').getAttribute('aria-invalid')).toBe('true');
  expect(text()).toContain('at most 200,000 characters');
});

test('a CSV file is added to the list', async () => {
  await show(panel);
  await click('List of addresses');
  await fill('[name="urls"]', 'https://example.org/first');
  const input = get<HTMLInputElement>('input[type="file"]');
  // Missing in jsdom.
  Object.assign(globalThis, { TextDecoder });
  const bytes = Buffer.from('Café,https://example.org/second\n');
  const file = { arrayBuffer: () => Promise.resolve(bytes) };
  Object.defineProperty(input, 'files', { value: [file] });
  await act(async () => {
    input.dispatchEvent(new Event('change', { bubbles: true }));
    await Promise.resolve();
  });
  await wait();
  expect(field('urls').value).toBe('https://example.org/first\nCafé,https://example.org/second\n');
});

test('a sitemap', async () => {
  await show(panel);
  await click('Sitemap');
  await fill('[name="sitemapUrl"]', 'https://example.org/sitemap.xml');
  await fill('[name="sitemapPages"]', '50');
  await click('Add');
  expect(sent()).toEqual([{ sitemap: { url: 'https://example.org/sitemap.xml', max_pages: 50 } }]);
});

test('a section of a site', async () => {
  await show(panel);
  await click('Section of a site');
  await fill('[name="crawlUrl"]', 'https://example.org/help/');
  await fill('[name="crawlDepth"]', '2');
  await click('Add');
  expect(sent()).toEqual([
    { crawl: { url: 'https://example.org/help/', depth: 2, max_pages: 200 } },
  ]);
});

test('a text', async () => {
  await show(panel);
  await click('Text');
  await fill('[name="title"]', 'Hours');
  await fill('[name="content"]', 'We open at nine.');
  await click('Add');
  expect(sent()).toEqual([{ title: 'Hours', content: 'We open at nine.' }]);
});

test('what was typed is kept while another way is looked at', async () => {
  await show(panel);
  await fill('[name="url"]', 'example.org');
  await click('Text');
  await click('Web page');
  expect(field('url').value).toBe('example.org');
});

test('files of the media library, of which one cannot be read', async () => {
  const files = [
    { id: 4, filename: 'manual.pdf' },
    { id: 5, filename: 'notes.srt' },
  ];
  let chosen: () => void = () => undefined;
  const frame = {
    on: (_: string, listener: () => void) => (chosen = listener),
    open: () => chosen(),
    state: () => ({ get: () => ({ toJSON: () => files }) }),
  };
  const media = jest.fn<(options: object) => typeof frame>(() => frame);
  (window as unknown as { wp: object }).wp = { media };
  server.on('POST /documents', ({ body }) => {
    if ((body as { attachment_id: number }).attachment_id === 5) {
      throw new AppError('unsupported_type');
    }
    return added(1);
  });
  await show(panel);
  await click('Files');
  await click('Choose from the media library');
  await wait();
  expect(media).toHaveBeenCalledWith(
    expect.objectContaining({ library: { type: ['application/pdf'] } }),
  );
  expect(sent()).toEqual([{ attachment_id: 4 }, { attachment_id: 5 }]);
  expect(text()).toContain('1 document was added.');
  expect(get('.itih-rejected tbody').textContent).toBe(
    `notes.srt${new AppError('unsupported_type').message}`,
  );
});

test('a second press while adding does nothing', async () => {
  server.on('POST /documents', () => new Promise(() => undefined));
  await show(panel);
  await fill('[name="url"]', 'example.org');
  await click('Add');
  expect(button('Adding…')).toBeDefined();
  await click('Adding…');
  expect(sent()).toHaveLength(1);
});
