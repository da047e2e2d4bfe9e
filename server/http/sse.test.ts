import { EventEmitter, once } from 'node:events';
import http from 'node:http';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Response } from 'express';
import type { NumberedEvent } from '../chat/answer/answers-in-progress.ts';
import type { ChatEvent } from '../contract/chat.ts';
import { writeEvents } from './sse.ts';
import { listen } from '../../test/fakes/listen.ts';

const meta: ChatEvent = { type: 'meta', session_id: 's', message_id: 1 };
const delta = (content: string): ChatEvent => ({ type: 'delta', content });

/** The part of a response that the writer uses; `full` is a client that does not read. */
class FakeResponse {
  readonly socket = new EventEmitter();
  readonly chunkedEncoding: boolean = false;
  written: string[] = [];
  full = false;
  destroyed = false;

  writeHead(): void {}

  write(text: string): boolean {
    this.written.push(text);
    return !this.full;
  }

  end(): void {}
}

/** A pipeline that says what it is told to, when it is told to. */
function scripted() {
  const waiting: ((event: ChatEvent | null) => void)[] = [];
  async function* generate(): AsyncGenerator<NumberedEvent, void> {
    for (let number = 1; ; number++) {
      const event = await new Promise<ChatEvent | null>((resolve) => waiting.push(resolve));
      if (event === null) return;
      yield [number, event];
    }
  }
  return {
    events: generate(),
    async say(event: ChatEvent | null): Promise<void> {
      waiting.shift()?.(event);
      await jest.advanceTimersByTimeAsync(0);
    },
  };
}

let response: FakeResponse;
let controller: AbortController;
let script: ReturnType<typeof scripted>;
let writing: Promise<void>;
const start = () => {
  writing = writeEvents(response as unknown as Response, script.events, controller.signal);
};
beforeEach(() => {
  jest.useFakeTimers();
  response = new FakeResponse();
  controller = new AbortController();
  script = scripted();
});
afterEach(() => void jest.useRealTimers());

test('silence is broken every 15 seconds, and only silence', async () => {
  const beats = () => response.written.filter((text) => text === ': still here\n\n').length;
  start();
  await script.say(meta);
  const seen: number[] = [];
  const pass = async (ms: number) => {
    await jest.advanceTimersByTimeAsync(ms);
    seen.push(beats());
  };
  for (const ms of [14_999, 1, 15_000, 14_000]) await pass(ms);
  await script.say(delta('a'));
  await pass(14_999);
  await script.say(null);
  await writing;
  await pass(60_000);
  expect(seen).toEqual([0, 1, 2, 2, 2, 2]);
});

test('a client that reads nothing at all is let go', async () => {
  jest.useRealTimers();
  const destroy = jest.fn(() => (response.destroyed = true));
  Object.assign(response, { full: true, destroy });
  async function* events(): AsyncGenerator<NumberedEvent, void> {
    await Promise.resolve();
    for (let number = 1; ; number++) yield [number, delta('a')];
  }
  await writeEvents(response as unknown as Response, events(), controller.signal, 20);
  expect(destroy).toHaveBeenCalledTimes(1);
  expect(response.written).toHaveLength(1);
});

test('no frame overtakes the headers while the response holds them back, as from Node 25 on', async () => {
  const early: string[] = [];
  const held = { chunkedEncoding: true, writableCorked: 1 };
  Object.assign(response, held);
  Object.assign(response.socket, { write: (chunk: string) => early.push(chunk) > 0 });
  start();
  await script.say(meta);
  await script.say(delta('a'));
  expect(early).toEqual([]);
  expect(response.written).toHaveLength(2);
  Object.assign(response, { writableCorked: 0 });
  await script.say(delta('b'));
  expect(early).toHaveLength(1);
  await script.say(null);
  await writing;
});

describe('over a connection', () => {
  let close: () => Promise<void>;
  beforeEach(() => void jest.useRealTimers());
  afterEach(() => close());

  async function get(events: () => AsyncGenerator<NumberedEvent, void>, agent?: http.Agent) {
    const server = http.createServer((_request, serverResponse) => {
      const gone = new AbortController();
      serverResponse.on('close', () => gone.abort());
      void writeEvents(serverResponse as unknown as Response, events(), gone.signal);
    });
    const listener = await listen(server);
    ({ close } = listener);
    return async () => {
      const asked = http.get({ port: listener.port, agent });
      const [incoming] = (await once(asked, 'response')) as [http.IncomingMessage];
      return incoming;
    };
  }

  test('every frame arrives whole, and the connection can be used again', async () => {
    const contents = ['a', 'ß', '🦢 Grüße\n', 'x'.repeat(100_000)];
    async function* events(): AsyncGenerator<NumberedEvent, void> {
      await Promise.resolve();
      for (const [n, content] of contents.entries()) yield [n + 1, delta(content)];
    }
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const ask = await get(events, agent);
    const ports = new Set<number | undefined>();
    for (let turn = 0; turn < 2; turn++) {
      const incoming = await ask();
      ports.add(incoming.socket.localPort);
      expect(incoming.headers).toMatchObject({
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
      });
      let text = '';
      for await (const part of incoming.setEncoding('utf8')) text += part as string;
      const frames = text.split('\n\n').slice(0, -1);
      const datas = frames.map((frame) => frame.split('\n')[2]?.replace('data: ', '') ?? '');
      expect(datas.map((data) => JSON.parse(data) as unknown)).toEqual(contents.map(delta));
    }
    expect(ports.size).toBe(1);
    agent.destroy();
  });

  test('no more is written than a client that does not read has room for', async () => {
    let asked = 0;
    async function* events(): AsyncGenerator<NumberedEvent, void> {
      for (;;) {
        asked++;
        await Promise.resolve();
        yield [asked, delta('x'.repeat(100_000))];
      }
    }
    const ask = await get(events);
    const incoming = await ask();
    incoming.pause();
    for (let before = -1; before !== asked;) {
      before = asked;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    // Tens of megabytes would be more than the buffers of two sockets hold.
    expect(asked).toBeLessThan(200);
    incoming.destroy();
  });
});
