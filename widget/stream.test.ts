import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { ChatEvent } from '../server/contract/chat.ts';
import { createFrameParser, readEvents } from './stream.ts';
import { done, frame, meta, streamOf } from '../test/widget/browser.ts';

const parse = (chunks: string[]) => {
  const parser = createFrameParser();
  return chunks.flatMap((chunk) => parser(chunk));
};

describe('createFrameParser', () => {
  test.each([
    ['a frame', 'data: a\n\n', ['a']],
    ['only one leading space is syntax', 'data:  a\n\ndata:b\n\n', [' a', 'b']],
    ['several data lines', 'data: a\ndata: b\ndata\n\n', ['a\nb\n']],
    [
      'comments, ids, names and unknown fields',
      ':ping\n\nid: 1\nevent: x\nretry: 3\ndata: a\n\n',
      ['a'],
    ],
    ['a field that begins like data', 'database: a\n\n', []],
    ['CRLF', 'data: a\r\ndata: b\r\n\r\n', ['a\nb']],
    ['CR', 'data: a\r\rdata: b\r\r', ['a', 'b']],
    ['blank lines between frames', '\n\n\ndata: a\n\n\n\ndata: b\n\n', ['a', 'b']],
    ['an unfinished frame is dropped', 'data: a\n\ndata: b\n', ['a']],
    ['an empty text', '', []],
  ])('%s', (_, text, frames) => {
    expect(parse([text])).toEqual(frames);
  });

  test('any stream in any pieces gives the same frames', () => {
    const line = fc.oneof(
      fc.string({ maxLength: 8 }).map((text) => `data: ${text.replace(/[\r\n]/g, '')}`),
      fc.constantFrom(':', ': comment', 'event: delta', 'id: 4', 'data', ''),
    );
    const ending = fc.constantFrom('\n', '\r\n', '\r');
    const text = fc
      .array(fc.tuple(line, ending).map((parts) => parts.join('')))
      .map((all) => all.join(''));
    fc.assert(
      fc.property(text, fc.array(fc.nat(200), { maxLength: 12 }), (stream, cuts) => {
        const points = [0, ...cuts.sort((a, b) => a - b), stream.length];
        const pieces = points.slice(1).map((end, index) => stream.slice(points[index], end));
        expect(parse(pieces)).toEqual(parse([stream]));
      }),
    );
  });
});

describe('readEvents', () => {
  const read = async (chunks: (string | Uint8Array)[], signal = new AbortController().signal) => {
    const events: ChatEvent[] = [];
    let sizes = 0;
    const body = streamOf(chunks) as unknown as globalThis.ReadableStream<Uint8Array>;
    for await (const event of readEvents(body, signal, () => (sizes += 1))) events.push(event);
    return { events, chunks: sizes };
  };

  test('a character cut between bytes arrives whole', async () => {
    const bytes = new TextEncoder().encode(frame({ type: 'delta', content: 'Grüße 😀' }));
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const { events } = await read([bytes.slice(0, cut), bytes.slice(cut)]);
      expect(events).toEqual([{ type: 'delta', content: 'Grüße 😀' }]);
    }
  });

  test('frames that are not the API’s are skipped, and comments are signs of life', async () => {
    const { events, chunks } = await read([
      frame(meta),
      ': still here\n\n',
      'data: [DONE]\n\ndata: null\n\ndata: {"ping":1}\n\n',
      frame(done),
    ]);
    expect(events).toEqual([meta, done]);
    expect(chunks).toBe(4);
  });

  test('ends when the reader goes away', async () => {
    const controller = new AbortController();
    const endless = new ReadableStream<Uint8Array>();
    const next = readEvents(endless, controller.signal, () => undefined).next();
    controller.abort();
    await expect(next).resolves.toEqual({ done: true, value: undefined });
  });
});
