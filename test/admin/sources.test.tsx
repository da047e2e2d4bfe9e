/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { TextDecoder } from 'node:util';
import { AddSources } from '../../admin/knowledge/add-sources.tsx';
import { groupsOf } from '../../admin/knowledge/reading.tsx';
import { Knowledge } from '../../admin/screens/knowledge.tsx';
import type { ReadingReply } from '../../server/contract/knowledge.ts';
import { AppError } from '../../server/errors/app-error.ts';
import {
  collection,
  dashboardOf,
  documentOf,
  fakeServer,
  maskedDefaults,
  settingsWith,
} from './fake-server.ts';
import { button, click, fill, get, happen, show, text, toggle, wait } from './page.tsx';
import { siteOf } from './site.ts';

describe('add sources', () => {
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
      added(2, [
        { line: 2, value: 'ftp://x', code: 'invalid_request', message: 'Not a web page.' },
      ]),
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
    await happen(() => input.dispatchEvent(new Event('change', { bubbles: true })));
    await wait();
    expect(field('urls').value).toBe(
      'https://example.org/first\nCafé,https://example.org/second\n',
    );
  });

  test('files that pages link are offered, and those that are chosen are added', async () => {
    const file = (name: string) => ({
      url: `https://example.org/files/${name}`,
      page: { title: 'Prices', url: 'https://example.org/prices/' },
    });
    server.on('GET /linked-files', ({ query }) =>
      query.after === '0'
        ? { files: [file('prices.pdf'), file('old.docx')], after: 7 }
        : { files: [file('prices.pdf'), file('hours.xlsx')], after: null },
    );
    await show(panel);
    await click('Files');
    await click('Find the files that your pages link');
    expect(text()).toContain('Your pages link 3 files that the chat does not know:');
    expect(text()).toContain('example.org/files/, linked on “Prices”');
    await toggle('old.docx');
    server.calls.length = 0;
    await click('Read 2 files');
    expect(sent()).toEqual([{ urls: `${file('prices.pdf').url}\n${file('hours.xlsx').url}` }]);
    expect(text()).toContain('Your pages link 1 file that the chat does not know:');
  });

  test('looking for files says so where there are none, and where it failed', async () => {
    server.fail('GET /linked-files', 'sidecar_unavailable');
    await show(panel);
    await click('Files');
    await click('Find the files that your pages link');
    expect(text()).toContain(new AppError('sidecar_unavailable').message);
    server.on('GET /linked-files', { files: [], after: null });
    await click('Find the files that your pages link');
    expect(text()).toContain('Every file that your pages link is in the list already.');
  });

  const page = 'https://example.org/';
  test.each<[string, Record<string, string>, object]>([
    [
      'Sitemap',
      { sitemapUrl: page, sitemapPages: '50' },
      { sitemap: { url: page, max_pages: 50 } },
    ],
    [
      'Section of a site',
      { crawlUrl: page, crawlDepth: '2' },
      { crawl: { url: page, depth: 2, max_pages: 200 } },
    ],
    ['Text', { title: 'Hours', content: 'At nine.' }, { title: 'Hours', content: 'At nine.' }],
  ])('%s', async (way, fields, body) => {
    await show(panel);
    await click(way);
    for (const [name, value] of Object.entries(fields)) await fill(`[name="${name}"]`, value);
    await click('Add');
    expect(sent()).toEqual([body]);
  });

  test('what was typed is kept while another way is looked at', async () => {
    await show(panel);
    await fill('[name="url"]', 'example.org');
    await click('Text');
    await click('Web page');
    expect(field('url').value).toBe('example.org');
  });
});

