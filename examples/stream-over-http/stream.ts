/**
 * Asks the chat of a site, and prints the answer while it is written, then its sources:
 * `node stream.ts https://example.com "When does the harbour open?"`
 */
import { setTimeout } from 'node:timers/promises';
import { type EventSourceMessage, EventSourceParserStream } from 'eventsource-parser/stream';
import type { ChatEvent, SessionReply } from '../../server/contract/chat.ts';

const [site = '', question = ''] = process.argv.slice(2);

/** Calls a route of the chat. @throws An Error with the chat's own sentence, which may be shown. */
async function call(path: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(`${site}/wp-json/itih/v1${path}`, init);
  if (response.ok) return response;
  const { message } = (await response.json().catch(() => ({}))) as { message?: string };
  throw new Error(message ?? `The site answers ${response.status}.`);
}

/** Yields what a stream sends. It ends early where the connection breaks, which `fetch` reports as a TypeError. */
async function* read(path: string, init: RequestInit): AsyncGenerator<EventSourceMessage> {
  try {
    const { body } = await call(path, init);
    const text = body?.pipeThrough(new TextDecoderStream());
    yield* text?.pipeThrough(new EventSourceParserStream()) ?? [];
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
}

/** Yields the events of an answer, up to `done`. After a break it reads on behind the last event. */
async function* ask(message: string): AsyncGenerator<ChatEvent> {
  const { nonce } = (await (await call('/session')).json()) as SessionReply;
  const headers = new Headers({ 'X-WP-Nonce': nonce, 'Content-Type': 'application/json' });
  let messages = read('/chat', { method: 'POST', headers, body: JSON.stringify({ message }) });
  let rest = '';
  for (let breaks = 0; breaks < 6; breaks++) {
    for await (const { id = '', data } of messages) {
      const event = JSON.parse(data) as ChatEvent;
      yield event;
      if (event.type === 'done') return;
      if (event.type === 'meta') {
        rest = `/chat/${event.message_id}/events?session_id=${event.session_id}`;
        headers.set('X-Itih-Secret', event.session_secret ?? '');
      }
      headers.set('Last-Event-ID', id);
    }
    if (!rest) break;
    await setTimeout(breaks * 500);
    messages = read(rest, { headers });
  }
  throw new Error('The connection to the site was lost.');
}

try {
  const sources: string[] = [];
  for await (const event of ask(question)) {
    if (event.type === 'delta') process.stdout.write(event.content);
    if (event.type === 'error') throw new Error(event.message);
    if (event.type === 'citations') {
      sources.push(...event.sources.map(({ n, title, url }) => `[${n}] ${title}: ${url}`));
    }
  }
  console.log(['', ...sources].join('\n'));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
