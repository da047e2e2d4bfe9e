/** A visitor of the real site: nobody's cookie, a nonce from the site, a stream through the web server. */
import type { ChatEvent, SessionReply } from '../../../server/contract/chat.ts';
import { readFrames, type ChatSession, type Frame } from '../../fakes/shim.ts';
import { phpStatus } from '../../../tools/stack/php.ts';
import { until } from '../../fakes/wait.ts';
import { anonymous, rest, stack } from '../../stack.ts';

export async function visitorNonce(): Promise<string> {
  return (await anonymous<SessionReply>('GET', '/itih/v1/session')).body.nonce;
}

/** One streamed answer, with the arrival of each frame in milliseconds after the question. */
export async function ask(message: string, session?: ChatSession) {
  const nonce = await visitorNonce();
  const started = performance.now();
  const response = await fetch(`${stack().url}/wp-json/itih/v1/chat`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-wp-nonce': nonce,
      ...(session && { 'x-itih-secret': session.secret }),
    },
    body: JSON.stringify({ message, ...(session && { session_id: session.id }) }),
  });
  const frames: Frame[] = [];
  if (!response.ok)
    throw new Error(`The chat answers ${response.status}: ${await response.text()}`);
  for await (const frame of readFrames(response, started)) frames.push(frame);
  const events: ChatEvent[] = frames.map(({ data }) => data);
  const [meta] = events;
  return {
    started,
    frames,
    events,
    text: events.map((event) => (event.type === 'delta' ? event.content : '')).join(''),
    sources: events.flatMap((event) => (event.type === 'citations' ? event.sources : [])),
    session:
      meta?.type === 'meta'
        ? { id: meta.session_id, secret: meta.session_secret ?? session?.secret ?? '' }
        : undefined,
  };
}

/** Whether PHP works on something, if only on what it tells the sidecar after it has answered a request. */
async function isBusy(): Promise<boolean> {
  const response = await fetch(`${stack().url}${phpStatus}?full&json`);
  const { processes } = (await response.json()) as { processes: { state: string }[] };
  // One answers this request.
  return processes.filter(({ state }) => state !== 'Idle').length > 1;
}

/** Nothing is queued and nothing is being worked on, after what was saved has had time to arrive. */
export async function indexed(): Promise<void> {
  // An answer that a test leaves open keeps its worker.
  await until('PHP is idle', async () => !(await isBusy()), 5000).catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, 300));
  await until('indexing', async () => {
    const { body } = await rest<{ queue?: { queued: number; processing: number } }>(
      'GET',
      '/itih/v1/status',
    );
    return body.queue?.queued === 0 && body.queue.processing === 0;
  });
}

/** Waits until all that was indexed has its vectors, too, which follow the words. */
export async function embedded(): Promise<void> {
  await indexed();
  await until('vectors', async () => {
    const { body } = await rest<{ index?: { building: unknown } }>('GET', '/itih/v1/status');
    return body.index?.building === null;
  });
}

export async function saveSettings(patch: Record<string, unknown>): Promise<void> {
  const { status, body } = await rest('PUT', '/itih/v1/settings', patch);
  if (status !== 200) throw new Error(`Settings answer ${status}: ${JSON.stringify(body)}`);
}
