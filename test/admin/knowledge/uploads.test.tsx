/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { act } from 'react';
import { refusalOf } from '../../../admin/knowledge/uploads.tsx';
import { Knowledge } from '../../../admin/screens/knowledge.tsx';
import { collection, dashboardOf, documentOf, fakeServer, statusOf } from '../fake-server.ts';
import { button, click, get, show, text, wait } from '../page.tsx';
import { siteOf } from '../site.ts';

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
    await act(async () => {
      this.onload?.();
      await Promise.resolve();
    });
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
  await act(async () => {
    get('.itih-drop').dispatchEvent(event);
    await Promise.resolve();
  });
  await wait();
}

beforeEach(async () => {
  FakeRequest.sent = [];
  globalThis.XMLHttpRequest = FakeRequest as never;
  window.history.replaceState(null, '', '?page=itih-rag-chat-knowledge');
  server.on('GET /status', statusOf());
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
  await act(() => Promise.resolve(latest().upload.onprogress?.({ loaded: 40, total: 100 })));
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
  await act(() => Promise.resolve(latest().onerror?.()));
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

test('a name without an ending is of no known type', () => {
  expect(refusalOf({ name: 'README', size: 5 }, siteOf())).toContain('type');
  expect(refusalOf({ name: 'GUIDE.PDF', size: 5 }, siteOf())).toBe('');
});
