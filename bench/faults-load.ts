/** Visitors who ask and editors who save and delete, while things break. */
import { setTimeout as sleep } from 'node:timers/promises';
import { errors } from '../server/contract/errors.ts';
import { readFrames, type shimFor } from '../test/fakes/shim.ts';
import type { WordPressSite } from '../test/fakes/wordpress-site.ts';
import type { Dice } from './fuzz-values.ts';

/** One question, and all that its visitor saw. */
export interface Asked {
  question: string;
  from: number;
  to: number;
  /** 0: no response. */
  status: number;
  /** Code of a refusal or of an error within the stream; empty: none. */
  code: string;
  /** Id of the stored question; 0: not accepted. */
  accepted: number;
  /** Id of the stored answer: 0: it could not be stored; null: the stream broke off. */
  done: number | null;
  text: string;
  /** Whether its source changed or went while it was written, so that it is shown and stored without its mark. */
  withdrawn: boolean;
}

/** Longer than the sidecar waits for any vendor. */
const patience = 150_000;

export async function ask(shim: ReturnType<typeof shimFor>, question: string): Promise<Asked> {
  const asked: Asked = {
    question,
    from: Date.now(),
    to: 0,
    status: 0,
    code: '',
    accepted: 0,
    done: null,
    text: '',
    withdrawn: true,
  };
  try {
    const body = { message: question };
    // Like PHP: a connection that is used again may be closed by the server at the same moment.
    const headers = { connection: 'close' };
    const { url, ...init } = shim.signed('POST', '/chat', { body, headers });
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(patience) });
    asked.status = response.status;
    if (!response.ok) asked.code = ((await response.json()) as { code: string }).code;
    else {
      for await (const { data } of readFrames(response, 0)) {
        if (data.type === 'meta') asked.accepted = data.message_id;
        if (data.type === 'delta') asked.text += data.content;
        if (data.type === 'citations') asked.withdrawn = false;
        if (data.type === 'error') asked.code = data.code;
        if (data.type === 'done') asked.done = data.message_id;
      }
    }
  } catch {
    // The connection broke, as the missing parts tell.
  }
  asked.to = Date.now();
  return asked;
}

/** Whether a code is the contract's, and says more than that something went wrong. */
export const isNamed = (code: string) => code in errors && code !== 'internal_error';

interface LoadOptions {
  shim: ReturnType<typeof shimFor>;
  site: WordPressSite;
  dice: Dice;
  visitors: number;
}

export function startLoad({ shim, site, dice, visitors }: LoadOptions) {
  const asked: Asked[] = [];
  const posts = new Map<number, boolean>();
  let stopped = false;
  let questions = 0;

  async function visit(): Promise<void> {
    while (!stopped) {
      questions++;
      asked.push(await ask(shim, `When are the swans fed at noon? Question ${questions}.`));
      // A visitor who was refused thinks for a while.
      await sleep((asked.at(-1)?.accepted ? 50 : 500) + dice.below(200));
    }
  }

  async function edit(): Promise<void> {
    while (!stopped) {
      const post_id = 1 + dice.below(60);
      const removed = posts.get(post_id) === true && dice.chance(0.3);
      posts.set(post_id, !removed);
      if (removed) site.remove(post_id);
      else site.put({ id: post_id, html: `<p>Swan ${dice.below(1e6)} is fed at noon.</p>` });
      const type = removed ? 'post_removed' : 'post_changed';
      // The plugin does not retry either: what is missed is found by comparison.
      await shim
        .call('POST', '/events', { role: 'system', body: { events: [{ type, post_id }] } })
        .catch(() => undefined);
      await sleep(300 + dice.below(400));
    }
  }

  const working = [...Array.from({ length: visitors }, visit), edit()];
  return {
    asked,
    /** Ids of the public posts. */
    published: () => [...posts].filter(([, there]) => there).map(([id]) => id),
    async stop(): Promise<void> {
      stopped = true;
      await Promise.all(working);
    },
  };
}
