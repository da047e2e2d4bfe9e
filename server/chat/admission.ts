import { AppError } from '../errors/app-error.ts';
import type { Identity } from '../contract/bridge.ts';
import type { Settings } from '../contract/settings.ts';
import { network } from './rate-limit.ts';
import { busy } from './sentences.ts';

type Limits = Settings['limits'];

/** Milliseconds after an answer in which the next question is likely. */
const moment = 2000;

/** Seconds: most answers are complete by then. */
const retryAfter = 5;

/** How many PHP workers may wait for answers when PHP does not tell how many it has. */
const relayedUnknown = 2;

/** One of the counts that an answer is part of. */
interface Count {
  name: string;
  /** 0: any number. */
  most: number;
  /** Said to those who come when the count is full. */
  full: string;
}

export interface Slot {
  /** Counts the answer for a session that began with it. */
  join: (sessionSecret: string) => void;
  /** May be called more than once. */
  leave: () => void;
}

/** Counts the answers in progress of this process, and refuses those that are too many. */
export function createAdmission(clock: () => number) {
  const counts = new Map<string, number>();
  let endedAt = -Infinity;
  /** As PHP said last. */
  let workers = 0;

  /** @throws AppError `overloaded` */
  function admit(wanted: readonly Count[]): Slot {
    for (const { name, most, full } of wanted) {
      if (most > 0 && (counts.get(name) ?? 0) >= most) {
        throw new AppError('overloaded', { message: full, retryAfter });
      }
    }
    const names: string[] = [];
    const enter = (name: string) => {
      names.push(name);
      counts.set(name, (counts.get(name) ?? 0) + 1);
    };
    for (const { name } of wanted) enter(name);
    return {
      join: (sessionSecret) => enter(sessionName(sessionSecret)),
      leave() {
        for (const name of names.splice(0)) {
          const left = (counts.get(name) ?? 0) - 1;
          if (left > 0) counts.set(name, left);
          else counts.delete(name);
          endedAt = clock();
        }
      },
    };
  }

  // The secret alone says which session it is: databases compare ids without regard to case.
  const sessionName = (secret: string) => `session ${secret}`;

  /**
   * Answers for which PHP workers wait. `kind` keeps those apart that are counted on their way to PHP and again on
   * their way back.
   */
  function relayed(kind: string, limits: Limits): Count {
    const share = workers > 0 ? Math.max(1, Math.floor(workers / 2)) : relayedUnknown;
    return { name: kind, most: limits.answers_relayed || share, full: busy.all };
  }

  return {
    /** True while an answer is being written, and for a moment after. */
    any: () => counts.size > 0 || clock() - endedAt < moment,

    /**
     * `sessionSecret` is empty for a new session.
     * @throws AppError `overloaded`
     */
    answer(identity: Identity, sessionSecret: string, limits: Limits): Slot {
      const { ip } = identity;
      const session = {
        name: sessionName(sessionSecret),
        most: limits.answers_per_session,
        full: busy.session,
      };
      const address = { most: limits.answers_per_ip, full: busy.address };
      const all = { name: 'all', most: limits.answers_total, full: busy.all };
      if (identity.workers !== undefined) workers = identity.workers;
      return admit([
        ...(sessionSecret ? [session] : []),
        { name: `address ${network(ip)}`, ...address },
        all,
        ...(identity.workers === undefined ? [] : [relayed('relayed', limits)]),
      ]);
    },

    /** @throws AppError `overloaded` */
    passedOn: (ip: string, limits: Limits): Slot =>
      admit([
        {
          name: `passed on of ${network(ip)}`,
          most: limits.answers_per_ip,
          full: busy.address,
        },
        relayed('passed on', limits),
      ]),
  };
}
export type Admission = ReturnType<typeof createAdmission>;
