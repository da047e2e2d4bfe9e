import { describe, expect, test } from '@jest/globals';
import { requireReadable, sourceOf } from '../../../server/ingestion/web/media-type.ts';

const url = 'https://site.example/x';
const kindOf = (contentType: string, body: string) =>
  sourceOf(Buffer.from(body, 'latin1'), contentType, url).kind;
const unsupported = expect.objectContaining({ code: 'unsupported_type' });

const docx = 'PK\x03\x04 [Content_Types].xml word/document.xml';

describe('what a header says', () => {
  test.each([
    ['text/html; charset=UTF-8', 'page'],
    ['TEXT/HTML', 'page'],
    ['application/xhtml+xml', 'page'],
    ['application/pdf', 'pdf'],
    ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
    ['text/plain', 'txt'],
    ['text/markdown', 'txt'],
  ])('is believed: %s', (contentType, kind) => {
    expect(() => requireReadable(contentType)).not.toThrow();
    expect(kindOf(contentType, 'Some words.')).toBe(kind);
  });

  test.each([
    'image/png',
    'application/json',
    'text/css',
    'video/mp4',
    'application/javascript',
    'constructor',
  ])('is enough to refuse %s', (contentType) => {
    expect(() => requireReadable(contentType)).toThrow(unsupported);
  });
});

describe('what the bytes say', () => {
  test.each([
    ['%PDF-1.7', 'text/html', 'pdf'],
    [docx, 'text/plain', 'docx'],
    [docx, 'application/zip', 'docx'],
    ['%PDF-1.4', 'application/octet-stream', 'pdf'],
    ['<!DOCTYPE html><p>Hello', '', 'page'],
    ['\xef\xbb\xbf\n <!-- made by hand -->\n<HTML lang=en>', 'application/octet-stream', 'page'],
    ['<?xml version="1.0"?><html xmlns="x">', 'application/xml', 'page'],
    ['Just words, <b>maybe</b>.', '', 'txt'],
    ['\xff\xfeA\0B\0', '', 'txt'],
  ])('counts where the header is silent or wrong: %j as %s', (body, contentType, kind) => {
    expect(() => requireReadable(contentType)).not.toThrow();
    expect(kindOf(contentType, body)).toBe(kind);
  });

  test.each([
    ['PK\x03\x04 some other archive', 'application/zip'],
    ['PK\x03\x04 some other archive', 'text/plain'],
    ['\x7fELF\0\0', 'application/octet-stream'],
    ['<rss version="2.0">', 'text/xml'],
    ['<?xml version="1.0"?><feed>', 'application/xml'],
  ])('is refused when it is nothing to read: %j', (body, contentType) => {
    expect(() => kindOf(contentType, body)).toThrow(unsupported);
  });
});

test('a page knows what was said of it, and where it was', () => {
  const bytes = Buffer.from('<p>Hello');
  expect(sourceOf(bytes, 'text/html; charset=koi8-r', url)).toEqual({
    kind: 'page',
    bytes,
    contentType: 'text/html; charset=koi8-r',
    url,
  });
});
