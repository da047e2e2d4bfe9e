import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { boundedFetch } from '../../../server/net/bounded-fetch.ts';
import {
  readFrames,
  type Frame,
  type Framing,
} from '../../../server/providers/shared/read-frames.ts';

fc.configureGlobal({ seed: 17 });

/** As a server sends it: in pieces that end anywhere. */
function responseOf(text: string, cuts: readonly number[] = []): Response {
  const bytes = Buffer.from(text);
  const ends = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      let at = 0;
      for (const end of ends) {
        if (end > at) controller.enqueue(bytes.subarray(at, end));
        at = Math.max(at, end);
      }
      controller.close();
    },
  });
  return new Response(body);
}

async function all(response: Response, framing: Framing): Promise<Frame[]> {
  const frames = readFrames(response, framing, new AbortController().signal);
  const found: Frame[] = [];
  for (let batch = await frames.read(); batch; batch = await frames.read()) found.push(...batch);
  return found;
}

const cuts = fc.array(fc.nat(), { maxLength: 30 });
const line = fc.string({ unit: 'grapheme' }).map((text) => text.replace(/[\r\n\u{feff}]/gu, ''));
const event = fc.record({
  name: fc.constantFrom('', 'delta', 'message_stop'),
  lines: fc.array(line, { minLength: 1, maxLength: 3 }),
  comment: fc.boolean(),
});

test('events are the same wherever the stream is cut, with any end of line, comments and a BOM', async () => {
  const form = fc.record({ bom: fc.boolean(), end: fc.constantFrom('\n', '\r', '\r\n'), cuts });
  await fc.assert(
    fc.asyncProperty(fc.array(event), form, async (events, { bom, end, cuts: at }) => {
      const text = events.map(({ name, lines, comment }) =>
        [
          ...(comment ? [': ping'] : []),
          ...(name ? [`event: ${name}`] : []),
          ...lines.map((data) => `data: ${data}`),
          '',
          '',
        ].join(end),
      );
      const response = responseOf((bom ? '\u{feff}' : '') + text.join(''), at);
      expect(await all(response, 'server_sent_events')).toEqual(
        events.map(({ name, lines }) => ({ event: name, data: lines.join('\n') })),
      );
    }),
  );
});

test('lines of JSON are the same wherever the stream is cut, also when the last one is not ended', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.json()), fc.boolean(), cuts, async (values, ended, at) => {
      const text = values.join('\n') + (ended ? '\n' : '');
      const frames = await all(responseOf(text, at), 'json_lines');
      expect(frames).toEqual(values.map((data) => ({ event: '', data })));
    }),
  );
});

test('an event that was cut off is none', async () => {
  expect(await all(responseOf('data: a\n\ndata: b\n'), 'server_sent_events')).toEqual([
    { event: '', data: 'a' },
  ]);
});

test('what came in one read comes at once', async () => {
  const response = responseOf('data: a\n\ndata: b\n\n');
  const frames = readFrames(response, 'server_sent_events', new AbortController().signal);
  expect(await frames.read()).toHaveLength(2);
  expect(await frames.read()).toBeUndefined();
});

test.each<Framing>(['server_sent_events', 'json_lines'])(
  'no frame of %s is without end',
  async (framing) => {
    const response = responseOf('data: ' + 'x'.repeat(5 * 2 ** 20));
    await expect(all(response, framing)).rejects.toMatchObject({ code: 'ERR_TOO_LARGE' });
  },
);

test.each(['before', 'while it is being read'])(
  'a stream whose signal aborts %s ends',
  async (when) => {
    const controller = new AbortController();
    if (when === 'before') controller.abort();
    const cancelled = Promise.withResolvers<void>();
    const body = new ReadableStream<Uint8Array>({ cancel: () => cancelled.resolve() });
    const frames = readFrames(new Response(body), 'server_sent_events', controller.signal);
    const reading = frames.read();
    controller.abort();
    expect(await reading).toBeUndefined();
    await cancelled.promise;
  },
);

test('of many streams at once, what comes shortly after the first frame travels together, and all of it', async () => {
  const streams = 180;
  let asked = 0;
  const allAsked = Promise.withResolvers<void>();
  const server = http.createServer((_request, response) => {
    if (++asked === streams) allAsked.resolve();
    void (async () => {
      await allAsked.promise;
      for (let n = 0; n < 12; n++) {
        response.write(`data: ${n}\n\n`);
        await sleep(8);
      }
      response.end();
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const fetch = boundedFetch({ connectMs: 5000, maxBytes: 10_000 });
  const { signal } = new AbortController();
  let open = 0;
  /** Milliseconds between reads of one stream while nearly all are open. */
  const pauses: number[] = [];
  const batchesOf = async (): Promise<string[][]> => {
    const frames = readFrames(await fetch(url), 'server_sent_events', signal);
    open++;
    const batches = [];
    for (let read = await frames.read(); read;) {
      batches.push(read.map(({ data }) => data));
      const [isCrowded, before] = [open > streams - 20, performance.now()];
      read = await frames.read();
      if (isCrowded) pauses.push(performance.now() - before);
    }
    open--;
    return batches;
  };

  try {
    const many = await Promise.all(Array.from({ length: streams }, batchesOf));
    for (const batches of many) {
      expect(batches.flat()).toEqual(Array.from({ length: 12 }, (_, n) => String(n)));
    }
    expect(many.flat().some((batch) => batch.length > 1)).toBe(true);
    // Frames come every 8 ms, or later on a busy machine; the pause is 80 to 90 ms.
    expect(pauses.length).toBeGreaterThan(streams);
    expect(pauses.sort((a, b) => a - b)[pauses.length >> 1]).toBeGreaterThan(60);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