describe('uploads', () => {
  const server = fakeServer();
  const original = globalThis.XMLHttpRequest;

  /** An upload whose progress and end the test decides. */
  class FakeRequest {
    static sent: FakeRequest[] = [];
    upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
    onload?: () => void;
    onerror?: () => void;
    ontimeout?: () => void;
    status = 0;
    responseText = '';
    timeout = 0;
    url = '';
    body: FormData | undefined;

    open(_method: string, url: string) {
      this.url = url;
    }
    setRequestHeader() {}
    send(body: FormData) {
      this.body = body;
      FakeRequest.sent.push(this);
    }
    async answer(status: number, body: unknown) {
      this.status = status;
      this.responseText = typeof body === 'string' ? body : JSON.stringify(body);
      await happen(() => this.onload?.());
      await wait();
    }
  }
  const latest = () => FakeRequest.sent.at(-1)!;

  const fileOf = (name: string, size = 100) => {
    const file = new File(['x'], name);
    Object.defineProperty(file, 'size', { value: size });
    return file;
  };

  async function drop(...files: File[]) {
    const event = new Event('drop', { bubbles: true, cancelable: true });
    Object.defineProperty(event, 'dataTransfer', { value: { files } });
    await happen(() => get('.itih-drop').dispatchEvent(event));
    await wait();
  }

  beforeEach(async () => {
    FakeRequest.sent = [];
    globalThis.XMLHttpRequest = FakeRequest as never;
    window.history.replaceState(null, '', '?page=itih-rag-chat-knowledge');
    server.on('GET /dashboard', dashboardOf({ completed: 1 }));
    server.on('GET /documents', collection([documentOf({ id: 1 })], 1));
    server.on('POST /documents', { documents: [documentOf({ id: 2 })], rejected: [] });
    await show(<Knowledge site={siteOf()} />);
    await click('Add sources');
    await click('Files');
  });
  afterEach(() => {
    globalThis.XMLHttpRequest = original;
  });

  const added = () =>
    server.calls.filter(({ method, path }) => method === 'POST' && path === '/documents');

  test('files are sent one after another, each with its progress, and are added', async () => {
    await drop(fileOf('guide.pdf'), fileOf('notes.md'));
    expect(FakeRequest.sent).toHaveLength(1);
    expect(latest().url).toBe('http://site.test/wp-json/wp/v2/media');
    expect((latest().body?.get('file') as File).name).toBe('guide.pdf');
    await happen(() => latest().upload.onprogress?.({ loaded: 40, total: 100 }));
    expect(get('[role=progressbar]').getAttribute('aria-valuenow')).toBe('40');
    await latest().answer(201, { id: 71 });
    expect(added()[0]?.body).toEqual({ attachment_id: 71 });
    expect(FakeRequest.sent).toHaveLength(2);
    await latest().answer(201, { id: 72 });
    expect(get('.itih-uploads').textContent).toContain('2 of 2 files added, 0 not.');
  });

  test('what cannot be read is not sent, and the others are', async () => {
    await drop(
      fileOf('photo.png'),
      fileOf('big.pdf', 2_000_000),
      fileOf('empty.txt', 0),
      fileOf('a.txt'),
    );
    expect(FakeRequest.sent).toHaveLength(1);
    expect((latest().body?.get('file') as File).name).toBe('a.txt');
    const messages = [...document.querySelectorAll('.itih-upload__message')];
    expect(messages.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('this type cannot be read'),
      expect.stringContaining('larger than 1 MB'),
      'This file is empty.',
    ]);
  });

  test('a refusal of WordPress is shown with the file, and the file can be sent again', async () => {
    await drop(fileOf('guide.pdf'));
    await latest().answer(500, { code: 'rest_upload_unknown_error', message: 'The disk is full.' });
    expect(get('.itih-upload').textContent).toContain('The disk is full.');
    await click('Try again: guide.pdf');
    expect(FakeRequest.sent).toHaveLength(2);
    await latest().answer(201, { id: 71 });
    expect(get('.itih-upload').textContent).toContain('Added');
  });

  test('a file that is in the library but was not added is not sent twice', async () => {
    server.fail('POST /documents', 'overloaded');
    await drop(fileOf('guide.pdf'));
    await latest().answer(201, { id: 71 });
    expect(get('.itih-upload').textContent).toContain('very busy');
    server.on('POST /documents', { documents: [documentOf({ id: 2 })], rejected: [] });
    await click('Try again: guide.pdf');
    expect(FakeRequest.sent).toHaveLength(1);
    expect(added()).toHaveLength(2);
  });

  test('a lost connection, a limit of the web server and nonsense are told in words', async () => {
    await drop(fileOf('a.pdf'));
    await happen(() => latest().onerror?.());
    await wait();
    expect(text()).toContain('The connection was lost.');
    await click('Try again: a.pdf');
    await latest().answer(413, '<html>Request Entity Too Large</html>');
    expect(text()).toContain('The web server takes no files of this size.');
    await click('Try again: a.pdf');
    await latest().answer(200, 'not json');
    expect(text()).toContain('Something went wrong.');
  });

  test('sending goes on while the panel is closed', async () => {
    await drop(fileOf('a.pdf'), fileOf('b.pdf'));
    await click('Close');
    await latest().answer(201, { id: 71 });
    expect(FakeRequest.sent).toHaveLength(2);
    await click('Add sources');
    await click('Files');
    expect(document.querySelectorAll('.itih-upload')).toHaveLength(2);
    await latest().answer(201, { id: 72 });
    await click('Clear this list');
    expect(document.querySelector('.itih-upload')).toBeNull();
    expect(button('Choose from this computer')).toBeTruthy();
  });
});

describe('reading', () => {
  const server = fakeServer();
  const screen = <Knowledge site={siteOf()} />;
  const reading: ReadingReply = {
    state: 'read',
    post: { id: 12, title: 'Tours', url: 'http://site.test/tours/', language: 'en' },
    document: documentOf({ id: 3, kind: 'post', post_id: 12 }),
    error: null,
    blocks: [
      { kind: 'heading', level: 1, text: 'Tours' },
      { kind: 'heading', level: 4, text: 'Times' },
      { kind: 'paragraph', text: 'They start at ten.' },
      { kind: 'item', text: 'By boat' },
      { kind: 'item', text: 'On foot' },
      { kind: 'row', text: 'Ticket: Adults; Price: 12' },
      { kind: 'row', text: 'Ticket: Children; Price: 6' },
      { kind: 'row', text: 'Free on Sundays' },
      { kind: 'code', text: 'a = 1' },
    ],
    chunks: [{ position: 0, content: 'They start at ten.', heading_path: 'Tours', page: null }],
    shortened: false,
    left_out: [
      { what: 'images', count: 2 },
      { what: 'embeds', count: 1 },
    ],
  };
  const open = (query: string) =>
    window.history.replaceState(null, '', `?page=itih-rag-chat-knowledge${query}`);
  const sent = (method: string, path: string) =>
    server.calls.filter((call) => call.method === method && call.path === path);

  beforeEach(() => {
    open('&post=12');
    server.on('GET /dashboard', dashboardOf({ completed: 1 }));
    server.on('GET /documents', collection([], 0));
    server.on('GET /posts/12/reading', reading);
  });

  test('the text of a post is shown with its headings, lists and tables', async () => {
    await show(screen);
    expect(get('#itih-reading h2').textContent).toBe('Tours');
    const shown = get('.itih-text');
    const headings = [...shown.querySelectorAll('h3, h4')];
    expect(headings.map(({ tagName, textContent }) => [tagName, textContent])).toEqual([
      ['H3', 'Tours'],
      ['H4', 'Times'],
    ]);
    expect([...shown.querySelectorAll('li')].map((item) => item.textContent)).toEqual([
      'By boat',
      'On foot',
    ]);
    expect(shown.querySelector('pre')?.textContent).toBe('a = 1');
    expect(get('#itih-text').textContent).toContain('2 pictures without description');
    expect(get('#itih-text').textContent).toContain('1 page shown within it');
    expect(get('.itih-chunks').textContent).toContain('They start at ten.');
    expect(button('Open its document').getAttribute('href')).toContain('document=3');
  });

  test('rows that name their cells are a table', async () => {
    const blocks = reading.blocks.slice(5, 7);
    server.on('GET /posts/12/reading', { ...reading, blocks });
    await show(screen);
    const cells = [...document.querySelectorAll('.itih-text :is(th, td)')];
    expect(cells.map(({ textContent }) => textContent)).toEqual([
      'Ticket',
      'Price',
      'Adults',
      '12',
      'Children',
      '6',
    ]);
    expect(groupsOf(reading.blocks).map(({ blocks: { length } }) => length)).toEqual([
      1, 1, 1, 2, 3, 1,
    ]);
  });

  test('an excluded post can be let in again', async () => {
    server.on('GET /posts/12/reading', { ...reading, state: 'excluded', document: null });
    server.on('GET /settings', settingsWith({ indexing: { exclude_ids: [5, 12] } }));
    server.on('PUT /settings', { settings: maskedDefaults });
    server.on('POST /posts/index', () => {
      server.on('GET /posts/12/reading', { ...reading, state: 'waiting' });
      return { queued: 1, total: 1 };
    });
    await show(screen);
    expect(text()).toContain('You have excluded it');
    await click('Let the chat use it');
    expect(sent('PUT', '/settings')[0]?.body).toEqual({ indexing: { exclude_ids: [5] } });
    expect(sent('POST', '/posts/index')[0]?.body).toEqual({ ids: [12] });
    expect(text()).toContain('will be read in a moment');
    server.on('GET /posts/12/reading', reading);
    await wait(2200);
    expect(text()).toContain('The chat answers from this text.');
  });

  test.each([
    ['type_not_chosen', 'Posts of its type are not read.', 'Choose the types that are read'],
    ['not_read', 'has not read it so far', 'Read it now'],
    ['filtered', 'itih_post_is_public', 'Edit in WordPress'],
    ['failed', 'could not be read the last time', 'Read again'],
  ] as const)('%s is explained, with what helps', async (state, sentence, name) => {
    server.on('GET /posts/12/reading', { ...reading, state });
    await show(screen);
    expect(text()).toContain(sentence);
    expect(button(name, '#itih-reading')).toBeTruthy();
  });

  test('a post that is not public shows no text', async () => {
    const nothing = { post: null, document: null, blocks: [], chunks: [], left_out: [] };
    server.on('GET /posts/12/reading', { ...reading, ...nothing, state: 'not_public' });
    await show(screen);
    expect(text()).toContain('It is a draft, private');
    expect(document.querySelector('.itih-text')).toBeNull();
  });

  test('a text that cannot be read says why, and a failed call can be tried again', async () => {
    server.fail('GET /posts/12/reading', 'overloaded');
    await show(screen);
    expect(text()).toContain('very busy');
    const error = { code: 'no_text', message: 'No readable text was found.' };
    server.on('GET /posts/12/reading', { ...reading, error, blocks: [], chunks: [] });
    await click('Try again');
    expect(get('#itih-text').textContent).toContain('No readable text was found.');
  });

  test('a post is found by its title', async () => {
    open('&tab=reading');
    server.on('GET /wp/v2/search', [
      { id: 12, title: 'Tours' },
      { id: 14, title: '' },
    ]);
    await show(screen);
    await fill('[name="post"]', 'tou');
    await wait(400);
    expect(server.calls.at(-1)?.query).toMatchObject({ search: 'tou', type: 'post' });
    expect(get('.itih-found').textContent).toBe('Tours#14');
    await click('Tours', '.itih-found');
    expect(window.location.search).toContain('post=12');
    expect(document.activeElement?.textContent).toBe('Tours');
    await click('Another post');
    expect(get('.itih-found')).toBeTruthy();
  });
});
